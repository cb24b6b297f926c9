/** One case of the file (spec §8). */
import type { CaseShape, ExpectShape, NeedShape, WhenShape } from './case-file.js';
import type { KeyPath, Problems } from './problems.js';
import type { PatternReader } from './pattern-reader.js';
import { readAlternatives, readDigestTemplate, readSha256, readStarText } from './read-values.js';
import { MapReader, readList, readText } from './shape-reader.js';
import type { Tree } from './tree.js';
import { staleFromMillis } from './until.js';

const CASE_KEYS = ['id', 'when', 'need', 'expect', 'snapshot', 'until'];
const WHEN_KEYS = ['input', 'input_sha256', 'input_matches', 'attributes', 'retrieved'];
const NEED_KEYS = ['line', 'chunk', 'id', 'line_is'];
const EXPECT_KEYS = ['must', 'must_not', 'allow', 'refusals', 'case_sensitive'];
const LINE_IS = ['correct', 'incorrect', 'unconfirmed'] as const;
const CASE_ID = /^[a-z0-9._-]{1,64}$/;

/** Undefined only when it is no mapping. */
export function readCase(tree: Tree, path: KeyPath, patterns: PatternReader): CaseShape | undefined {
  const reader = MapReader.open(tree, path, CASE_KEYS, patterns.problems);
  if (reader === undefined) return undefined;
  const snapshot = reader.text('snapshot');
  const until = readUntil(reader);
  return {
    id: readId(reader),
    when: readWhen(reader, patterns),
    need: readNeeds(reader),
    expect: readExpect(reader, patterns),
    ...(snapshot === undefined ? {} : { snapshot }),
    ...(until === undefined ? {} : { until }),
  };
}

function readId(reader: MapReader): string {
  if (!reader.has('id')) {
    reader.problems.report(reader.path, undefined, 'has no id; add one of its own, it names the case in every verdict');
    return '';
  }
  const id = reader.text('id');
  if (id === undefined || CASE_ID.test(id)) return id ?? '';
  reader.problems.report(reader.at('id'), id, 'is no case id; use 1 to 64 of a-z 0-9 . _ -');
  return '';
}

function readUntil(reader: MapReader): string | undefined {
  const until = reader.text('until');
  if (until === undefined || staleFromMillis(until) !== undefined) return until;
  reader.problems.report(
    reader.at('until'),
    until,
    'is no date; write one as 2026-12-31, or a time with its zone as 2026-12-31T18:00:00Z',
  );
  return undefined;
}

/** Left out: every run. */
function readWhen(reader: MapReader, patterns: PatternReader): WhenShape {
  const tree = reader.get('when');
  const when = tree === undefined ? undefined : MapReader.open(tree, reader.at('when'), WHEN_KEYS, reader.problems);
  if (when === undefined) return { attributes: [], retrieved: [] };
  const input = when.text('input');
  const hashed = when.get('input_sha256');
  const sha256 = hashed === undefined ? undefined : readSha256(hashed, when.at('input_sha256'), when.problems);
  const written = when.text('input_matches');
  const matches = written === undefined ? undefined : patterns.read(written, when.at('input_matches'));
  return {
    ...(input === undefined ? {} : { input }),
    ...(sha256 === undefined ? {} : { input_sha256: sha256 }),
    ...(typeof matches === 'string' ? { input_matches: matches } : {}),
    attributes: readAttributes(when),
    retrieved: filledList(when, 'retrieved', (item, path) => readStarText(item, path, when.problems)),
  };
}

function readAttributes(when: MapReader): WhenShape['attributes'] {
  const tree = when.get('attributes');
  if (tree === undefined) return [];
  const path = when.at('attributes');
  if (!(tree instanceof Map)) {
    when.problems.report(path, undefined, 'is no mapping; write attribute names with their values');
    return [];
  }
  return [...(tree as ReadonlyMap<string, Tree>)].flatMap(([key, value]) => {
    const text = readText(value, path.key(key), when.problems);
    return text === undefined ? [] : [{ key, value: text }];
  });
}

/** One need, or a list of which all must hold. */
function readNeeds(reader: MapReader): NeedShape[] {
  const tree = reader.get('need');
  if (tree === undefined || (Array.isArray(tree) && tree.length === 0)) {
    reader.problems.report(
      tree === undefined ? reader.path : reader.at('need'),
      undefined,
      'has no need; say what must survive: line, chunk or id',
    );
    return [];
  }
  return readList(tree, reader.at('need'), (item, path) => readNeed(item, path, reader.problems));
}

function readNeed(tree: Tree, path: KeyPath, problems: Problems): NeedShape | undefined {
  const reader = MapReader.open(tree, path, NEED_KEYS, problems);
  if (reader === undefined) return undefined;
  if (!reader.has('line') && !reader.has('chunk') && !reader.has('id')) {
    problems.report(path, undefined, 'needs nothing; add line, chunk or id');
  }
  const line = reader.text('line');
  return {
    ...(line === undefined ? {} : { line }),
    chunk: filledList(reader, 'chunk', (item, below) => readDigestTemplate(item, below, problems)),
    id: filledList(reader, 'id', (item, below) => readStarText(item, below, problems)),
    line_is: reader.word('line_is', LINE_IS) ?? 'unconfirmed',
  };
}

/** A list that means "any of these": without entries nothing could ever fit. */
function filledList<Item>(
  reader: MapReader,
  key: string,
  read: (tree: Tree, path: KeyPath) => Item | undefined,
): Item[] {
  const tree = reader.get(key);
  if (Array.isArray(tree) && tree.length === 0)
    reader.problems.report(reader.at(key), undefined, 'is an empty list; add entries, or remove the key');
  return reader.list(key, read);
}

function readExpect(reader: MapReader, patterns: PatternReader): ExpectShape {
  const tree = reader.get('expect');
  const expect =
    tree === undefined ? undefined : MapReader.open(tree, reader.at('expect'), EXPECT_KEYS, reader.problems);
  if (expect === undefined) return { must: [], must_not: [], allow: [], refusals: [], case_sensitive: false };
  return {
    must: expect.list('must', (item, path) => readAlternatives(item, path, patterns)),
    must_not: expect.list('must_not', (item, path) => readAlternatives(item, path, patterns)),
    allow: expect.list('allow', (item, path) => patterns.read(item, path)),
    refusals: expect.list('refusals', (item, path) => patterns.read(item, path)),
    case_sensitive: expect.word('case_sensitive', ['true', 'false']) === 'true',
  };
}
