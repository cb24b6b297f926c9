/**
 * Which of many texts stand whole, in a form that is presence (spec §4), in one context after
 * another. What the texts need is made ready once, and a segment seen before is not searched again:
 * linear in texts and contexts together.
 */
import { UNLOGGED_CALL } from '../../model/model-call.js';
import { PatternSearch } from './pattern-search.js';
import { PreparedText } from './prepared-text.js';
import { findLeftmost } from '../text/quick-find.js';
import { type Segment, type SentContext, preparedText, sentContext } from '../sent/segments.js';
import { trimWhiteSpace } from '../text/unicode.js';

export const anySegment = (): boolean => true;
export const evidenceOnly = (segment: Segment): boolean => segment.isEvidence;

/** So few are searched one by one, at the host's own speed. */
const FEW = 4;

export class TextFinder {
  /** Trimmed, distinct, not empty. */
  readonly #cores: readonly string[];
  readonly #found = new Map<string, readonly string[]>();
  #search: PatternSearch | undefined;

  constructor(texts: Iterable<string>) {
    const cores = new Set<string>();
    for (const text of texts) cores.add(trimWhiteSpace(text));
    cores.delete('');
    this.#cores = [...cores];
  }

  /** The texts, trimmed, that stand in the segments of the context that `isSought` names. */
  standing(context: SentContext, isSought: (segment: Segment) => boolean): ReadonlySet<string> {
    const standing = new Set<string>();
    if (this.#cores.length === 0) return standing;
    for (const segment of context.segments) {
      if (!isSought(segment)) continue;
      let found = this.#found.get(segment.text);
      if (found === undefined) {
        found = this.#findIn(preparedText(segment));
        this.#found.set(segment.text, found);
      }
      for (const core of found) standing.add(core);
    }
    return standing;
  }

  #findIn(prepared: PreparedText): readonly string[] {
    const { text, json } = prepared;
    if (this.#cores.length <= FEW && json.length === 0)
      return this.#cores.filter((core) => findLeftmost(text, core) >= 0);
    const search = (this.#search ??= new PatternSearch(this.#cores.map((core) => new PreparedText(core).raw.bytes)));
    const found = new Set<string>();
    for (const { bytes } of [prepared.raw, ...json]) {
      for (const number of search.search(bytes, [{ from: 0, to: bytes.length }]).first.keys())
        found.add(this.#cores[number] as string);
    }
    return [...found];
  }
}

/** Other texts (what a span logs as its output), searched with the forms that a sent context is searched with. */
export function textsAsContext(texts: readonly string[]): SentContext {
  const messages = [
    { role: 'user', parts: texts.map((text) => ({ kind: 'text' as const, leaves: [text], lossy: false })) },
  ];
  return sentContext({ ...UNLOGGED_CALL, messages }, undefined);
}
