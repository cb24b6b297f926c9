/** Reading a ledger: what was touched shows, with file and line; what was torn is told and kept. */
import { appendFileSync, existsSync, mkdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { IncidentError } from '../../src/incidents/incident-error.js';
import { canonicalJson, sealedSha256 } from '../../src/incidents/sealed-json.js';
import { confirmRepair } from '../../src/ledger/confirm-repair.js';
import { expirePair } from '../../src/ledger/expire-pairings.js';
import { viewJson } from '../../src/ledger/ledger-json.js';
import { ledgerView } from '../../src/ledger/ledger-view.js';
import { pairIncidents } from '../../src/ledger/pair-incidents.js';
import { readLedger, readUnlocked } from '../../src/ledger/read-ledger.js';
import { addIncidents, freshLedger, incident, PLAIN } from './incidents.js';

type Fresh = ReturnType<typeof freshLedger>;

/** One entry of each kind. */
async function small(): Promise<Fresh> {
  const ledger = freshLedger();
  await addIncidents(ledger, [
    incident('A', { pins: { snapshot: 's1' } }),
    incident('B', { pins: { snapshot: 's1' } }),
  ]);
  await pairIncidents(ledger, 'A', 'B');
  await confirmRepair(ledger, { incident: 'A', repair: { id: 'top-k-50' }, recovered: 3, trials: 3 });
  await expirePair(ledger, 'A', 'B', 'the index was rebuilt');
  return ledger;
}

const linesOf = ({ path }: Fresh): string[] => readFileSync(path, 'utf8').split('\n').slice(0, -1);
const write = ({ path }: Fresh, lines: readonly string[]): void =>
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
const shown = async ({ path }: Fresh): Promise<unknown> => viewJson(ledgerView((await readLedger(path, PLAIN)).state));

async function refusal(ledger: Fresh): Promise<string> {
  try {
    await readLedger(ledger.path, PLAIN);
  } catch (error) {
    if (error instanceof IncidentError) return error.message.replace(ledger.path, 'L');
    throw error;
  }
  return 'read';
}

describe('a ledger that was touched', () => {
  it('shows any changed byte, in its line', async () => {
    const ledger = await small();
    const bytes = readFileSync(ledger.path);
    const missed: string[] = [];
    let line = 1;
    for (const [index, byte] of bytes.entries()) {
      // A different bit for each byte: digits become other digits, letters other letters, quotes none.
      const changed = Buffer.from(bytes);
      changed[index] = byte ^ (1 << (index % 8));
      writeFileSync(ledger.path, changed);
      const isEnd = index === bytes.length - 1;
      try {
        const { torn } = await readUnlocked(ledger.path, PLAIN);
        // Without its line end the last line was never finished: that is told too.
        if (!isEnd || torn?.line !== line) missed.push(`byte ${index} of line ${line}`);
      } catch (error) {
        const place = `${ledger.path}:${line}: `;
        if (!(error instanceof IncidentError) || !error.message.startsWith(place))
          missed.push(`byte ${index} of line ${line}: ${String(error)}`);
      }
      if (byte === 0x0a) line += 1;
    }
    expect(bytes.length).toBeGreaterThan(2000);
    expect(missed).toEqual([]);
  }, 600_000);

  const touches: readonly (readonly [what: string, touch: (lines: string[]) => string[], found: RegExp])[] = [
    ['a line removed', (lines) => lines.toSpliced(1, 1), /^L:2: is entry 3, and does not follow entry 1:/],
    ['the first line removed', (lines) => lines.slice(1), /^L:1: is entry 2, and does not follow entry 0:/],
    ['a line put in twice', (lines) => lines.toSpliced(1, 0, lines[0] ?? ''), /^L:2: is entry 1, and does not/],
    ['two lines exchanged', ([a = '', b = '', ...rest]) => [b, a, ...rest], /^L:1: is entry 2/],
    ['an empty line', (lines) => lines.toSpliced(2, 0, ''), /^L:3: is no ledger entry/],
    [
      'a word changed',
      (lines) => lines.map((line) => line.replace('rebuilt', 'rebuild')),
      /^L:5: its content does not/,
    ],
    ['a space put in', (lines) => lines.map((line) => line.replace('","', '", "')), /^L:1: stands otherwise than/],
    ['a member twice', (lines) => lines.map((line) => line.replace('{', '{"at":1,')), /^L:1: its content does not fit/],
    [
      'a member spelt otherwise',
      (lines) => lines.map((line) => line.replace('"incident":"A"', '"inciden\\u0074":"A"')),
      /^L:1: stands otherwise than it was written/,
    ],
    ['a version of its own', (lines) => lines.map((line) => line.replace(/"version":1/, '"version":9')), /version: 9/],
    ['a list instead', () => ['[]'], /^L:1: is no JSON object/],
  ];
  it.each(touches)('shows %s', async (_, touch, found) => {
    const ledger = await small();
    write(ledger, touch(linesOf(ledger)));
    expect(await refusal(ledger)).toMatch(found);
  });

  it('shows an entry that was made anew with hashes that fit, by the chain', async () => {
    const ledger = await small();
    const lines = linesOf(ledger);
    const second = JSON.parse(lines[1] ?? '') as Record<string, unknown>;
    const forged = { ...second, incident: 'Z' };
    lines[1] = canonicalJson({ ...forged, sha256: sealedSha256(forged, ['sha256'], PLAIN) });
    write(ledger, lines);
    expect(await refusal(ledger)).toMatch(/^L:3: is entry 3, and does not follow entry 2/);
  });

  const wrongs: readonly (readonly [what: string, change: object, found: string])[] = [
    ['of a kind there is none of', { kind: 'forget' }, 'kind: "forget" is none that this ragspan reads'],
    ['that adds without a key', { kind: 'add', incident: 'C' }, 'adds an incident without its key'],
    [
      'that pairs what is not there',
      { kind: 'pair', incident: 'A', other: 'Z' },
      'names Z, which is not in the ledger',
    ],
    ['that pairs with nothing', { kind: 'pair', incident: 'A' }, 'names no incident, which is not in the ledger'],
    [
      'that voids what is void',
      { kind: 'void', incident: 'B', other: 'A' },
      'voids a pairing of B and A that is not open',
    ],
    ['that confirms nothing', { kind: 'confirm', incident: 'A' }, 'confirms without repair, recovered or trials'],
  ];
  it.each(wrongs)('refuses a well-sealed entry %s', async (_, change, found) => {
    const ledger = await small();
    const { state } = await readLedger(ledger.path, PLAIN);
    const json = { version: 1, sequence: '6', atUnixNano: '1', previousSha256: state.head, ...change };
    appendFileSync(ledger.path, `${canonicalJson({ ...json, sha256: sealedSha256(json, ['sha256'], PLAIN) })}\n`);
    expect(await refusal(ledger)).toBe(`L:6: ${found}`);
  });

  it('is not appended to', async () => {
    const ledger = await small();
    const lines = linesOf(ledger);
    write(ledger, [(lines[0] ?? '').replace('below_k', 'below_x'), ...lines.slice(1)]);
    const before = readFileSync(ledger.path);
    await expect(addIncidents(ledger, [incident('C')])).rejects.toThrow(':1: its content does not fit its sha256');
    expect(readFileSync(ledger.path)).toEqual(before);
  });

  it('reads the same with the line ends of another system', async () => {
    const ledger = await small();
    const before = await shown(ledger);
    writeFileSync(ledger.path, readFileSync(ledger.path, 'utf8').replaceAll('\n', '\r\n'));
    expect(await shown(ledger)).toEqual(before);
  });
});

describe('a last line that was cut off', () => {
  it('is told at every length, and put aside by the next entry, byte for byte', async () => {
    const whole = await small();
    const bytes = readFileSync(whole.path);
    const lastLine = bytes.lastIndexOf(0x0a, bytes.length - 2) + 1;
    const ledger = freshLedger();
    for (let length = lastLine + 1; length < bytes.length - 1; length += 7) {
      writeFileSync(ledger.path, bytes.subarray(0, length));
      writeFileSync(`${ledger.path}.torn`, '');
      const { torn, state } = await readLedger(ledger.path, PLAIN);
      expect({ line: torn?.line, entries: state.entries }).toEqual({ line: 5, entries: 4 });
      expect(torn?.bytes).toEqual(bytes.subarray(lastLine, length));
      // A look changes nothing.
      expect(statSync(ledger.path).size).toBe(length);
      await addIncidents(ledger, [incident('C')]);
      expect(readFileSync(`${ledger.path}.torn`)).toEqual(
        Buffer.concat([bytes.subarray(lastLine, length), Buffer.from('\n')]),
      );
      expect(ledger.torn.at(-1)).toBe(`5 ${length - lastLine} ${ledger.path}.torn`);
      const after = await readLedger(ledger.path, PLAIN);
      expect({ torn: after.torn, entries: after.state.entries }).toEqual({ torn: undefined, entries: 5 });
    }
  });

  it('counts when it lacks its line end alone, and gets it with the next entry', async () => {
    const ledger = await small();
    const { size } = statSync(ledger.path);
    truncateSync(ledger.path, size - 1);
    const { torn, state, isUnclosed } = await readLedger(ledger.path, PLAIN);
    expect({ torn, entries: state.entries, isUnclosed }).toEqual({ torn: undefined, entries: 5, isUnclosed: true });
    await addIncidents(ledger, [incident('C')]);
    expect((await readLedger(ledger.path, PLAIN)).state.entries).toBe(6);
    expect(existsSync(`${ledger.path}.torn`)).toBe(false);
  });

  it('is told when a crash left it empty of sense: bytes that were never written', async () => {
    const ledger = await small();
    appendFileSync(ledger.path, Buffer.alloc(4096));
    expect((await readLedger(ledger.path, PLAIN)).torn).toMatchObject({ line: 6, bytes: Buffer.alloc(4096) });
  });

  it('is told when it is all there is', async () => {
    const ledger = freshLedger();
    writeFileSync(ledger.path, '{"atUnixNa');
    expect(await readLedger(ledger.path, PLAIN)).toMatchObject({ torn: { line: 1 }, validBytes: 0 });
    await addIncidents(ledger, [incident('A')]);
    expect(linesOf(ledger)).toHaveLength(1);
    expect(readFileSync(`${ledger.path}.torn`, 'utf8')).toBe('{"atUnixNa\n');
  });

  it('is no excuse for a line that has its line end', async () => {
    const ledger = await small();
    const lines = linesOf(ledger);
    write(ledger, [...lines.slice(0, 4), (lines[4] ?? '').slice(0, 40)]);
    expect(await refusal(ledger)).toMatch(/^L:5: is no ledger entry/);
  });
});

describe('what is no ledger', () => {
  const files: readonly (readonly [what: string, content: Buffer | string, found: RegExp])[] = [
    [
      'a byte order mark',
      Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from('{}\n')]),
      /^L:1: begins with a byte order mark/,
    ],
    ['UTF-16, little end first', Buffer.from('\ufeff{}\n', 'utf16le'), /^L:1: is UTF-16/],
    ['UTF-16, big end first', Buffer.from([0xfe, 0xff, 0, 0x7b, 0, 0x0a]), /^L:1: is UTF-16/],
    ['gzip', gzipSync('{}\n'), /^L:1: is compressed/],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0xc3, 0x28, 0x7d, 0x0a]), /^L:1: holds bytes that are no UTF-8/],
    ['NUL', '\0\0\0\n', /^L:1: is no ledger entry/],
    ['an incident', `${JSON.stringify(JSON.parse('{"version":1,"id":"A"}'))}\n`, /^L:1: its content does not fit/],
    [
      'deep nesting',
      `{"version":1,"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}\n`,
      /^L:1: is no ledger entry: nested deeper/,
    ],
    ['a proto key', '{"version":1,"__proto__":{"sha256":"x"}}\n', /^L:1: its content does not fit/],
    ['half a surrogate pair', '{"version":1,"incident":"\\ud800"}\n', /^L:1: its content does not fit/],
    ['a number no JSON holds', '{"version":1,"sequence":1e999}\n', /^L:1: is no ledger entry/],
  ];
  it.each(files)('refuses %s', async (_, content, found) => {
    const ledger = freshLedger();
    writeFileSync(ledger.path, content);
    expect(await refusal(ledger)).toMatch(found);
  });

  it('refuses a line longer than any entry, closed or not, at once', async () => {
    const ledger = freshLedger();
    for (const end of ['', '\n']) {
      writeFileSync(ledger.path, `{"a":"${'x'.repeat(3 * 1024 * 1024)}"}${end}`);
      expect(await refusal(ledger)).toBe('L:1: the line is longer than 1048576 bytes, which no entry is');
    }
  });

  it('refuses a folder, a device, and a file that is not there', async () => {
    const ledger = freshLedger();
    expect(await refusal(ledger)).toBe('L: there is no such file or folder');
    mkdirSync(ledger.path);
    expect(await refusal(ledger)).toBe('L: is no regular file');
    await expect(readLedger('/dev/null', PLAIN)).rejects.toThrow('/dev/null: is no regular file');
  });

  it('takes an empty file for an empty ledger', async () => {
    const ledger = freshLedger();
    writeFileSync(ledger.path, '');
    expect((await readLedger(ledger.path, PLAIN)).state.entries).toBe(0);
    await addIncidents(ledger, [incident('A')]);
    expect((await readLedger(ledger.path, PLAIN)).state.entries).toBe(1);
  });
});
