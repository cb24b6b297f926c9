/** What there is to say of one compared boundary, line by line; text of the runs only where the record keeps text. */
import { builtInRedactors } from '../../incidents/redaction/built-in-redactors.js';
import { redactText } from '../../incidents/redaction/redact-text.js';
import { UNKNOWN_WORDS } from '../../wording/verdict-words.js';
import type {
  DifferenceMessage,
  ItemChangeMessage,
  ReplayBoundaryMessage,
  ReplayRecordMessage,
  TripleMessage,
} from '../../proto/messages.generated.js';
import type { ReplayedRun } from '../../replay/replayed-run.js';
import { escapeText } from '../escape-text.js';
import { grouped, plural } from '../numbers.js';

const MOST_LISTED = 8;
const SHORT_DIGEST = 12;
/** Bytes of text shown before and after the first that differs. */
const BEFORE = 24;
const AFTER = 48;

export function boundaryDetails(
  boundary: ReplayBoundaryMessage,
  record: ReplayRecordMessage,
  run: ReplayedRun | undefined,
): readonly string[] {
  const { state, reason } = boundary;
  if (state === 'unknown')
    return [
      Object.hasOwn(UNKNOWN_WORDS, reason ?? '') ? ((UNKNOWN_WORDS as Words)[reason ?? ''] ?? '') : (reason ?? ''),
    ];
  switch (boundary.boundary) {
    case 'retrieval':
      return retrievalDetails(boundary);
    case 'assembly':
      return [...artifactDetails(boundary, contextTexts(record, run)), ...fateDetails(boundary)];
    default:
      return [...artifactDetails(boundary, outputTexts(record, run)), ...rulingDetails(boundary)];
  }
}

type Words = Readonly<Record<string, string>>;

function retrievalDetails({ state, items = [] }: ReplayBoundaryMessage): string[] {
  if (state === 'suspended') return [];
  // A score that one side did not log has not changed.
  const scored = items.filter(
    ({ score_before: before, score_after: after }) => before !== undefined && after !== undefined && before !== after,
  );
  const scores =
    scored.length === 0 ? '' : `; ${plural(scored.length, 'score differs', 'scores differ')} (shown, never compared)`;
  if (state === 'same') return [`${plural(items.length, 'chunk')} in the same order${scores}`];
  const moved = items.filter(({ rank_before: before, rank_after: after }) => before !== after);
  const shown = moved.slice(0, MOST_LISTED).map(itemWords);
  const left = moved.length - shown.length;
  return [...shown, ...(left > 0 ? [`and ${grouped(left)} more`] : [])];
}

function itemWords(item: ItemChangeMessage): string {
  const { rank_before: before, rank_after: after, score_before: was, score_after: is } = item;
  const name = nameOf(item);
  const scores = was === undefined && is === undefined ? '' : ` (score ${was ?? '–'} → ${is ?? '–'})`;
  if (before === undefined) return `came: ${name} at rank ${after}${scores}`;
  if (after === undefined) return `went: ${name}, was at rank ${before}${scores}`;
  return `moved: ${name} from rank ${before} to ${after}${scores}`;
}

function nameOf({ id, digest }: { readonly id?: string; readonly digest?: string }): string {
  if (id !== undefined) return escapeText(id);
  return digest === undefined ? 'a chunk without digest' : `${escapeText(digest.slice(0, SHORT_DIGEST))}…`;
}

function artifactDetails({ state, artifact }: ReplayBoundaryMessage, texts: Sides | undefined): string[] {
  if (artifact === undefined) return [];
  const { bytes_before: before, bytes_after: after, first_difference: difference } = artifact;
  if (state === 'same') return before === undefined ? [] : [`the same ${plural(before, 'byte')}`];
  const lengths = `${grouped(before ?? 0)} bytes then, ${grouped(after ?? 0)} now`;
  if (difference === undefined) return [`other bytes: ${lengths}`];
  return [`${placeWords(difference)}; ${lengths}`, ...excerpts(difference, texts)];
}

const PRECISIONS: { readonly [precision: string]: (offset: string) => string } = {
  byte: (offset) => `the first byte that differs is byte ${offset}`,
  at_or_before: (offset) => `differs at byte ${offset}, or in redacted bytes before it`,
  redacted: (offset) => `differs in what was redacted, from byte ${offset}`,
  segment: (offset) => `differs somewhere in the part that begins at byte ${offset}`,
};

function placeWords({ offset, precision, message, role }: DifferenceMessage): string {
  const words = (PRECISIONS[precision] ?? ((at: string) => `differs at byte ${at}`))(grouped(offset));
  return message === undefined ? words : `${words} (message ${message}, ${escapeText(role ?? '')})`;
}

function fateDetails({ fates = [] }: ReplayBoundaryMessage): string[] {
  const shown = fates
    .slice(0, MOST_LISTED)
    .map(({ before, after, ...item }) =>
      escapeText(`${nameOf(item)}: ${before ?? 'not there'} → ${after ?? 'not there'}`),
    );
  const left = fates.length - shown.length;
  return [...shown, ...(left > 0 ? [`and ${grouped(left)} more`] : [])];
}

function rulingDetails(boundary: ReplayBoundaryMessage): string[] {
  return [
    change('verdict', boundary.verdict_before, boundary.verdict_after),
    change('outcome', boundary.outcome_before, boundary.outcome_after),
  ].flatMap((line) => line ?? []);
}

function change(name: string, before: string | undefined, after: string | undefined): string | undefined {
  if (before === undefined && after === undefined) return undefined;
  return escapeText(
    `${name} ${before === after ? `${before}, as recorded` : `${before ?? 'none'} → ${after ?? 'none'}`}`,
  );
}

interface Sides {
  /** The text that holds the difference, and where in the artifact it begins. */
  readonly at: (offset: number) => readonly [before: string, after: string, start: number] | undefined;
}

/** Only with text on both sides, and only where no mark stands before the place. */
function excerpts({ offset, precision }: DifferenceMessage, sides: Sides | undefined): string[] {
  const found = precision === 'byte' ? sides?.at(offset) : undefined;
  if (found === undefined) return [];
  const [before, after, start] = found;
  const at = offset - start;
  // What was kept out of the file is kept out of the terminal, too.
  const now = redactText(after, builtInRedactors);
  const isShifted = now.redactions.some((redaction) => redaction.offset < at);
  return [`then “${excerpt(before, at)}”`, ...(isShifted ? [] : [`now  “${excerpt(now.text, at)}”`])];
}

function excerpt(text: string, at: number): string {
  const bytes = Buffer.from(text, 'utf8');
  const from = Math.max(0, at - BEFORE);
  const to = Math.min(bytes.length, at + AFTER);
  // A character that the edges cut in two is left out.
  const cut = bytes.toString('utf8', from, to).replace(/^\uFFFD+|\uFFFD+$/gu, '');
  return `${from > 0 ? '…' : ''}${escapeText(cut)}${to < bytes.length ? '…' : ''}`;
}

function contextTexts(record: ReplayRecordMessage, run: ReplayedRun | undefined): Sides | undefined {
  if (record.with_text !== true || run === undefined) return undefined;
  return {
    at: (offset) => {
      const before = segmentAt(record.triple, offset);
      const after = segmentAt(run.triple, offset);
      if (before?.text?.text === undefined || after?.text?.text === undefined) return undefined;
      return before.offset === after.offset ? [before.text.text, after.text.text, before.offset] : undefined;
    },
  };
}

function segmentAt(triple: TripleMessage | undefined, offset: number): Segment | undefined {
  return triple?.context?.segments?.findLast((segment) => segment.offset <= offset);
}

type Segment = NonNullable<NonNullable<TripleMessage['context']>['segments']>[number];

function outputTexts(record: ReplayRecordMessage, run: ReplayedRun | undefined): Sides | undefined {
  const before = record.triple?.output?.text?.text;
  const after = run?.triple.output?.text?.text;
  if (record.with_text !== true || before === undefined || after === undefined) return undefined;
  return { at: () => [before, after, 0] };
}
