/** Texts that stand with a verdict: the question, the answer, the needed line, the distractors. */
import type { Case, CaseBook } from '../../model/case.js';
import type { JudgedFileRun } from '../../files/judge-files.js';
import { VERDICT } from '../../semconv.js';

/** As `ragspan.input`, the root's input or the first query logs it. */
export function questionOf({ run }: JudgedFileRun): string | undefined {
  return (
    run.declaredInputs[0] ??
    run.root?.input?.text ??
    run.retrievals.find(({ list }) => list.query !== undefined)?.list.query
  );
}

/** Of the answering call. */
export function answerOf({ run, verdict }: JudgedFileRun): string | undefined {
  return run.calls.find(({ span }) => span.spanId === verdict.answered_by)?.model.output?.text?.text;
}

/**
 * What the process itself has found, where this file says something else: by default text stays
 * there, and a verdict that needs it is reached there alone.
 */
export function attachedVerdict({ facts, verdict }: JudgedFileRun): string | undefined {
  const root = facts.find((one) => one.spanId === verdict.span_id && one.attachedVerdict !== undefined);
  if (root?.attachedVerdict === undefined) return undefined;
  const text = (key: string): string => (typeof root.attributes[key] === 'string' ? root.attributes[key] : '');
  const reason = text(VERDICT.REASON);
  if (root.attachedVerdict === verdict.verdict && reason === (verdict.reason ?? '')) return undefined;
  const caseId = text(VERDICT.CASE_ID);
  return [
    [root.attachedVerdict, reason].filter((word) => word !== '').join(' '),
    caseId === '' ? '' : `case ${caseId}`,
    text(VERDICT.EXPLANATION),
  ]
    .filter((word) => word !== '')
    .join(' · ');
}

export interface Quoted {
  readonly before: string;
  readonly quote: string;
  readonly after: string;
}

/** The answer around the quoted bytes; undefined when the answer is not at hand. */
export function quotedAnswer(judged: JudgedFileRun): Quoted | undefined {
  const answer = answerOf(judged);
  const quote = judged.verdict.evidence?.quote;
  if (answer === undefined || quote === undefined) return undefined;
  const bytes = Buffer.from(answer, 'utf8');
  if (quote.offset + quote.length > bytes.length) return undefined;
  const text = (from: number, to: number): string => bytes.toString('utf8', from, to);
  return {
    before: text(0, quote.offset),
    quote: text(quote.offset, quote.offset + quote.length),
    after: text(quote.offset + quote.length, bytes.length),
  };
}

/** Line, digests or ids of each need, as the case file has them. */
export function needTexts(judged: JudgedFileRun, book: CaseBook | undefined): readonly string[] {
  const found = caseOf(judged, book);
  return (found?.needs ?? []).map((need) => {
    if (need.line !== undefined) return `“${need.line.source}”`;
    const chunks = need.chunks.map((one) => `chunk ${one.source}`);
    const ids = need.ids.map((one) => `id ${one.source}`);
    return [...chunks, ...ids].join(' or ');
  });
}

function caseOf({ run, verdict }: JudgedFileRun, book: CaseBook | undefined): Case | undefined {
  return book?.cases.find((one) => one.id === verdict.case) ?? run.root?.codeCase;
}

export interface Distractor {
  readonly digest: string;
  readonly id?: string;
  readonly text?: string;
}

export function distractorsOf({ run, verdict }: JudgedFileRun): readonly Distractor[] {
  const items = run.retrievals.flatMap(({ list }) => list.items ?? []);
  return (verdict.evidence?.distractors ?? []).map((digest) => {
    const item = items.find((one) => one.digest === digest);
    return {
      digest,
      ...(item?.id === undefined ? {} : { id: item.id }),
      ...(item?.text === undefined ? {} : { text: item.text }),
    };
  });
}

/** Words around a place, so that the quote stays in sight in a long text. */
export function excerpt({ before, quote, after }: Quoted, width: number): Quoted {
  const room = Math.max(0, width - quote.length);
  const left = Math.min(before.length, Math.max(Math.floor(room / 2), room - after.length));
  const right = Math.min(after.length, room - left);
  return {
    before: left < before.length ? `…${sliceEnd(before, left)}` : before,
    quote,
    after: right < after.length ? `${sliceStart(after, right)}…` : after,
  };
}

/** At most so many UTF-16 units, never half a surrogate pair. */
function sliceStart(text: string, length: number): string {
  const end = isHighSurrogate(text, length - 1) ? length - 1 : length;
  return text.slice(0, Math.max(0, end));
}

function sliceEnd(text: string, length: number): string {
  const start = text.length - length;
  return text.slice(isHighSurrogate(text, start - 1) ? start + 1 : start);
}

function isHighSurrogate(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  return unit >= 0xd800 && unit <= 0xdbff;
}
