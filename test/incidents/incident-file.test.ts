import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  createIncident,
  incidentText,
  parseIncident,
  readIncident,
  updateIncident,
} from '../../src/incidents/incident-file.js';
import { IncidentError } from '../../src/incidents/incident-error.js';
import { canonicalJson, sealedSha256 } from '../../src/incidents/sealed-json.js';
import { textHash } from '../../src/model/digest.js';
import type { IncidentMessage } from '../../src/proto/messages.generated.js';
import { canonical, HASH } from './support.js';

const folder = (): string => mkdtempSync(join(tmpdir(), 'ragspan-incidents-'));
let incident: IncidentMessage;
beforeAll(async () => {
  incident = await canonical('b');
});

describe('the seal', () => {
  it('is over the RFC 8785 form: spaces and order of keys do not count', () => {
    const value = { b: [1, 1e21, -0, 'ä\u2028"'], a: { '\u20ac': 1, z: null, '\ud83d\ude00': true } };
    expect(canonicalJson(value)).toBe('{"a":{"z":null,"€":1,"😀":true},"b":[1,1e+21,0,"ä\u2028\\""]}');
    expect(() => canonicalJson(JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`))).toThrow(/nested deeper/u);
    expect(sealedSha256({ x: 1, sha256: 'y' }, ['sha256'], HASH)).toBe(HASH.sha256('{"x":1}'));
    expect(canonicalJson({ a: [], b: {}, c: undefined })).toBe('{"a":[],"b":{}}');
  });

  it('takes a file that was only laid out anew', () => {
    const text = incidentText(incident, HASH);
    const reordered = Object.fromEntries(Object.entries(JSON.parse(text) as object).reverse());
    expect(parseIncident(JSON.stringify(reordered), 'x', HASH)).toEqual(incident);
  });

  it('shows that any value, key or member was changed, known to us or not', () => {
    const json = JSON.parse(incidentText(incident, HASH)) as Record<string, unknown>;
    let changes = 0;
    const walk = (value: unknown, change: (to: unknown) => unknown, path: string): void => {
      const refuse = (to: unknown, where: string): void => {
        changes += 1;
        expect(() => parseIncident(JSON.stringify(change(to)), 'x', HASH), where).toThrow(IncidentError);
      };
      if (typeof value === 'string') refuse(`${value}x`, path);
      else if (typeof value === 'number') refuse(value + 1, path);
      else if (typeof value === 'boolean') refuse(!value, path);
      else if (Array.isArray(value)) {
        refuse([...(value as unknown[]), 'x'], `${path}[]`);
        refuse(value.slice(1), `${path}[1:]`);
        // Items are alike: the first and the last stand for them.
        for (const index of new Set([0, value.length - 1]))
          walk(
            value[index],
            (to) => change(value.map((one: unknown, at) => (at === index ? to : one))),
            `${path}[${index}]`,
          );
      } else if (typeof value === 'object' && value !== null) {
        const members = value as Record<string, unknown>;
        refuse({ ...members, unknownMember: 1 }, `${path}.unknownMember`);
        for (const key of Object.keys(members)) {
          const { [key]: _gone, ...rest } = members;
          refuse(rest, `${path} without ${key}`);
          walk(members[key], (to) => change({ ...members, [key]: to }), `${path}.${key}`);
        }
      }
    };
    walk(json, (to) => to, '');
    expect(changes).toBeGreaterThan(300);
  });

  it('shows that what was frozen was changed, when only the outer hash was made anew', () => {
    const json = JSON.parse(incidentText(incident, HASH)) as Record<string, unknown>;
    const forged = { ...json, service: 'another' };
    const resealed = { ...forged, sha256: sealedSha256(forged, ['sha256'], HASH) };
    expect(() => parseIncident(JSON.stringify(resealed), 'x', HASH)).toThrow(/x: frozenSha256: .*changed after/u);
  });

  it('cannot be forged without the key, and says which key is missing', async () => {
    const keyed = textHash('secret');
    const read = JSON.parse(incidentText(incident, HASH)) as { triple: object };
    expect(() => parseIncident(JSON.stringify(read), 'x', keyed)).toThrow(
      /sealed without a key, and one is given here/u,
    );
    const text = incidentText({ ...incident, triple: { ...incident.triple, hash_key: keyed.keyName } as never }, keyed);
    expect(parseIncident(text, 'x', keyed).triple?.hash_key).toBe(keyed.keyName);
    expect(() => parseIncident(text, 'x', HASH)).toThrow(/no key is given here/u);
    expect(() => parseIncident(text, 'x', textHash('other'))).toThrow(/sealed under the key named/u);
  });
});

describe('reading', () => {
  it.each([
    ['', /is no JSON/u],
    ['[]', /is no JSON object/u],
    ['null', /is no JSON object/u],
    ['{}', /has no "version", so it is not an incident/u],
    ['{"version":2}', /version: 2 is no version/u],
    ['{"version":1}', /sha256/u],
    ['{"version":1,"triple":[1],"sha256":3}', /sha256/u],
    [`{"version":1,"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, /nested|stack|sha256/u],
    ['{"version":1,"__proto__":{"x":1}}', /sha256/u],
  ])('refuses %s in words', (text, problem) => {
    expect(() => parseIncident(text, 'x.json', HASH)).toThrow(problem);
    expect(() => parseIncident(text, 'x.json', HASH)).toThrow(IncidentError);
  });

  it('refuses a key that stands twice, and bytes that are no UTF-8', async () => {
    const text = incidentText(incident, HASH);
    expect(() => parseIncident(text.replace('"id":', '"id": "INC-other", "id":'), 'x', HASH)).toThrow(/duplicate key/u);
    expect(() => parseIncident(text.replace('"rank":', '"rank": 9, "rank":'), 'x', HASH)).toThrow(/duplicate key/u);
    const path = join(folder(), 'x.json');
    writeFileSync(path, Buffer.concat([Buffer.from(text), Buffer.from([0xff])]));
    await expect(readIncident(path, HASH)).rejects.toThrow(/x\.json: is no UTF-8 text/u);
  });

  it('names a file that is not there, a folder, and one that may not be read', async () => {
    const dir = folder();
    await expect(readIncident(join(dir, 'no.json'), HASH)).rejects.toThrow(/no\.json: there is no such file/u);
    await expect(readIncident(dir, HASH)).rejects.toThrow(/is a folder/u);
  });
});

describe('writing', () => {
  it('never overwrites, and leaves nothing else behind', async () => {
    const dir = join(folder(), 'new', 'folder');
    const path = await createIncident(dir, incident, HASH);
    const before = readFileSync(path);
    await expect(createIncident(dir, { ...incident, service: 'other' }, HASH)).rejects.toThrow(/is there already/u);
    expect(readFileSync(path)).toEqual(before);
    expect(readdirSync(dir)).toEqual(['INC-10b.json']);
    // Evidence is for its owner.
    expect(statSync(path).mode & 0o077).toBe(0);
  });

  it.each(['../x', 'a/b', '', '.hidden', 'a\0b', 'x'.repeat(101), 'INC 1', 'é'])('refuses the id %j', async (id) => {
    await expect(createIncident(folder(), { ...incident, id }, HASH)).rejects.toThrow(/is no incident id/u);
  });

  it('adds what is found out, and refuses what would change the evidence', async () => {
    const path = await createIncident(folder(), incident, HASH);
    const after = await updateIncident(path, HASH, (one) => ({ ...one, next: 'Rest.' }));
    expect(after.frozen_sha256).toBe(incident.frozen_sha256);
    expect((await readIncident(path, HASH)).next).toBe('Rest.');
    await expect(updateIncident(path, HASH, (one) => ({ ...one, service: 'x' }))).rejects.toThrow(
      /frozen would change/u,
    );
    expect((await readIncident(path, HASH)).next).toBe('Rest.');
  });

  it('adds nothing to a file with members of a newer version: they would be lost', async () => {
    const path = await createIncident(folder(), incident, HASH);
    for (const more of [{ reviewedBy: 'J' }, { diff: [{ boundary: 'retrieval', weight: 1 }] }]) {
      const json = { ...(JSON.parse(incidentText(incident, HASH)) as object), ...more };
      const newer = JSON.stringify({ ...json, sha256: sealedSha256(json as never, ['sha256'], HASH) });
      writeFileSync(path, newer);
      expect((await readIncident(path, HASH)).id).toBe(incident.id);
      await expect(updateIncident(path, HASH, (one) => ({ ...one, next: 'Rest.' }))).rejects.toThrow(
        /does not know .*"(?:reviewedBy|weight)"/u,
      );
      expect(readFileSync(path, 'utf8')).toBe(newer);
    }
  });

  it('says that there is no space, or no permission, and leaves no part of a file', async () => {
    const dir = folder();
    writeFileSync(join(dir, 'file'), '');
    await expect(createIncident(join(dir, 'file'), incident, HASH)).rejects.toThrow(/file/u);
    expect(readdirSync(dir)).toEqual(['file']);
  });
});

describe('several processes', () => {
  let program: string;
  beforeAll(async () => {
    program = join(folder(), 'writer.mjs');
    await build({
      entryPoints: ['test/incidents/writer.ts'],
      outfile: program,
      bundle: true,
      platform: 'node',
      format: 'esm',
      logLevel: 'error',
      banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    });
  });

  it('that freeze the same id at once: one wins, the file is whole', async () => {
    const dir = folder();
    const source = await createIncident(folder(), incident, HASH);
    const runs = await Promise.allSettled(
      Array.from({ length: 4 }, (_, index) =>
        promisify(execFile)(process.execPath, [program, 'create', dir, source, String(index)]),
      ),
    );
    expect(runs.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(readdirSync(dir)).toEqual(['INC-10b.json']);
    await readIncident(join(dir, 'INC-10b.json'), HASH);
  });

  it('that add to the same incident at once: nothing is lost', async () => {
    const path = await createIncident(folder(), incident, HASH);
    await Promise.all(
      Array.from({ length: 4 }, (_, index) =>
        promisify(execFile)(process.execPath, [program, 'note', path, String(index), '25']),
      ),
    );
    const notes = (await readIncident(path, HASH)).notes ?? [];
    expect(new Set(notes).size).toBe(100);
    expect(readdirSync(join(path, '..'))).toEqual(['INC-10b.json']);
  });

  it('that are killed in the middle: the file is the old one or the new one, and the next writer goes on', async () => {
    const path = await createIncident(folder(), incident, HASH);
    for (let round = 0; round < 8; round += 1) {
      const child = spawn(process.execPath, [program, 'note', path, `round-${round}`, '1000'], {
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      await new Promise<void>((resolve) => child.stdout.once('data', () => resolve()));
      await new Promise((resolve) => setTimeout(resolve, 3 + round * 7));
      child.kill('SIGKILL');
      await new Promise((resolve) => child.once('close', resolve));
      // The lock of the dead is taken over.
      const after = await updateIncident(path, HASH, (one) => ({ ...one, next: `after ${round}` }));
      expect(after.next).toBe(`after ${round}`);
    }
    expect((await readIncident(path, HASH)).frozen_sha256).toBe(incident.frozen_sha256);
  });
});
