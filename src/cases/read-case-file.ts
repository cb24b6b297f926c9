/** A tree as a case file (spec §8): keys, types and words. Patterns are looked at when they are compiled. */
import { type AcceptableForm, type Loss, LOSSES } from '../model/verdict.js';
import type { CaseFile, ServiceShape } from './case-file.js';
import { KeyPath, type Problems } from './problems.js';
import type { PatternReader } from './pattern-reader.js';
import { readCase } from './read-case.js';
import { readDigest, readStarText } from './read-values.js';
import { MapReader, readText, readWord } from './shape-reader.js';
import type { Tree } from './tree.js';

const FILE_KEYS = ['version', 'services', 'cases', 'incorrect_chunks'];
const SERVICE_KEYS = ['top_k', 'accept_forms', 'retrieval_tools', 'refusals', 'expected_loss'];
const TOOL_KEYS = ['name', 'text', 'id'];
const ACCEPTABLE_FORMS: readonly AcceptableForm[] = ['html', 'crlf', 'nfc', 'ws'];
const EXPECTABLE_LOSSES: readonly Loss[] = LOSSES.filter((loss) => loss !== 'none');

/** What fits is returned even when problems were found: only a file without any is put in force. */
export function readCaseFile(tree: Tree, patterns: PatternReader): CaseFile {
  const { problems } = patterns;
  const file = MapReader.open(tree, KeyPath.root, FILE_KEYS, problems);
  if (file === undefined) return { version: '1', services: [], cases: [], incorrect_chunks: [] };
  const version = file.text('version');
  if (version !== undefined && version !== '1')
    problems.report(file.at('version'), version, 'is no known version; write 1');
  // A list whose entries are all commented out is a list without entries.
  const list = <Item>(key: string, read: (item: Tree, path: KeyPath) => Item | undefined): Item[] =>
    file.get(key) === '' ? [] : file.list(key, read);
  const ids = new Set<string>();
  const cases = list('cases', (item, path) => {
    const shape = readCase(item, path, patterns);
    if (shape !== undefined && shape.id !== '' && ids.has(shape.id)) {
      problems.report(path.key('id'), shape.id, 'is the id of another case; choose one of its own');
    }
    if (shape !== undefined) ids.add(shape.id);
    return shape;
  });
  return {
    version: '1',
    services: readServices(file, patterns),
    cases,
    incorrect_chunks: list('incorrect_chunks', (item, path) => readDigest(item, path, problems)),
  };
}

function readServices(file: MapReader, patterns: PatternReader): ServiceShape[] {
  const { problems } = file;
  const services = file.get('services');
  if (services === undefined || services === '') return [];
  const path = file.at('services');
  if (!(services instanceof Map)) {
    problems.report(path, undefined, 'is no mapping; write service names with their settings below');
    return [];
  }
  return [...(services as ReadonlyMap<string, Tree>)].flatMap(([name, settings]) => {
    const below = path.key(name);
    readStarText(name, below, problems);
    const reader = MapReader.open(settings, below, SERVICE_KEYS, problems);
    return reader === undefined ? [] : [readService(name, reader, patterns)];
  });
}

function readService(name: string, reader: MapReader, patterns: PatternReader): ServiceShape {
  const { problems } = reader;
  const topK = readCount(reader, 'top_k');
  const word =
    <Word extends string>(words: readonly Word[]) =>
    (item: Tree, path: KeyPath): Word | undefined => {
      const text = readText(item, path, problems);
      return text === undefined ? undefined : readWord(text, path, words, problems);
    };
  return {
    name,
    ...(topK === undefined ? {} : { top_k: topK }),
    accept_forms: reader.list('accept_forms', word(ACCEPTABLE_FORMS)),
    retrieval_tools: reader.list('retrieval_tools', (item, path) => readTool(item, path, problems)),
    refusals: reader.list('refusals', (item, path) => patterns.read(item, path)),
    expected_loss: reader.list('expected_loss', word(EXPECTABLE_LOSSES)),
  };
}

function readCount(reader: MapReader, key: string): number | undefined {
  const text = reader.text(key);
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  reader.problems.report(reader.at(key), text, 'is no count; write a whole number from 1');
  return undefined;
}

function readTool(tree: Tree, path: KeyPath, problems: Problems): ServiceShape['retrieval_tools'][number] | undefined {
  // A name alone: its result is split into string leaves.
  if (typeof tree === 'string') {
    const name = readStarText(tree, path, problems);
    return name === undefined ? undefined : { name };
  }
  const reader = MapReader.open(tree, path, TOOL_KEYS, problems);
  if (reader === undefined) return undefined;
  if (!reader.has('name')) problems.report(path, undefined, 'has no name; add the name of the tool, `*` at the end');
  const named = reader.get('name');
  const name = named === undefined ? undefined : readStarText(named, reader.at('name'), problems);
  const text = readPath(reader, 'text');
  const id = readPath(reader, 'id');
  if (id !== undefined && !reader.has('text'))
    problems.report(reader.at('id'), id, 'stands without a text path; add text');
  if (name === undefined) return undefined;
  return { name, ...(text === undefined ? {} : { text }), ...(id === undefined ? {} : { id }) };
}

/** Names joined by dots, `[]` for every item of a list: `results[].content`. */
function readPath(reader: MapReader, key: string): string | undefined {
  const path = reader.text(key);
  if (path === undefined) return undefined;
  if (/^(?:[^.[\]]+|\[\])(?:\[\]|\.[^.[\]]+)*$/.test(path)) return path;
  reader.problems.report(
    reader.at(key),
    path,
    'is no path; write names joined by dots, and [] for every item of a list',
  );
  return undefined;
}
