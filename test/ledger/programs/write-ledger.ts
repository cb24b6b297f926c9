/** Writes a valid ledger of at least so many bytes, as fast as it can: `FILE BYTES ENTRY_BYTES`. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { sealEntry, type ChainEnd } from '../../../src/ledger/entry-line.js';
import { pairingKeyOf } from '../../../src/ledger/pairing-key.js';
import type { PairingKeyMessage } from '../../../src/proto/messages.generated.js';
import { incident, PLAIN } from '../incidents.js';

const [path = '', bytes = '0', entryBytes = '0'] = process.argv.slice(2);
const base = pairingKeyOf(incident('INC-0'), PLAIN) as PairingKeyMessage;
const padding = JSON.stringify('x'.repeat(Number(entryBytes)));
const pins = { ...base.pins, ...(entryBytes === '0' ? {} : { parameters: { stop: padding } }) };
const file = openSync(path, 'w');
let end: ChainEnd = { entries: 0 };
let written = 0;
while (written < Number(bytes)) {
  const number = end.entries;
  const own = (what: string): string => PLAIN.sha256(`${what} ${number}`);
  const key = {
    ...base,
    pins,
    top_k: number % 50,
    output_sha256: own('output'),
    frozen_sha256: own('frozen'),
    triple_sha256: own('triple'),
    trace_id: own('trace').slice(0, 32),
    context_sha256: own('context'),
    retrieval_sha256: own('retrieval'),
  };
  const { entry, line } = sealEntry({ kind: 'add', incident: `INC-${number}`, at_unix_nano: 1n, key }, end, PLAIN);
  writeSync(file, `${line}\n`);
  written += line.length + 1;
  end = { entries: entry.sequence, head: entry.sha256 };
}
closeSync(file);
process.stdout.write(`${end.entries}\n`);
