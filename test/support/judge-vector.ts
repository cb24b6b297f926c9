/** One vector's folder, judged as the command line judges files. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseCases } from '../../src/cases/index.js';
import { compileRefusals, type PatternShape } from '../../src/cases/pattern.js';
import { judgeFiles, type JudgedFileRun } from '../../src/files/judge-files.js';
import type { FileJudgingOptions } from '../../src/files/judge-records.js';
import { bytesSource, fileSource } from '../../src/files/read/trace-file.js';
import { verdictJson } from '../../src/files/verdict-json.js';
import type { CaseBook, RetrievalTool } from '../../src/model/case.js';
import { textHash } from '../../src/model/digest.js';
import type { AcceptableForm } from '../../src/model/verdict.js';

/** `options.json`: the options of spec §12 that may stand in a vector. */
interface VectorOptions {
  readonly accept_forms?: readonly AcceptableForm[];
  readonly corpus_manifest?: string;
  readonly hash_key?: string;
  readonly max_scan_bytes?: number;
  readonly refusals?: readonly PatternShape[];
  readonly retrieval_tools?: readonly RetrievalTool[];
  readonly top_k?: number;
  readonly value_length_limit?: number;
}
const KNOWN = new Set([
  'accept_forms',
  'corpus_manifest',
  'hash_key',
  'max_scan_bytes',
  'refusals',
  'retrieval_tools',
  'top_k',
  'value_length_limit',
]);
const DEFAULT_MAX_SCAN_BYTES = 2 * 1024 * 1024;

/** Folders under `folder` that hold a trace, by name. */
export function vectorNames(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => statSync(join(folder, name)).isDirectory() && existsSync(join(folder, name, 'trace.json')))
    .sort();
}

export interface JudgedVector {
  /** As `--format json` prints it. */
  readonly json: string;
  /** What of the trace file could not be read. */
  readonly damage: readonly string[];
}

/** `trace`: another trace in place of the folder's. */
export async function judgeVector(folder: string, trace?: string): Promise<JudgedVector> {
  const damage: string[] = [];
  const runs = await vectorRuns(folder, (problem) => damage.push(problem), trace);
  return { json: verdictJson(runs.map(({ verdict }) => verdict)), damage };
}

/** The runs with all that was judged. */
export async function vectorRuns(
  folder: string,
  onDamage: (problem: string) => void = () => undefined,
  trace?: string,
): Promise<JudgedFileRun[]> {
  const file = (name: string): string => join(folder, name);
  const options = existsSync(file('options.json'))
    ? (JSON.parse(readFileSync(file('options.json'), 'utf8')) as VectorOptions)
    : {};
  const book = existsSync(file('cases.yaml')) ? readBook(readFileSync(file('cases.yaml'), 'utf8')) : undefined;
  const runs: JudgedFileRun[] = [];
  const judged = judgeFiles(
    [trace === undefined ? fileSource(file('trace.json')) : bytesSource('trace', Buffer.from(trace))],
    {
      ...(book === undefined ? {} : { book }),
      judging: judging(options, folder),
      onDamage: ({ problem }) => onDamage(problem),
    },
  );
  for await (const run of judged) runs.push(run);
  return runs;
}

function readBook(source: string): CaseBook {
  const parsed = parseCases(source, 'cases.yaml');
  if ('book' in parsed) return parsed.book;
  throw new Error(parsed.problems.map((one) => `cases.yaml:${one.line}: ${one.key}: ${one.problem}`).join('\n'));
}

function judging(options: VectorOptions, folder: string): FileJudgingOptions {
  for (const key of Object.keys(options)) if (!KNOWN.has(key)) throw new Error(`options.json: unknown option ${key}`);
  const refusals = compileRefusals(options.refusals ?? []);
  for (const { value, problem } of refusals.problems) throw new Error(`options.json: refusal ${value} ${problem}`);
  return {
    acceptForms: options.accept_forms ?? [],
    maxScanBytes: options.max_scan_bytes ?? DEFAULT_MAX_SCAN_BYTES,
    refusals: refusals.patterns,
    retrievalTools: options.retrieval_tools ?? [],
    hash: textHash(options.hash_key),
    ...(options.top_k === undefined ? {} : { topK: options.top_k }),
    ...(options.value_length_limit === undefined ? {} : { valueLengthLimit: options.value_length_limit }),
    ...(options.corpus_manifest === undefined ? {} : { corpus: readCorpus(join(folder, options.corpus_manifest)) }),
  };
}

function readCorpus(path: string): ReadonlySet<string> {
  return new Set(
    readFileSync(path, 'utf8')
      .split(/\s+/u)
      .filter((line) => line !== ''),
  );
}
