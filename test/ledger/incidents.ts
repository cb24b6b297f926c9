/** Incidents as `ragspan incident freeze` would give them, without a trace: for laws and large ledgers. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sealed } from '../../src/incidents/incident-file.js';
import { addIncidents as addEntering, enteringOf, type AddOutcome } from '../../src/ledger/add-incidents.js';
import type { Ledger } from '../../src/ledger/append-entries.js';
import { textHash } from '../../src/model/digest.js';
import type { TextHash } from '../../src/model/judging-options.js';
import type { IncidentMessage, PinsMessage } from '../../src/proto/messages.generated.js';

export const PLAIN = textHash();

export interface Facts {
  readonly pattern?: string;
  readonly verdict?: string;
  readonly reason?: string;
  readonly topK?: number;
  readonly cut?: { readonly at?: number; readonly unit?: string; readonly side: string };
  /** `null`: nothing of the configuration was logged. */
  readonly pins?: PinsMessage | null;
  /** `null`: it names none. */
  readonly service?: string | null;
  readonly sentence?: string;
  /** What makes its artifacts its own; the id where it is not given. */
  readonly own?: string;
  readonly trace?: string;
  readonly span?: string | null;
  /** Seconds after the first moment of these tests at which the run began; not given: the incident does not say. */
  readonly at?: number;
  readonly context?: string | null;
  readonly hash?: TextHash;
}

const START = 1_796_000_000_000_000_000n;
/** Runs come first, then what is made of them. */
const ENTERED_AFTER = 3_600n * 1_000_000_000n;
const SECOND = 1_000_000_000n;
const SENTENCE = 'Your refund was processed.';

export function incident(id: string, facts: Facts = {}): IncidentMessage {
  const { pattern = 'absent/absent/fails', verdict = 'H1', reason = 'below_k', topK = 5, hash = PLAIN } = facts;
  const { pins = {}, service = 'refund-bot', sentence = SENTENCE, own = id, cut } = facts;
  const full = pins === null ? undefined : { top_k: 5, budget: 8192, budget_unit: 'token', model: 'm', ...pins };
  const { input_sha256: _input, ...config } = full ?? {};
  const configSha = full === undefined ? undefined : hash.sha256(JSON.stringify(config));
  return sealed(
    {
      version: 1,
      id,
      // At once.
      frozen_at_unix_nano: START + BigInt(facts.at ?? 0) * SECOND,
      frozen_by: 'ragspan test',
      ...(full === undefined
        ? {}
        : { pins: { ...full, ...(configSha === undefined ? {} : { config_sha256: configSha }) } }),
      triple: {
        trace_id: facts.trace ?? hash.sha256(`trace ${own}`).slice(0, 32),
        ...(facts.span === null ? {} : { span_id: facts.span ?? hash.sha256(`span ${own}`).slice(0, 16) }),
        ...(hash.keyName === undefined ? {} : { hash_key: hash.keyName }),
        retrieval: {
          items: ['one', 'two'].map((word, index) => ({ rank: index + 1, digest: hash.digest(`${word} ${own}`) })),
          handed_on: 2,
          top_k: topK,
        },
        ...(facts.context === null
          ? {}
          : { context: { sha256: hash.sha256(facts.context ?? `context ${own}`), bytes: 20 } }),
        output: { text: { sha256: hash.sha256(sentence), bytes: sentence.length } },
        ...(facts.at === undefined ? {} : { started_at_unix_nano: START + BigInt(facts.at) * SECOND }),
      },
      verdict: {
        trace_id: facts.trace ?? hash.sha256(`trace ${own}`).slice(0, 32),
        verdict,
        reason,
        pattern,
        explanation: 'as told',
        evidence: { top_k: topK, ...(cut === undefined ? {} : { cut }) },
      },
      ...(service === null ? {} : { service }),
      frozen_sha256: '',
      sha256: '',
    },
    hash,
  );
}

/** As `ragspan ledger add` enters them. */
export async function addIncidents(
  ledger: Ledger,
  incidents: readonly IncidentMessage[],
): Promise<readonly AddOutcome[]> {
  return addEntering(
    ledger,
    incidents.map((one) => enteringOf(one, ledger.hash)),
  );
}

/** Of a ledger that nobody else uses. Times go up by a second, from a fixed start. */
export function freshLedger(hash: TextHash = PLAIN): Ledger & { readonly path: string; readonly torn: string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'ragspan-ledger-'));
  let seconds = 0n;
  const torn: string[] = [];
  return {
    path: join(folder, 'ragspan.ledger.jsonl'),
    hash,
    nowUnixNano: () => START + ENTERED_AFTER + (seconds += 1n) * SECOND,
    torn,
    onTorn: ({ line, byteCount, path }) => torn.push(`${line} ${byteCount} ${path}`),
  };
}
