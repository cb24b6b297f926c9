/**
 * Cases out of an evaluation set. Rows come and go one by one; what is kept of them is a hash of
 * each question, so that none is asked twice: of two cases with one question the second never applies.
 */
import { createHash } from 'node:crypto';
import { caseFileSize, LARGEST_CASE_FILE } from '../cases/case-file-size.js';
import { parseCases } from '../cases/index.js';
import type { CaseFile } from '../cases/index.js';
import { CASE_FILE_HEAD, caseYaml } from './case-yaml.js';
import { caseId } from './case-id.js';
import { chooseColumns, type ColumnMap, type Columns } from './columns.js';
import { type DraftCase, draftCase, type DraftOptions, type LeftOut } from './draft-case.js';
import { joinedDrafts, namesNoMoreThan } from './join-drafts.js';
import type { BrokenRow, Row } from './row.js';

export type ImportEvent =
  /** YAML of whole items of the list `cases`. */
  | {
      readonly kind: 'cases';
      readonly yaml: string;
      readonly count: number;
      /** Of them, those that say nothing of the answer. */ readonly unchecked: number;
      /** Expectations that stand in it as comments. */ readonly expectedAsComment: number;
    }
  /** The row is no case. `isBroken`: it could not be read at all. */
  | { readonly kind: 'left_out'; readonly row: LeftOut; readonly isBroken: boolean }
  /** A case of the file that is appended to, or an earlier row, asks the same. */
  | {
      readonly kind: 'duplicate';
      readonly place: string;
      readonly question: string;
      readonly of: string;
      /** It may name evidence that the other does not. */
      readonly hasOtherEvidence: boolean;
    }
  /** One row a document: the row names more evidence of the question that the row before asks, and is one case with it. */
  | { readonly kind: 'joined'; readonly place: string }
  /** The case file holds as much as is read of one: this row and those after it are not imported. */
  | { readonly kind: 'full'; readonly place: string; readonly rowsBefore: number }
  /** What the set's columns are taken for; each kind of row is told once. */
  | { readonly kind: 'columns'; readonly columns: Columns };

export interface ImportOptions extends DraftOptions {
  readonly map: ColumnMap;
  /** Spaces before each item of the list. */
  readonly indent: number;
  /** The cases that are there already. */
  readonly known?: { readonly file: CaseFile; readonly text: string } | undefined;
  /** Rows at the start that are passed over. */
  readonly skip?: number | undefined;
}

const BATCH = 64;
/** Kinds of rows that are told; a set whose rows all differ has no columns to speak of. */
const MAX_KINDS = 8;
const MAX_REMEMBERED = 10_000;

export async function* importCases(
  rows: AsyncIterable<Row | BrokenRow>,
  options: ImportOptions,
): AsyncGenerator<ImportEvent> {
  const ids = new Set(options.known?.file.cases.map(({ id }) => id));
  const asked = new Map<string, string>();
  for (const { id, when } of options.known?.file.cases ?? [])
    if (when.input !== undefined) asked.set(questionKey(when.input), `case ${id}`);
  const kinds = new Map<string, Columns>();
  const room = new Room(options.known?.text ?? CASE_FILE_HEAD);
  let told = 0;
  let read = 0;
  let batch: Numbered[] = [];
  /** The last case: rows that follow may name more of its evidence. */
  let open: OpenCase | undefined;
  const close = ({ draft, rowsBefore }: OpenCase): ImportEvent | undefined => {
    const id = caseId(draft.question, (one) => ids.has(one));
    ids.add(id);
    const yaml = caseYaml(draft, id, options.indent);
    if (!room.takes(yaml)) return { kind: 'full', place: draft.place, rowsBefore };
    batch.push({ draft, id, yaml });
    return undefined;
  };
  for await (const row of rows) {
    read += 1;
    if (read <= (options.skip ?? 0)) continue;
    if ('problem' in row) {
      yield { kind: 'left_out', row, isBroken: true };
      continue;
    }
    const kind = JSON.stringify([...row.columns.keys()]);
    let columns = kinds.get(kind);
    if (columns === undefined) {
      columns = chooseColumns([...row.columns.keys()], options.map);
      if (kinds.size < MAX_REMEMBERED) kinds.set(kind, columns);
      if ((told += 1) <= MAX_KINDS) yield { kind: 'columns', columns };
    }
    const draft = draftCase(row, columns, options);
    if ('problem' in draft) {
      yield { kind: 'left_out', row: draft, isBroken: false };
      continue;
    }
    const key = questionKey(draft.question);
    const joined = open?.key === key ? joinedDrafts(open.draft, draft, options) : undefined;
    if (open !== undefined && joined !== undefined) {
      open = { ...open, draft: joined };
      yield { kind: 'joined', place: row.place };
      continue;
    }
    const earlier = asked.get(key);
    if (earlier !== undefined) {
      const hasOtherEvidence = open?.key !== key || !namesNoMoreThan(draft, open.draft);
      yield { kind: 'duplicate', place: row.place, question: draft.question, of: earlier, hasOtherEvidence };
      continue;
    }
    asked.set(key, `row ${row.place}`);
    const full = open === undefined ? undefined : close(open);
    if (full !== undefined) {
      yield* checked(batch);
      yield full;
      return;
    }
    open = { key, draft, rowsBefore: read - 1 };
    if (batch.length >= BATCH) {
      yield* checked(batch);
      batch = [];
    }
  }
  const full = open === undefined ? undefined : close(open);
  yield* checked(batch);
  if (full !== undefined) yield full;
}

interface OpenCase {
  readonly key: string;
  readonly draft: DraftCase;
  /** Rows before its first one. */
  readonly rowsBefore: number;
}

/** What is left of the largest case file. */
class Room {
  #units: number = LARGEST_CASE_FILE.units;
  #tokens: number = LARGEST_CASE_FILE.tokens;

  constructor(text: string) {
    this.takes(text);
  }

  takes(text: string): boolean {
    const { units, tokens } = caseFileSize(text);
    if (units > this.#units || tokens > this.#tokens) return false;
    this.#units -= units;
    this.#tokens -= tokens;
    return true;
  }
}

interface Numbered {
  readonly draft: DraftCase;
  readonly id: string;
  readonly yaml: string;
}

/** What our own reader does not read as meant is never printed. */
function* checked(batch: readonly Numbered[]): Generator<ImportEvent> {
  const good: Numbered[] = problemsOf(batch) === undefined ? [...batch] : [];
  if (good.length === 0)
    for (const one of batch) {
      const problem = problemsOf([one]);
      if (problem === undefined) good.push(one);
      else yield { kind: 'left_out', row: { place: one.draft.place, problem }, isBroken: false };
    }
  if (good.length === 0) return;
  yield {
    kind: 'cases',
    yaml: good.map(({ yaml }) => yaml).join(''),
    count: good.length,
    unchecked: good.filter(({ draft: { expect } }) => expect.must.length + expect.mustNot.length === 0).length,
    expectedAsComment: good.reduce((sum, { draft }) => sum + draft.expect.leftOut.length, 0),
  };
}

function problemsOf(batch: readonly Numbered[]): string | undefined {
  if (batch.length === 0) return undefined;
  const parsed = parseCases(CASE_FILE_HEAD + batch.map(({ yaml }) => yaml).join(''), '');
  if ('problems' in parsed) {
    const [first] = parsed.problems;
    return first === undefined
      ? 'is no case'
      : `would be no valid case: ${first.key.replace(/^cases\[\d+\]\.?/, '')}: ${first.problem}`;
  }
  const isAsMeant = batch.every(({ draft, id }, index) => {
    const read = parsed.file.cases[index];
    return (
      read?.id === id &&
      read.when.input === draft.question &&
      read.need.length === draft.needs.length &&
      draft.needs.every((need, at) => read.need[at]?.line === need.line)
    );
  });
  return isAsMeant ? undefined : 'cannot be written so that it is read as the same text; write the case by hand';
}

/** Edges do not count when a question is compared (spec §8). */
function questionKey(question: string): string {
  return createHash('sha256').update(question.trim()).digest('base64').slice(0, 22);
}
