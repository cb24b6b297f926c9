/** The second boundary: were the same bytes sent? If not, where do they part, and what became of which chunk. */
import type {
  ArtifactChangeMessage,
  DifferenceMessage,
  FateChangeMessage,
  ReplayBoundaryMessage,
  SegmentMessage,
  SentContextMessage,
  TripleMessage,
} from '../../proto/messages.generated.js';
import { firstDifference } from './first-difference.js';
import { pairedItems } from './paired-items.js';
import { handedOn } from './retrieval-boundary.js';

const MAX_LISTED = 1000;

export function compareAssembly(before: TripleMessage, after: TripleMessage): ReplayBoundaryMessage {
  const boundary = 'assembly';
  const then = contextsOf(before);
  const now = contextsOf(after);
  if (then === undefined || now === undefined) return { boundary, state: 'unknown', reason: 'context_unlogged' };
  const parted = then.findIndex((context, index) => differs(context, now[index]));
  const artifact = artifactChange(then[parted] ?? then.at(-1), parted < 0 ? now.at(-1) : now[parted]);
  if (parted >= 0 || then.length !== now.length)
    return { boundary, state: 'changed', artifact, ...fateChanges(before, after) };
  const all = [...then, ...now];
  if (all.some((context) => known(context) === undefined))
    return { boundary, state: 'unknown', reason: 'lossy_capture' };
  // The bytes sent are the same; what stands at the provider is not seen.
  if (all.some((context) => context.provider_held === true))
    return { boundary, state: 'unknown', reason: 'context_unlogged', artifact };
  return { boundary, state: 'same', artifact };
}

/** Every call that contributed, the answering one last. */
function contextsOf({ context, earlier_contexts: earlier }: TripleMessage): SentContextMessage[] | undefined {
  return context === undefined ? undefined : [...(earlier ?? []), context];
}

/** Of a context that telemetry may have changed, the hash says nothing. */
function known({ sha256, lossy }: SentContextMessage): string | undefined {
  return lossy === true || sha256 === '' ? undefined : sha256;
}

function differs(before: SentContextMessage, after: SentContextMessage | undefined): boolean {
  const then = known(before);
  const now = after === undefined ? undefined : known(after);
  return then !== undefined && now !== undefined && then !== now;
}

function artifactChange(
  before: SentContextMessage | undefined,
  after: SentContextMessage | undefined,
): ArtifactChangeMessage {
  const difference =
    before === undefined || after === undefined || before.sha256 === after.sha256
      ? undefined
      : differenceOf(before.segments ?? [], after.segments ?? []);
  return {
    ...(before === undefined ? {} : { sha256_before: before.sha256, bytes_before: before.bytes }),
    ...(after === undefined ? {} : { sha256_after: after.sha256, bytes_after: after.bytes }),
    ...(difference === undefined ? {} : { first_difference: difference }),
  };
}

/** Up to the first segment that differs both lists are the same, and so are the offsets in them. */
function differenceOf(
  before: readonly SegmentMessage[],
  after: readonly SegmentMessage[],
): DifferenceMessage | undefined {
  const at = before.findIndex((segment, index) => segment.text?.sha256 !== after[index]?.text?.sha256);
  const then = before[at];
  const now = after[at];
  if (then?.text === undefined || now?.text === undefined) {
    // One ends where the other goes on.
    const beyond = at < 0 ? after[before.length] : (then ?? now);
    return beyond === undefined ? undefined : { offset: beyond.offset, precision: 'byte', ...placeOf(beyond) };
  }
  const inside = firstDifference(then.text, now.text);
  return inside === undefined ? undefined : { ...inside, offset: then.offset + inside.offset, ...placeOf(then) };
}

function placeOf({ message, part, role }: SegmentMessage): Pick<DifferenceMessage, 'message' | 'part' | 'role'> {
  return { message, part, role };
}

function fateChanges(before: TripleMessage, after: TripleMessage): { readonly fates?: readonly FateChangeMessage[] } {
  const fates = pairedItems(handedOn(before.retrieval), handedOn(after.retrieval)).flatMap(
    ({ before: then, after: now }): FateChangeMessage[] => {
      if (then?.fate === now?.fate) return [];
      const digest = then?.digest ?? now?.digest;
      const id = then?.id ?? now?.id;
      return [
        {
          ...(digest === undefined ? {} : { digest }),
          ...(id === undefined ? {} : { id }),
          ...(then?.fate === undefined ? {} : { before: then.fate }),
          ...(now?.fate === undefined ? {} : { after: now.fate }),
        },
      ];
    },
  );
  return fates.length === 0 ? {} : { fates: fates.slice(0, MAX_LISTED) };
}
