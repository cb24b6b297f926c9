import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileKind } from '../../src/incidents/files/file-kind.js';

const kindOf = async (text: string) => {
  const path = join(mkdtempSync(join(tmpdir(), 'ragspan-kind-')), 'file.json');
  writeFileSync(path, text);
  return fileKind(path);
};

describe('the kind of a file', () => {
  it.each([
    ['{"version":1,"id":"a","frozenAtUnixNano":"1","case":{"id":"spans","expect":{"must":"spans"}}}', 'incident'],
    ['{"version":1,"frozenAtUnixNano":"1","pins":{"parameters":{"requestId":"1","spans":"2"}}}', 'incident'],
    ['{"version":1,"requestId":"r","pins":{"parameters":{"frozenBy":"1"}}}', 'replay_record'],
    ['{"sequence":"1","kind":"add","incident":"traceID"}', 'ledger'],
    ['{"version":1,"trialsPerCell":3,"app":"spans"}', 'split_test'],
    ['{"data":[{"traceID":"1","spans":[{"tags":[{"key":"requestId","value":"frozenBy"}]}]}]}', 'trace'],
    ['{ "resourceSpans" : [] }', 'trace'],
    ['{"version":1,"requestId":"r","frozenBy":"1","resourceSpans":[]}', 'trace'],
    [`{"incidents":[{"frozenAtUnixNano":"1","text":"${'\\"{'.repeat(60_000)}"}],"trialsPerCell":3}`, 'split_test'],
    ['{"case":{"requestId":"r"},"frozen\\u0053ha256":"0","version":1}', 'incident'],
    ['{"entry":{"frozenSha256":"0"},"sequence":"2"}\n{"frozenSha256":"0"}\n', 'ledger'],
    ['\ufeff\n {"version":"requestId","note":"}","requestId":1', 'replay_record'],
    ['[{"requestId":"r"}]', 'trace'],
    ['"frozenBy": 1', 'trace'],
    ['hello', 'trace'],
  ])('is told by members, never by what they hold: %.80s', async (text, kind) => {
    expect(await kindOf(text)).toBe(kind);
  });
});
