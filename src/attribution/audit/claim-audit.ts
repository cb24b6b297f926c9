/**
 * The claim audit (spec §6): counts, on every run, what an answer says of its sources that the
 * bytes do not bear out. Never a verdict.
 */
import type { Audit, Finding } from '../../model/verdict.js';
import { absentTexts } from '../search/absent-texts.js';
import { auditCitations } from './citation-audit.js';
import { OutputText } from '../generation/output-text.js';
import { quotations } from './quotations.js';
import { decodedTexts, plainWords, withoutLastStop } from './quoted-words.js';
import type { AuditItem, IssuedLabel } from './sources.js';
import { unknownUrls } from './unknown-urls.js';
import { prepareNeedle } from '../text/text-search.js';
import { isGroupExtender, trimWhiteSpace } from '../text/unicode.js';

export type { AuditItem, IssuedLabel, SourcePresence } from './sources.js';

export interface AuditInput {
  readonly output: string | OutputText;
  /** The texts of all segments of the calls that contribute. */
  readonly segments: readonly string[];
  /** False: telemetry may have changed the bytes, so that "not in the sent context" proves nothing. */
  readonly isContextWhole: boolean;
  readonly isOutputWhole: boolean;
  /** The log: handed on, and the other candidates after them. */
  readonly items: readonly AuditItem[];
  /** Empty: the assembly issued none. */
  readonly labels: readonly IssuedLabel[];
  /** URLs in the metadata of the log's items. */
  readonly urls: readonly string[];
}

/** What the answer says; `instruction_in_chunk` asks what the model was sent. */
type ClaimFinding = Exclude<Finding, 'instruction_in_chunk'>;

/** Findings that are not zero; nothing when the context has no text. */
export function auditClaims(input: AuditInput): Audit {
  const segments = input.segments.filter((text) => text !== '');
  if (segments.length === 0) return {};
  const output = OutputText.of(input.output);
  const isWhole = input.isContextWhole && input.isOutputWhole;
  const counts: Record<ClaimFinding, number> = {
    ...auditCitations(output, input.labels, input.items, input.isOutputWhole),
    misquoted: isWhole ? countMisquoted(output, segments) : 0,
    unknown_url: isWhole ? unknownUrls(output, segments, input.urls).length : 0,
  };
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)) as Audit;
}

const MIN_QUOTED_CODE_POINTS = 20;
const FEW = 16;

function countMisquoted(output: OutputText, segments: readonly string[]): number {
  const quoted = output.passages.flatMap(quotations).map(trimWhiteSpace).filter(isLong);
  // What stands there byte for byte needs no folding; beyond a few, asking one by one costs more.
  const unseen = quoted.length > FEW ? quoted : quoted.filter((text) => !standsAsIs(withoutLastStop(text), segments));
  if (unseen.length === 0) return 0;
  const misquoted = absentTexts(
    unseen.map((text) => withoutLastStop(plainWords(text))),
    segments.map(plainWords),
  );
  return misquoted.length === 0 ? 0 : absentTexts(misquoted, decodedTexts(segments).map(plainWords)).length;
}

/** A text of twice as many units needs no counting. */
function isLong(text: string): boolean {
  if (text.length >= 2 * MIN_QUOTED_CODE_POINTS) return true;
  return text.length >= MIN_QUOTED_CODE_POINTS && Array.from(text).length >= MIN_QUOTED_CODE_POINTS;
}

/** Byte for byte, and no mark at an edge would make another letter of the one before it. */
function standsAsIs(text: string, segments: readonly string[]): boolean {
  if (isGroupExtender(text.codePointAt(0) ?? 0)) return false;
  const needle = prepareNeedle(text);
  return segments.some(
    (segment) => needle.find(segment, 0, (at) => !isGroupExtender(segment.codePointAt(at + text.length) ?? 0)) >= 0,
  );
}
