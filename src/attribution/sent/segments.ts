/**
 * The sent context as segments (spec §3 "Sent context"): text parts and tool-result parts in the
 * order sent. Nothing matches across two segments; offsets run through all of them.
 */
import type { ModelCall, SentMessage, SentPart } from '../../model/model-call.js';
import { isInvalidText } from '../../model/text.js';
import { PreparedText } from '../search/prepared-text.js';
import { isWhiteSpace, trimWhiteSpace } from '../text/unicode.js';

export interface Segment {
  readonly text: string;
  readonly message: number;
  readonly part: number;
  readonly role: string;
  /** UTF-8 bytes from the start of all segments joined by one LF. */
  readonly startByte: number;
  /** False: of role `assistant`, or just the question (edges trimmed). */
  readonly isEvidence: boolean;
  readonly lossy: boolean;
  /** The end of this text may be a value limit's: it proves no `cut` (spec §3 "Lossy"). */
  readonly endUnproven: boolean;
}

export interface SentContext {
  readonly segments: readonly Segment[];
  readonly byteLength: number;
  /** Parts that are evidence may be missing or changed. */
  readonly lossy: boolean;
  /** Evidence holds U+FFFD: what is not found there may stand there damaged. */
  readonly invalid: boolean;
  /** The question, trimmed; absent when it is not known. */
  readonly question?: string;
  /** All segments joined by one LF, for hashing. */
  readonly joined: () => string;
}

const ASSISTANT = 'assistant';

/** A call whose messages were not logged has no segments. */
export function sentContext(call: ModelCall, question: string | undefined): SentContext {
  const trimmed = question === undefined ? '' : trimWhiteSpace(question);
  const segments: SentSegment[] = [];
  let lossy = call.contextLossy;
  call.messages?.forEach((message, messageIndex) => {
    message.parts.forEach((part, partIndex) => {
      if (part.kind === 'other') return;
      if (part.lossy && message.role !== ASSISTANT) lossy = true;
      part.leaves.forEach((text, leaf) => {
        const isEvidence = message.role !== ASSISTANT && !isJust(text, trimmed);
        const endUnproven = part.endUnproven === true && leaf === part.leaves.length - 1;
        segments.push(
          new SentSegment(text, messageIndex, partIndex, message, part, isEvidence, endUnproven, segments.at(-1)),
        );
      });
    });
  });
  return new JoinedSegments(segments, trimmed, lossy);
}

/** The segment's text made ready for searching, once. */
export function preparedText(segment: Segment): PreparedText {
  return segment instanceof SentSegment ? segment.prepared : new PreparedText(segment.text);
}

class SentSegment implements Segment {
  readonly role: string;
  readonly lossy: boolean;
  readonly #before: SentSegment | undefined;
  #startByte = -1;
  #prepared: PreparedText | undefined;

  constructor(
    readonly text: string,
    readonly message: number,
    readonly part: number,
    sentMessage: SentMessage,
    sentPart: SentPart,
    readonly isEvidence: boolean,
    readonly endUnproven: boolean,
    before: SentSegment | undefined,
  ) {
    this.role = sentMessage.role;
    this.lossy = sentPart.lossy;
    this.#before = before;
  }

  get prepared(): PreparedText {
    return (this.#prepared ??= new PreparedText(this.text));
  }

  /** Counted when first asked for: most segments hold nothing that is ever pointed at. */
  get startByte(): number {
    if (this.#startByte >= 0) return this.#startByte;
    const uncounted: SentSegment[] = [this];
    for (let segment = this.#before; segment !== undefined && segment.#startByte < 0; segment = segment.#before)
      uncounted.push(segment);
    for (const segment of uncounted.reverse()) {
      const before = segment.#before;
      segment.#startByte = before === undefined ? 0 : before.#startByte + before.prepared.byteLength + 1;
    }
    return this.#startByte;
  }
}

class JoinedSegments implements SentContext {
  readonly question?: string;
  #invalid: boolean | undefined;

  constructor(
    readonly segments: readonly SentSegment[],
    question: string,
    readonly lossy: boolean,
  ) {
    if (question !== '') this.question = question;
  }

  get invalid(): boolean {
    return (this.#invalid ??= this.segments.some(({ isEvidence, text }) => isEvidence && isInvalidText(text)));
  }

  get byteLength(): number {
    const last = this.segments.at(-1);
    return last === undefined ? 0 : last.startByte + last.prepared.byteLength;
  }

  readonly joined = (): string =>
    this.segments.length === 1
      ? (this.segments[0] as Segment).text
      : this.segments.map((segment) => segment.text).join('\n');
}

/** `text`, edges trimmed, is `trimmed`; white space is only read where the length allows it. */
function isJust(text: string, trimmed: string): boolean {
  if (trimmed === '' || text.length < trimmed.length) return false;
  let start = 0;
  while (start < text.length && isWhiteSpace(text.charCodeAt(start))) start++;
  if (!text.startsWith(trimmed, start)) return false;
  for (let end = start + trimmed.length; end < text.length; end++)
    if (!isWhiteSpace(text.charCodeAt(end))) return false;
  return true;
}
