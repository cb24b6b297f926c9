/**
 * Files as this half writes them, for the Go half to read (collector/internal/incidentfiles). Written by
 * `npm run test:ts -- test/incidents/file-vectors.test.ts -u`.
 */
import { describe, expect, it } from 'vitest';
import { diffIncident } from '../../src/incidents/diff.js';
import { freezeIncident } from '../../src/incidents/freeze-incident.js';
import { incidentText, parseIncident, sealed } from '../../src/incidents/incident-file.js';
import { predictIncident } from '../../src/incidents/predict.js';
import { parseSplitTest } from '../../src/ledger/confirm-split-test.js';
import { openLine, sealEntry, type EntryContent } from '../../src/ledger/entry-line.js';
import { pairingKeyOf } from '../../src/ledger/pairing-key.js';
import { textHash } from '../../src/model/digest.js';
import type { TextHash } from '../../src/model/judging-options.js';
import type {
  IncidentMessage,
  LedgerEntryMessage,
  PairingKeyMessage,
  SplitTestMessage,
} from '../../src/proto/messages.generated.js';
import { parseReplayRecord, replayRecordText } from '../../src/replay/record-file.js';
import { replayRecordOf } from '../../src/replay/replay-record.js';
import { sealSplitTest } from '../../src/trials/split-test-message.js';
import { vectorRuns } from '../support/judge-vector.js';
import type { JudgedFileRun } from '../../src/files/judge-files.js';

const KEY = 'a key of these tests';
/** Not that of the package: a release changes no vector. */
const WRITER = 'ragspan 0.1.0';
const FROZEN_AT = 1_790_000_000_000_000_000n;
const plain = textHash(undefined);

async function canonicalRun(letter: string): Promise<JudgedFileRun> {
  const [run] = await vectorRuns(`test/vectors/canonical-${letter}`);
  if (run === undefined) throw new Error(`canonical-${letter} has no run`);
  return run;
}

function under(run: JudgedFileRun, hash: TextHash): JudgedFileRun {
  return { ...run, basis: { ...run.basis, options: { ...run.basis.options, hash } } };
}

function frozen(run: JudgedFileRun, id: string, withText: boolean): IncidentMessage {
  const incident = freezeIncident(run, { id, withText, nowUnixNano: FROZEN_AT });
  const verdict = incident.verdict === undefined ? {} : { verdict: { ...incident.verdict, version: '0.1.0' } };
  return sealed({ ...incident, ...verdict, frozen_by: WRITER }, run.basis.options.hash);
}

function diffed(incident: IncidentMessage, hash: TextHash): IncidentMessage {
  return diffIncident(predictIncident(incident, FROZEN_AT + 1n, hash), hash);
}

const expectFile = async (text: string, name: string): Promise<void> =>
  expect(text).toMatchFileSnapshot(`files/${name}`);

describe('a file for both halves', () => {
  it.each(['a', 'b', 'c'])('holds the canonical incident %s, predicted and diffed, with its text', async (letter) => {
    const id = `INC-${letter.toUpperCase()}`;
    const text = incidentText(diffed(frozen(await canonicalRun(letter), id, true), plain), plain);
    expect(incidentText(parseIncident(text, id, plain), plain)).toBe(text);
    await expectFile(text, `${id}.json`);
  });

  it('holds an incident without text, sealed under a key', async () => {
    const hash = textHash(KEY);
    const run = under(await canonicalRun('b'), hash);
    await expectFile(incidentText(frozen(run, 'INC-B', false), hash), 'keyed/INC-B.json');
  });

  it('holds a replay record', async () => {
    const record = replayRecordOf(await canonicalRun('c'), {
      requestId: 'request 114',
      withText: true,
      nowUnixNano: FROZEN_AT,
      claims: [{ text: 'refunded', chunk_ids: ['doc-2'] }],
    });
    const verdict = record.verdict === undefined ? {} : { verdict: { ...record.verdict, version: '0.1.0' } };
    const text = replayRecordText({ ...record, ...verdict, recorded_by: WRITER }, plain);
    expect(replayRecordText(parseReplayRecord(text, 'record', plain), plain)).toBe(text);
    await expectFile(text, 'request-114.replay.json');
  });

  it('holds a split test', async () => {
    const test: SplitTestMessage = {
      version: 1,
      started_at_unix_nano: FROZEN_AT,
      ended_at_unix_nano: FROZEN_AT + 60_000_000_000n,
      app: './app.mjs',
      app_sha256: 'b'.repeat(64),
      tested_by: WRITER,
      trials_per_cell: 3,
      incidents: [{ id: 'INC-A', frozen_sha256: 'a'.repeat(64), verdict: 'H1', boundary: 'retrieval' }],
      repairs: [{ id: 'top-k', boundary: 'retrieval', changes: [{ pin: 'top_k', from: '5', to: '50' }] }],
      trials: [
        {
          repair: '',
          number: 1,
          at_unix_nano: FROZEN_AT + 1n,
          triple_sha256: '',
          config_sha256: '',
          incident: 'INC-A',
        },
      ],
      matrix: [{ incident: 'INC-A', repair: 'top-k', trials: 3, recovered: 3, unknown: 0, ranks: [47] }],
      rulings: [
        { repair: 'top-k', ruling: 'discriminant', because: 'recovers INC-A 3/3 and no other', recovered: ['INC-A'] },
      ],
      sha256: '',
    };
    const { text } = sealSplitTest(test, plain);
    expect(parseSplitTest(text, 'split test', plain)).toMatchObject({ app: './app.mjs' });
    await expectFile(text, 'split-test.json');
  });

  it('holds a ledger', async () => {
    const keys = new Map<string, PairingKeyMessage>();
    for (const letter of ['a', 'b', 'c'] as const) {
      const incident = frozen(await canonicalRun(letter), `INC-${letter.toUpperCase()}`, true);
      keys.set(incident.id, pairingKeyOf(incident, plain) as PairingKeyMessage);
    }
    const contents: EntryContent[] = [
      ...[...keys].map(([incident, key]) => ({ kind: 'add', incident, key, at_unix_nano: FROZEN_AT })),
      { kind: 'pair', incident: 'INC-A', other: 'INC-B', at_unix_nano: FROZEN_AT + 1n },
      {
        kind: 'confirm',
        incident: 'INC-A',
        repair: { id: 'top-k', boundary: 'retrieval', changes: [{ pin: 'top_k', from: '5', to: '50' }] },
        recovered: 3,
        trials: 3,
        at_unix_nano: FROZEN_AT + 2n,
      },
      {
        kind: 'void',
        incident: 'INC-A',
        other: 'INC-B',
        reason: 'INC-C showed “snapshot” 2 \u{1f600}',
        changes: [{ pin: 'snapshot', from: '"1"', to: '"2"' }],
        at_unix_nano: FROZEN_AT + 3n,
      },
    ];
    const lines: string[] = [];
    let end: { entries: number; head?: string } = { entries: 0 };
    for (const content of contents) {
      const { entry, line }: { entry: LedgerEntryMessage; line: string } = sealEntry(content, end, plain);
      expect(openLine(line, end, plain)).toEqual({ entry });
      lines.push(`${line}\n`);
      end = { entries: end.entries + 1, head: entry.sha256 };
    }
    await expectFile(lines.join(''), 'ledger.jsonl');
  });
});
