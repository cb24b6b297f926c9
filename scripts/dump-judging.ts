/**
 * What this half makes of texts, case files and traces, for the Go half to compare with: one JSON
 * request a line on standard input, one JSON answer a line on standard output. Offsets are UTF-8
 * bytes. Bundled and run by collector/internal/twin.
 */
import { readFileSync } from 'node:fs';
import { auditClaims } from '../src/attribution/audit/claim-audit.js';
import { builtinInstructionPatterns } from '../src/attribution/audit/instructions/instruction-text.js';
import { fold } from '../src/attribution/text/fold.js';
import { checkOutput } from '../src/attribution/generation/generation-check.js';
import { normalizeNfc } from '../src/attribution/text/nfc.js';
import { parseCases } from '../src/cases/index.js';
import { compilePattern, type PatternShape } from '../src/cases/pattern.js';
import { eventAttributes, verdictAttributes } from '../src/emit/verdict-attributes.js';
import { judgeFiles } from '../src/files/judge-files.js';
import { bytesSource } from '../src/files/read/trace-file.js';
import { verdictJson } from '../src/files/verdict-json.js';
import type { CaseBook, RetrievalTool, TextPattern } from '../src/model/case.js';
import { textHash } from '../src/model/digest.js';
import type { AcceptableForm, RunVerdict } from '../src/model/verdict.js';

interface Request {
  readonly op: 'fold' | 'check' | 'find' | 'audit' | 'instructions' | 'cases' | 'judge' | 'emit';
  readonly text?: string;
  readonly case_sensitive?: boolean;
  readonly must?: readonly PatternShape[];
  readonly must_not?: readonly PatternShape[];
  readonly allow?: readonly PatternShape[];
  readonly segments?: readonly string[];
  readonly labels?: readonly string[];
  readonly urls?: readonly string[];
  readonly trace?: string;
  readonly cases?: string;
  readonly options?: Options;
  readonly response_id?: string;
  readonly revision?: number;
}

interface Options {
  readonly accept_forms?: readonly AcceptableForm[];
  readonly hash_key?: string;
  readonly max_scan_bytes?: number;
  readonly retrieval_tools?: readonly RetrievalTool[];
  readonly top_k?: number;
  readonly value_length_limit?: number;
}

function bytes(text: string, unit: number): number {
  return Buffer.byteLength(text.slice(0, unit));
}

function foldAnswer({ text = '', case_sensitive: caseSensitive = false }: Request): unknown {
  const folded = fold(text, caseSensitive);
  const starts: number[] = [];
  const ends: number[] = [];
  let at = 0;
  for (const character of folded.folded) {
    starts.push(bytes(text, folded.rawStart(at)));
    at += character.length;
    ends.push(bytes(text, folded.rawEnd(at)));
  }
  return { folded: folded.folded, nfc: normalizeNfc(text).text, starts, ends };
}

function patterns(shapes: readonly PatternShape[] | undefined, caseSensitive: boolean): TextPattern[] {
  return (shapes ?? []).flatMap((shape) => {
    const compiled = compilePattern(shape, caseSensitive);
    return 'pattern' in compiled ? [compiled.pattern] : [];
  });
}

function checkAnswer(request: Request): unknown {
  const caseSensitive = request.case_sensitive ?? false;
  const entries = (shapes: readonly PatternShape[] | undefined): TextPattern[][] =>
    patterns(shapes, caseSensitive).map((pattern) => [pattern]);
  const expect = {
    must: entries(request.must),
    mustNot: entries(request.must_not),
    allow: patterns(request.allow, caseSensitive),
    refusals: [],
    caseSensitive,
  };
  const result = checkOutput(
    request.text ?? '',
    expect,
    { patterns: [], flagged: false },
    { incomplete: false, lossy: false },
  );
  return {
    state: result.state,
    reason: result.reason ?? '',
    has_every_must: result.hasEveryMust,
    quote: result.quote === undefined ? '' : `${result.quote.offset}+${result.quote.length} ${result.quote.text}`,
  };
}

/** Of each pattern where it stands in the folded text; −1: nowhere, −2: it is no pattern. */
function findAnswer({ text = '', must = [], case_sensitive: caseSensitive = false }: Request): unknown {
  const folded = fold(text, caseSensitive);
  return must.flatMap((shape) => {
    const compiled = compilePattern(shape, caseSensitive);
    if (!('pattern' in compiled)) return [-2, -2];
    const match = compiled.pattern.find(folded);
    return match === undefined ? [-1, -1] : [bytes(folded.folded, match.start), bytes(folded.folded, match.end)];
  });
}

function auditAnswer({ text = '', segments = [], labels = [], urls = [] }: Request): unknown {
  return auditClaims({
    output: text,
    segments,
    isContextWhole: true,
    isOutputWhole: true,
    items: [1, 2, 3].map((rank) => ({
      rank,
      id: `doc-${rank}`,
      presence: () => (rank === 2 ? ('not_sent' as const) : ('sent' as const)),
    })),
    labels: labels.map((label) => ({ label })),
    urls,
  });
}

function casesAnswer({ cases = '' }: Request): unknown {
  const parsed = parseCases(cases, 'cases.yaml');
  if ('problems' in parsed)
    return parsed.problems.map(({ line, column, key, problem }) => `${line}:${column}: ${key}: ${problem}`);
  return [];
}

async function judgeAnswer({ trace = '', cases, options = {} }: Request): Promise<string> {
  const parsed = cases === undefined ? undefined : parseCases(cases, 'cases.yaml');
  const book: CaseBook | undefined = parsed !== undefined && 'book' in parsed ? parsed.book : undefined;
  const verdicts: RunVerdict[] = [];
  const judging = {
    acceptForms: options.accept_forms ?? [],
    maxScanBytes: options.max_scan_bytes ?? 2 * 1024 * 1024,
    refusals: [],
    retrievalTools: options.retrieval_tools ?? [],
    hash: textHash(options.hash_key),
    ...(options.top_k === undefined ? {} : { topK: options.top_k }),
    ...(options.value_length_limit === undefined ? {} : { valueLengthLimit: options.value_length_limit }),
  };
  const files = judgeFiles([bytesSource('trace', Buffer.from(trace))], {
    ...(book === undefined ? {} : { book }),
    judging,
    onDamage: () => undefined,
  });
  for await (const { verdict } of files) verdicts.push(verdict);
  return verdictJson(verdicts);
}

/** Of each run of a verdict.json what goes on its span. */
function emitAnswer({ text = '', response_id: responseId, revision = 0 }: Request): unknown {
  const { runs = [] } = JSON.parse(text) as { runs?: readonly RunVerdict[] };
  return runs.map((verdict) => ({
    attributes: verdictAttributes(verdict),
    event: eventAttributes(verdict, { responseId, revision, origin: 'collector' }),
  }));
}

async function answer(request: Request): Promise<unknown> {
  switch (request.op) {
    case 'fold':
      return foldAnswer(request);
    case 'check':
      return checkAnswer(request);
    case 'find':
      return findAnswer(request);
    case 'audit':
      return auditAnswer(request);
    case 'instructions':
      return builtinInstructionPatterns().standIn(request.text ?? '');
    case 'cases':
      return casesAnswer(request);
    case 'judge':
      return judgeAnswer(request);
    case 'emit':
      return emitAnswer(request);
  }
}

const answers: string[] = [];
for (const line of readFileSync(0, 'utf8').split('\n'))
  if (line !== '') answers.push(JSON.stringify(await answer(JSON.parse(line) as Request)));
process.stdout.write(answers.map((line) => `${line}\n`).join(''));
