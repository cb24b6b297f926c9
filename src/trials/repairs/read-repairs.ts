/**
 * The file of repairs, YAML or JSON: a list of `{id, boundary, description?, changes, from?}`. A
 * repair is to change one thing; what it changes is handed to the application as it is written.
 */
import { parse } from 'yaml';
import { KeyPath, Problems, formatProblem } from '../../cases/problems.js';
import { MapReader, readWord } from '../../cases/shape-reader.js';
import type { Tree } from '../../cases/tree.js';
import { treeOfYaml } from '../../cases/yaml-tree.js';
import { BOUNDARIES, type BoundaryName } from '../../incidents/diff.js';
import { canonicalJson } from '../../incidents/sealed-json.js';
import type { RepairMessage } from '../../proto/messages.generated.js';
import type { Overrides } from '../trial-message.js';

export interface PlannedRepair extends RepairMessage {
  readonly boundary: BoundaryName;
  readonly overrides: Overrides;
}

const FILE_KEYS = ['repairs', 'version'];
const REPAIR_KEYS = ['id', 'boundary', 'description', 'changes', 'from'];
const REPAIR_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/u;
const MAX_REPAIRS = 1_000;

/** Problems as lines, each with file, line, column and key. */
export function readRepairs(
  source: string,
  name: string,
): { readonly repairs: readonly PlannedRepair[] } | { readonly problems: readonly string[] } {
  const problems = new Problems();
  const { tree, positionOf } = treeOfYaml(source, problems);
  const shape = tree === undefined ? undefined : listOf(tree, problems);
  const shapes = shape === undefined ? [] : readShapes(shape.list, shape.path, problems);
  // Scalars of the tree are text. Without aliases and within bounds, the values are read as YAML means them.
  const typed = problems.isEmpty ? valuesOf(parse(source, { schema: 'core' }) as unknown) : [];
  const repairs = shapes.flatMap((one, index) => {
    const planned = planRepair(one, typed[index] ?? {}, problems);
    return planned === undefined ? [] : [planned];
  });
  if (problems.isEmpty) return { repairs };
  return {
    problems: problems.list().map((found) =>
      formatProblem({
        file: name,
        ...(found.at ?? positionOf(found.path)),
        key: found.path.text,
        problem: found.problem,
      }),
    ),
  };
}

interface Shape {
  readonly path: KeyPath;
  readonly id: string;
  readonly boundary: BoundaryName;
  readonly description: string | undefined;
}

function listOf(tree: Tree, problems: Problems): { list: readonly Tree[]; path: KeyPath } | undefined {
  if (tree instanceof Map) {
    const file = MapReader.open(tree, KeyPath.root, FILE_KEYS, problems);
    const list = file?.get('repairs');
    const path = KeyPath.root.key('repairs');
    if (Array.isArray(list)) return { list: list as readonly Tree[], path };
    problems.report(path, undefined, list === undefined ? 'is missing; write a list of repairs' : 'is no list');
    return undefined;
  }
  if (Array.isArray(tree)) return { list: tree as readonly Tree[], path: KeyPath.root };
  problems.report(KeyPath.root, undefined, 'the file is no list; write a list of repairs: - id: …');
  return undefined;
}

function readShapes(list: readonly Tree[], root: KeyPath, problems: Problems): Shape[] {
  if (list.length === 0) problems.report(root, undefined, 'the list is empty; write at least one repair');
  if (list.length > MAX_REPAIRS) problems.report(root, undefined, `holds more than ${MAX_REPAIRS} repairs; split it`);
  const ids = new Set<string>();
  return list.slice(0, MAX_REPAIRS).flatMap((item, index) => {
    const shape = readShape(item, root.item(index), problems);
    if (shape === undefined) return [];
    if (ids.has(shape.id))
      problems.report(shape.path.key('id'), shape.id, 'is the id of another repair; choose one of its own');
    ids.add(shape.id);
    return [shape];
  });
}

function readShape(item: Tree, path: KeyPath, problems: Problems): Shape | undefined {
  const reader = MapReader.open(item, path, REPAIR_KEYS, problems);
  if (reader === undefined) return undefined;
  for (const key of ['id', 'boundary', 'changes'])
    if (!reader.has(key)) problems.report(path, undefined, `has no ${key}; write it`);
  const id = reader.text('id');
  if (id !== undefined && !REPAIR_ID.test(id))
    problems.report(
      reader.at('id'),
      id,
      'is no id; use 1 to 100 letters, digits, dots, underscores and hyphens, beginning with a letter or digit',
    );
  const word = reader.text('boundary');
  const boundary = word === undefined ? undefined : readWord(word, reader.at('boundary'), BOUNDARIES, problems);
  const changed = keysOf(reader, 'changes', problems);
  for (const key of keysOf(reader, 'from', problems))
    if (!changed.includes(key))
      problems.report(reader.at('from').key(key), undefined, 'is not changed by this repair; it has no such change');
  const description = reader.has('description') ? reader.text('description') : undefined;
  return id === undefined || boundary === undefined ? undefined : { path, id, boundary, description };
}

function keysOf(reader: MapReader, key: string, problems: Problems): string[] {
  const tree = reader.get(key);
  if (tree === undefined) return [];
  const keys = tree instanceof Map ? [...(tree as ReadonlyMap<string, Tree>).keys()] : [];
  if (!(tree instanceof Map))
    problems.report(reader.at(key), undefined, 'is no mapping; write what changes, as {top_k: 50}');
  else if (keys.length === 0)
    problems.report(reader.at(key), undefined, 'is empty; write what changes, as {top_k: 50}');
  return keys;
}

type Json = Readonly<Record<string, unknown>>;

function valuesOf(parsed: unknown): readonly Json[] {
  return (Array.isArray(parsed) ? parsed : (parsed as { readonly repairs: unknown }).repairs) as readonly Json[];
}

function planRepair(shape: Shape, typed: Json, problems: Problems): PlannedRepair | undefined {
  const { path, id, boundary, description } = shape;
  const changes = (typed['changes'] ?? {}) as Json;
  const from = (typed['from'] ?? {}) as Json;
  const jsonOf = (value: unknown, at: KeyPath): string => {
    try {
      return canonicalJson(value);
    } catch (error) {
      problems.report(at, undefined, `cannot be given to an application: ${(error as Error).message}`);
      return 'null';
    }
  };
  const pins = Object.keys(changes).map((pin) => ({
    pin,
    ...(Object.hasOwn(from, pin) ? { from: jsonOf(from[pin], path.key('from').key(pin)) } : {}),
    to: jsonOf(changes[pin], path.key('changes').key(pin)),
  }));
  return {
    id,
    boundary,
    changes: pins,
    ...(pins.length > 1 ? { pan_repair: true } : {}),
    ...(description === undefined ? {} : { description }),
    overrides: changes,
  };
}
