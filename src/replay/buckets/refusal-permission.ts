/**
 * Whether the prompt permits a refusal: only the operator knows the words, so they are declared, and
 * looked for as a case's patterns are (spec §6: folded, on word borders). Not finding them is a
 * finding only in a prompt of which every byte is known.
 */
import { literalPattern } from '../../attribution/text/literal-pattern.js';
import { fold } from '../../attribution/text/fold.js';
import type { SegmentMessage, TripleMessage } from '../../proto/messages.generated.js';

export type Permission =
  | { readonly state: 'given'; readonly segment: SegmentMessage }
  | { readonly state: 'not_given' }
  | { readonly state: 'unknown'; readonly because: string };

/**
 * The whole context is searched, chunks included, except what the assistant said itself: many
 * prompts are one text with everything in it, and permission must never be overlooked.
 */
export function refusalPermission({ context }: TripleMessage, markers: readonly string[]): Permission {
  const patterns = markers.filter((marker) => marker.trim() !== '').map(literalPattern);
  if (patterns.length === 0)
    return { state: 'unknown', because: 'no words were declared by which the prompt permits a refusal' };
  if (context === undefined) return { state: 'unknown', because: 'the sent context is not logged' };
  const segments = (context.segments ?? []).filter(({ role }) => role !== 'assistant');
  const holder = segments.find(({ text }) => {
    if (text?.text === undefined) return false;
    const folded = fold(text.text, false);
    return patterns.some((pattern) => pattern.find(folded) !== undefined);
  });
  if (holder !== undefined) return { state: 'given', segment: holder };
  const because = gapOf(segments, context.lossy === true, context.provider_held === true);
  return because === undefined ? { state: 'not_given' } : { state: 'unknown', because };
}

function gapOf(segments: readonly SegmentMessage[], isLossy: boolean, isHeld: boolean): string | undefined {
  if (isHeld) return 'part of the prompt stands at the provider';
  if (segments.length === 0 || segments.some(({ text }) => text?.text === undefined))
    return 'the text of the prompt was not kept';
  if (isLossy || segments.some(({ text }) => text?.lossy === true)) return 'telemetry may have changed the prompt';
  if (segments.some(({ text }) => (text?.redactions ?? []).length > 0)) return 'part of the prompt is redacted';
  return undefined;
}
