/** The file of a record: sealed, never overwritten, refused when it was touched. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { IncidentError } from '../../src/incidents/incident-error.js';
import { textHash } from '../../src/model/digest.js';
import { anyMessage } from '../support/any-message.js';
import {
  parseReplayRecord,
  readReplayRecord,
  replayFileName,
  replayRecordText,
  sealedRecord,
  writeReplayRecord,
} from '../../src/replay/record-file.js';
import { replayRecordOf, replayRecordOfIncident } from '../../src/replay/replay-record.js';
import { canonical } from '../incidents/support.js';
import { canonicalRun, HASH } from './support.js';
import { cpuClock } from '../support/cpu-time.js';

const folder = mkdtempSync(join(tmpdir(), 'ragspan-replay-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const NOW = 1_790_000_000_000_000_000n;
const record = replayRecordOf(await canonicalRun('c'), { requestId: 'req-1', withText: true, nowUnixNano: NOW });

const refusal = (text: string, hash = HASH): IncidentError => {
  try {
    parseReplayRecord(text, 'R.json', hash);
  } catch (error) {
    if (error instanceof IncidentError) return error;
    throw error;
  }
  throw new Error('it was taken');
};

describe('a replay record file', () => {
  it('comes back as it was written', async () => {
    const path = await writeReplayRecord(folder, record, HASH);
    expect(path).toBe(join(folder, 'req-1.replay.json'));
    expect(await readReplayRecord(path, HASH)).toEqual(record);
    expect(record.sha256).toMatch(/^[0-9a-f]{64}$/u);
    expect(statSync(path).mode & 0o077).toBe(0);
  });

  it('is never overwritten, and leaves nothing else behind', async () => {
    const dir = join(folder, 'twice');
    await writeReplayRecord(dir, record, HASH);
    const before = readFileSync(join(dir, 'req-1.replay.json'), 'utf8');
    await expect(writeReplayRecord(dir, { ...record, notes: ['other'] }, HASH)).rejects.toThrow(/there already/u);
    expect(readFileSync(join(dir, 'req-1.replay.json'), 'utf8')).toBe(before);
    expect(readdirSync(dir)).toEqual(['req-1.replay.json']);
  });

  it('is one of all when many write at once', async () => {
    const dir = join(folder, 'many');
    const tries = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => writeReplayRecord(dir, { ...record, notes: [String(index)] }, HASH)),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(readdirSync(dir)).toEqual(['req-1.replay.json']);
    await readReplayRecord(join(dir, 'req-1.replay.json'), HASH);
  });

  it('may be any record there is', () => {
    fc.assert(
      fc.property(anyMessage('ReplayRecord'), (any) => {
        const one = sealedRecord(
          { ...any, version: 1, triple: { ...any.triple, trace_id: '', hash_key: undefined } as never },
          HASH,
        );
        expect(parseReplayRecord(replayRecordText(one, HASH), 'any', HASH)).toEqual(one);
      }),
      { numRuns: 50 },
    );
  });
});

describe('a record that was touched', () => {
  const text = replayRecordText(record, HASH);
  const json = JSON.parse(text) as Record<string, unknown>;

  it('is refused, whatever was changed', () => {
    const changes: ((copy: any) => void)[] = [
      (copy) => (copy.requestId = 'req-2'),
      (copy) => (copy.pins.topK = 6),
      (copy) => (copy.triple.retrieval.items[0].score = 0.5),
      (copy) => copy.triple.retrieval.items.reverse(),
      (copy) => (copy.triple.output.text.text += '.'),
      (copy) => (copy.verdict.verdict = 'HOLD'),
      (copy) => delete copy.verdict,
      (copy) => delete copy.withText,
      (copy) => (copy.packedIds = []),
      (copy) => (copy.unknownMember = 1),
      (copy) => delete copy.sha256,
      (copy) => (copy.sha256 = 'a'.repeat(64)),
      (copy) => (copy.triple.unknownMember = { deep: true }),
    ];
    for (const change of changes) {
      const copy = structuredClone(json);
      change(copy);
      const error = refusal(JSON.stringify(copy));
      expect(error.message, String(change)).toContain('R.json: sha256: the file was changed after it was sealed');
      expect(error.hint).not.toBe('');
    }
  });

  it('is refused when any one character of a value is another', () => {
    const places = [...text].flatMap((character, index) => (/[a-z0-9]/u.test(character) ? [index] : []));
    fc.assert(
      fc.property(fc.constantFrom(...places), fc.constantFrom('x', '7'), (at, other) => {
        fc.pre(text[at] !== other);
        expect(() => parseReplayRecord(text.slice(0, at) + other + text.slice(at + 1), 'R', HASH)).toThrow(
          IncidentError,
        );
      }),
    );
  });

  it('is not: spaces and the order of members do not matter', () => {
    const { sha256, ...rest } = json;
    const reordered = Object.fromEntries(Object.entries({ sha256, ...rest }).reverse());
    expect(parseReplayRecord(JSON.stringify(reordered), 'R', HASH)).toEqual(record);
  });

  it('cannot be sealed again without the key', () => {
    const keyed = textHash('secret');
    const sealed = replayRecordText(
      { ...record, triple: { ...record.triple, hash_key: keyed.keyName } as never },
      keyed,
    );
    expect(parseReplayRecord(sealed, 'R', keyed).request_id).toBe('req-1');
    expect(refusal(sealed).message).toContain('under the key named');
    expect(refusal(sealed, textHash('other')).message).toContain('the key given here is named');
    expect(refusal(text, keyed).message).toContain('without a key');
    const forged = JSON.parse(sealed) as Record<string, unknown>;
    expect(refusal(JSON.stringify({ ...forged, requestId: 'x' }), keyed).message).toContain(
      'changed after it was sealed',
    );
  });
});

describe('what is no record', () => {
  it('is refused in words, and in time', () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    const hostile: [string, RegExp][] = [
      ['', /is no JSON/u],
      ['null', /is no JSON object/u],
      ['[1]', /is no JSON object/u],
      ['{}', /has no "version", so it is not a replay record/u],
      ['{"version":2}', /version: 2 is no version/u],
      [`{"version":"${'x'.repeat(10_000)}"}`, /version: "x{1,100}/u],
      [deep, /R\.json/u],
      [`{"version":${deep}}`, /R\.json/u],
      [`{"version":1,"a":${deep}}`, /R\.json/u],
      ['{"version":1,"triple":7}', /sha256/u],
      ['{"version":1,"triple":null,"sha256":null}', /sha256/u],
      ['{"version":1e999}', /version/u],
      ['{"version":1,"a":1e999}', /Infinity is no JSON number/u],
      ['{"__proto__":{"version":1}}', /version/u],
    ];
    const cpuMillis = cpuClock();
    for (const [text, words] of hostile) {
      const error = refusal(text);
      expect(error.message, text.slice(0, 40)).toMatch(words);
      expect(error.message.length).toBeLessThan(500);
    }
    expect(cpuMillis()).toBeLessThan(5_000);
  });

  it('is refused when sealed rightly but of other types', () => {
    const body = { version: 1, requestId: 7, triple: 'x' };
    const sealed = { ...body, sha256: HASH.sha256('{"requestId":7,"triple":"x","version":1}') };
    expect(refusal(JSON.stringify(sealed)).message).toMatch(/^R\.json: /u);
  });

  it('is refused before it is read when it is too long', async () => {
    const path = join(folder, 'huge.json');
    writeFileSync(path, '');
    const { truncate } = await import('node:fs/promises');
    await truncate(path, 300 * 1024 * 1024);
    await expect(readReplayRecord(path, HASH)).rejects.toThrow(/bytes long/u);
    await expect(readReplayRecord(join(folder, 'nowhere.json'), HASH)).rejects.toThrow(/no such file/u);
    await expect(readReplayRecord(folder, HASH)).rejects.toThrow(IncidentError);
  });
});

describe('the name of a record file', () => {
  it('is the request id where that is a plain name', () => {
    expect(replayFileName('req-1.a_B', HASH)).toBe('req-1.a_B.replay.json');
  });

  it('never leaves the folder, and keeps two ids apart', () => {
    const hostile = [
      '',
      '.',
      '..',
      '../../etc/passwd',
      '/abs',
      'a/b',
      'a\\b',
      'a\0b',
      'a b',
      'é',
      'x'.repeat(5000),
      '.hidden',
      'a\nb',
    ];
    const names = hostile.map((id) => replayFileName(id, HASH));
    for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_-][A-Za-z0-9._-]{0,120}$/u);
    expect(new Set(names).size).toBe(hostile.length);
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (id) => {
        expect(replayFileName(id, HASH)).toMatch(/^[A-Za-z0-9_-][A-Za-z0-9._-]{0,120}$/u);
      }),
    );
  });
});

describe('an incident', () => {
  it('is replayed as a record: pins, artifacts, case and verdict', async () => {
    const incident = await canonical('b');
    const one = replayRecordOfIncident(incident, HASH);
    expect(one).toMatchObject({ request_id: 'INC-10b', with_text: true, verdict: { verdict: 'H2' } });
    expect(one.triple).toEqual(incident.triple);
    expect(one.case).toEqual(incident.case);
    expect(parseReplayRecord(replayRecordText(one, HASH), 'i', HASH)).toEqual(one);
  });
});
