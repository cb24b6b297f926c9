/** The case of an incident: what had to survive every hand-off, as data, and back again as a case in force. */
import { parseCases } from '../cases/index.js';
import { isRegex, type PatternShape } from '../cases/pattern.js';
import { formatProblem } from '../cases/problems.js';
import type { Frozen } from '../attribution/freeze.js';
import { matchItem, resolveNeed, type ResolvedNeed } from '../attribution/need-match.js';
import { runAttributes } from '../attribution/run-attributes.js';
import type { Case, CaseBook, TextPattern } from '../model/case.js';
import type { TextHash } from '../model/judging-options.js';
import { utf8Length } from '../model/utf8.js';
import type {
  AlternativesMessage,
  CaseMessage,
  ExpectationMessage,
  NeedMessage,
  PatternMessage,
} from '../proto/messages.generated.js';
import { IncidentError } from './incident-error.js';
import type { TextKeeper } from './triple/kept-text.js';

/**
 * The case as it applied to the run: attributes put in, pinned to the run's own question. What the
 * answer must and must not say is kept as declared, whole: by less of it another case would be judged.
 * A line, which is text of the corpus, is kept only with consent: else its hash, with the digests of
 * the items that hold it. An id that redactors find something in gives way to the digests, too.
 */
export function caseMessage(frozen: Frozen, applied: Case, keeper: TextKeeper): CaseMessage {
  const { run, question, options } = frozen;
  const attribute = (key: string): string | undefined => runAttributes(run, key)[0];
  const needs = applied.needs.map((need) => resolveNeed(need, attribute, options.hash));
  const until = applied.untilUnixMillis;
  const keepsQuestion = question.text !== undefined && keeper.keepsText && keeper.mayKeep(question.text);
  return {
    id: applied.id,
    ...(question.text === undefined
      ? {}
      : {
          when: {
            input_sha256: options.hash.sha256(question.text),
            ...(keepsQuestion ? { input: question.text } : {}),
          },
        }),
    needs: needs.map((need) => needMessage(need, frozen, keeper)),
    expect: expectationMessage(applied, keeper),
    ...(applied.snapshot === undefined ? {} : { snapshot: applied.snapshot }),
    ...(until === undefined ? {} : { until: new Date(until).toISOString() }),
  };
}

function needMessage(need: ResolvedNeed, frozen: Frozen, keeper: TextKeeper): NeedMessage {
  const { line, chunks, lineIs } = need;
  const ids = need.ids.map(({ text, isPrefix }) => (isPrefix ? `${text}*` : text)).filter((id) => keeper.mayKeep(id));
  const keepsLine = line !== undefined && keeper.keepsText && keeper.mayKeep(line);
  const isWhole = (line === undefined || keepsLine) && ids.length === need.ids.length;
  const digests = isWhole ? [...chunks] : [...new Set([...chunks, ...digestsOf(need, frozen)])];
  return {
    ...(keepsLine ? { line } : {}),
    ...(line === undefined ? {} : { line_sha256: frozen.options.hash.sha256(line), line_bytes: utf8Length(line) }),
    ...(digests.length === 0 ? {} : { chunks: digests }),
    ...(ids.length === 0 ? {} : { ids }),
    line_is: lineIs,
  };
}

/** Of every item of the log that holds the line, handed on or not. */
function digestsOf(need: ResolvedNeed, { log }: Frozen): string[] {
  return [...log.handedOn, ...log.below, ...log.belowEarlier, ...log.rerankedOut].flatMap((entry) =>
    entry.item.digest !== undefined && matchItem(entry, need).is === 'match' ? [entry.item.digest] : [],
  );
}

function expectationMessage({ expect }: Case, keeper: TextKeeper): ExpectationMessage {
  const patterns = (place: string, all: readonly TextPattern[]): PatternMessage[] =>
    all.map((pattern, index) => {
      keeper.declare(`${place}[${index}]`, pattern.source);
      return patternMessage(pattern);
    });
  const lists = (place: string, all: readonly (readonly TextPattern[])[]): AlternativesMessage[] =>
    all.map((one, index) => ({ patterns: patterns(`${place}[${index}]`, one) }));
  const must = lists('must', expect.must);
  const mustNot = lists('must_not', expect.mustNot);
  const allow = patterns('allow', expect.allow);
  const refusals = patterns('refusals', expect.refusals);
  return {
    ...(must.length === 0 ? {} : { must }),
    ...(mustNot.length === 0 ? {} : { must_not: mustNot }),
    ...(allow.length === 0 ? {} : { allow }),
    ...(refusals.length === 0 ? {} : { refusals }),
    ...(expect.caseSensitive ? { case_sensitive: true } : {}),
  };
}

function patternMessage({ source, isRegex: isExpression }: TextPattern): PatternMessage {
  return isExpression === true ? { re2: source.slice(1, -1) } : { text: source };
}

function patternShape({ text, re2 }: PatternMessage): PatternShape {
  if (re2 !== undefined) return `/${re2}/`;
  const literal = text ?? '';
  return isRegex(literal) ? { text: literal } : literal;
}

/** The case as a case file says it (spec §8); `when` left out: it is for the run at hand, whatever was asked. */
export function plainCaseOf(
  message: CaseMessage,
): Readonly<Record<string, unknown>> & { readonly need: readonly object[] } {
  const { expect = {} } = message;
  const alternatives = (all: readonly AlternativesMessage[] = []): (PatternShape | PatternShape[])[] =>
    all.map(({ patterns = [] }) => {
      const shapes = patterns.map(patternShape);
      return shapes.length === 1 ? (shapes[0] as PatternShape) : shapes;
    });
  const expectation = {
    ...filled('must', alternatives(expect.must)),
    ...filled('must_not', alternatives(expect.must_not)),
    ...filled('allow', (expect.allow ?? []).map(patternShape)),
    ...filled('refusals', (expect.refusals ?? []).map(patternShape)),
    ...(expect.case_sensitive === true ? { case_sensitive: 'true' } : {}),
  };
  return {
    id: message.id,
    need: (message.needs ?? []).map(plainNeed),
    ...(Object.keys(expectation).length === 0 ? {} : { expect: expectation }),
    ...(message.snapshot === undefined ? {} : { snapshot: message.snapshot }),
    ...(message.until === undefined ? {} : { until: message.until }),
  };
}

/** Without its text a line is looked for by the digests of the items that hold it, its own among them. */
function plainNeed({ line, line_sha256, line_is, chunks = [], ids = [] }: NeedMessage): object {
  const digests = line === undefined && line_sha256 !== undefined ? [...chunks, line_sha256.slice(0, 32)] : [...chunks];
  return {
    ...(line === undefined ? {} : { line }),
    ...filled('chunk', [...new Set(digests)]),
    ...filled('id', [...ids]),
    ...(line_is === undefined || line_is === 'unconfirmed' ? {} : { line_is }),
  };
}

function filled(key: string, list: readonly unknown[]): object {
  return list.length === 0 ? {} : { [key]: list };
}

/**
 * The case in force: one case that applies to every run it is asked about. `lines`: texts of lines
 * the incident keeps only hashes of, put in where the hash fits. Throws an IncidentError that names
 * the key when the case is none (a file written by hand).
 */
export function caseBookOf(message: CaseMessage, hash: TextHash, lines: readonly string[] = []): CaseBook {
  const needs = (message.needs ?? []).map((need) => withLine(need, hash, lines));
  const { until: _until, snapshot: _snapshot, ...plain } = plainCaseOf({ ...message, needs });
  const parsed = parseCases(JSON.stringify({ version: '1', cases: [plain] }), 'incident');
  if ('book' in parsed) return parsed.book;
  throw new IncidentError(
    `the case of the incident cannot be used: ${parsed.problems.map(formatProblem).join('; ')}`,
    'Freeze the incident again, with a case that `ragspan cases check` accepts.',
  );
}

function withLine(need: NeedMessage, hash: TextHash, lines: readonly string[]): NeedMessage {
  if (need.line !== undefined || need.line_sha256 === undefined) return need;
  const line = lines.find((one) => hash.sha256(one) === need.line_sha256);
  return line === undefined ? need : { ...need, line };
}
