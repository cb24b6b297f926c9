/**
 * The four buckets: a second view beside the verdict, which it never changes. Each is said only from
 * evidence; what is not established says what is missing.
 *
 * Precedence, when two apply. (1) `missing_refusal` before `retrieval_miss`: it is a retrieval miss
 * and one fact more, that the application answered all the same; letting it refuse also helps the
 * questions nobody declared. (2) Both before the other two: what is not in the prompt no sampler and
 * no instruction puts there. (3) `sampler_noise` and `prompt_pressure` exclude each other.
 */
import type { BucketViewMessage, TripleMessage } from '../../proto/messages.generated.js';
import { evidenceFix, PROMPT_FIX, REFUSAL_FIX, samplerFix } from './first-fix.js';
import { refusalPermission } from './refusal-permission.js';
import {
  notComparable,
  outcomeOf,
  type BucketSubject,
  type NotComparable,
  type ReplayEvidence,
} from './replay-evidence.js';

export type Bucket = 'retrieval_miss' | 'missing_refusal' | 'sampler_noise' | 'prompt_pressure' | 'not_established';

/** Fewer tell nothing about a sampler. */
export const LEAST_REPLAYS = 3;

export interface BucketOptions {
  /**
   * Replays that were asked for. "Each time the same" is said only of all of them: one that is
   * missing, failed or is not comparable may have been the other time.
   */
  readonly times: number;
  /** Words by which the prompt permits a refusal, as "say you do not know"; any one of them. */
  readonly refusalPermission?: readonly string[] | undefined;
  /** Artifacts of a replay that sent the same context, with its whole text: the record may keep none. */
  readonly fullTriple?: TripleMessage | undefined;
}

type Ruling = Pick<BucketViewMessage, 'because' | 'first_fix'> & { readonly bucket: Bucket };

/** Pure: the same run and the same replays give the same view. */
export function bucketOf(
  subject: BucketSubject,
  replays: readonly ReplayEvidence[],
  options: BucketOptions,
): BucketViewMessage {
  const comparable = replays.filter((replay) => notComparable(subject, replay) === undefined);
  const temperature = subject.pins.parameters?.['temperature'];
  const ruling = ofRetrieval(subject) ?? ofReplays(subject, replays, comparable, options);
  return {
    ...ruling,
    replays: comparable.length,
    distinct_outputs: distinct(comparable.flatMap(({ verdict }) => verdict?.sha256?.output ?? [])).length,
    ...(temperature === undefined ? {} : { temperature }),
  };
}

/** What the bytes of the one run prove: no replay is needed. */
function ofRetrieval({ verdict }: BucketSubject): Ruling | undefined {
  const { outcome, explanation } = verdict;
  const hasAnswered = outcome === 'answered' || outcome === 'answered_empty';
  if (verdict.verdict === 'H1') {
    const fix = evidenceFix(verdict);
    return hasAnswered
      ? {
          bucket: 'missing_refusal',
          because: `the needed evidence was never handed on (${explanation}), and the application answered`,
          first_fix: `${REFUSAL_FIX}. ${fix}`,
        }
      : {
          bucket: 'retrieval_miss',
          because: `the needed evidence was never handed on (${explanation})${outcome === 'abstained' ? ', and the application refused' : ''}`,
          first_fix: fix,
        };
  }
  // The retrieval did not miss: a refusal would hide that it worked.
  if (verdict.verdict === 'H2')
    return {
      bucket: 'retrieval_miss',
      because: `the needed evidence was handed on and did not reach the prompt (${explanation})`,
      first_fix: evidenceFix(verdict),
    };
  // Nothing is declared, and still: there was nothing to answer from.
  if (verdict.verdict === 'UNDECLARED' && outcome === 'answered_empty')
    return {
      bucket: 'missing_refusal',
      because: 'zero items were retrieved, and the application answered',
      first_fix: `${REFUSAL_FIX}.`,
    };
  return undefined;
}

function ofReplays(
  subject: BucketSubject,
  replays: readonly ReplayEvidence[],
  comparable: readonly ReplayEvidence[],
  options: BucketOptions,
): Ruling {
  if (comparable.length < LEAST_REPLAYS) return notEstablished(tooFew(subject, replays, comparable.length));
  const outcomes = comparable.flatMap(({ verdict }) => (verdict === undefined ? [] : [outcomeOf(verdict)]));
  const recorded = subject.verdict.verdict === 'UNKNOWN' ? undefined : outcomeOf(subject.verdict);
  if (distinct(outcomes).length > 1)
    return {
      bucket: 'sampler_noise',
      because: `the same input and the same sent context gave ${counted(outcomes)}${recorded === undefined ? '' : `; recorded: ${recorded}`}`,
      first_fix: samplerFix(subject.pins.parameters?.['temperature']),
    };
  if (comparable.length < options.times)
    return notEstablished(
      `the outcome was the same ${comparable.length} times, but ${options.times} replays were asked for: ${countedGaps(subject, replays, options.times)}`,
    );
  const [outcome = ''] = outcomes;
  if (recorded === undefined)
    return notEstablished(
      `the outcome is stable (${outcome} in all ${outcomes.length} replays), and the record tells none: it is UNKNOWN (${subject.verdict.reason ?? 'no reason'})`,
    );
  // A sampler that gives the same each time explains no difference: something else did, behind the same pins.
  if (outcome !== recorded)
    return notEstablished(
      `the replays agree with each other (${outcome} in all ${outcomes.length}) and not with the record (${recorded}): the case, the application or the model has changed behind the same pins`,
    );
  return ofStable(subject, comparable.length, options);
}

/** The same outcome each time, the recorded one among them. */
function ofStable({ verdict, triple }: BucketSubject, replays: number, options: BucketOptions): Ruling {
  const stable = `${outcomeOf(verdict)} in the record and in all ${replays} replays`;
  if (verdict.verdict === 'HOLD') return notEstablished(`nothing fails: ${stable}`);
  const isPressed = verdict.verdict === 'H3' || verdict.verdict === 'H3a';
  if (!isPressed || verdict.reason === 'refusal' || verdict.outcome !== 'answered')
    return notEstablished(`the outcome is stable (${stable}), and no bucket explains it`);
  const permission = refusalPermission(wholeTriple(triple, options.fullTriple), options.refusalPermission ?? []);
  switch (permission.state) {
    case 'given':
      return notEstablished(
        `the outcome is stable (${stable}), and the prompt permits a refusal (message ${permission.segment.message}, ${permission.segment.role})`,
      );
    case 'unknown':
      return notEstablished(
        `the outcome is stable (${stable}), but whether the prompt permits a refusal is not known: ${permission.because}`,
      );
    case 'not_given':
      return {
        bucket: 'prompt_pressure',
        because: `the needed evidence stands in the prompt, nothing in it permits a refusal by the words declared, and the failure is stable: ${stable}`,
        first_fix: PROMPT_FIX,
      };
  }
}

/** The replay's text is the record's when their hashes are equal. */
function wholeTriple(recorded: TripleMessage, full: TripleMessage | undefined): TripleMessage {
  const sha256 = recorded.context?.sha256 ?? '';
  return sha256 !== '' && full?.context?.sha256 === sha256 ? full : recorded;
}

function notEstablished(because: string): Ruling {
  return { bucket: 'not_established', because };
}

function tooFew(subject: BucketSubject, replays: readonly ReplayEvidence[], count: number): string {
  const { verdict } = subject;
  const judged = verdict.verdict === 'UNKNOWN' ? `the verdict is UNKNOWN (${verdict.reason ?? 'no reason'}), and ` : '';
  const needed = `${judged}${count === 0 ? 'no replay' : count === 1 ? 'one replay' : `${count} replays`} of the same input and sent context ${count > 1 ? 'were' : 'was'} seen, ${LEAST_REPLAYS} are needed`;
  return replays.length === count ? needed : `${needed}: ${countedGaps(subject, replays, replays.length)}`;
}

const GAP_WORDS: { readonly [gap in NotComparable]: string } = {
  failed: 'failed or gave no run',
  other_input: 'had another question, or none that was logged',
  other_pins: 'had other pins',
  other_context: 'sent another context, or none that was logged',
  unjudged: 'could not be judged',
};

function countedGaps(subject: BucketSubject, replays: readonly ReplayEvidence[], times: number): string {
  const gaps = replays.flatMap((replay) => notComparable(subject, replay) ?? []);
  const words = distinct(gaps).map((gap) => `${gaps.filter((one) => one === gap).length} ${GAP_WORDS[gap]}`);
  if (times > replays.length) words.push(`${times - replays.length} not made`);
  return words.join(', ');
}

function counted(values: readonly string[]): string {
  return distinct(values)
    .map((value) => `${value} ×${values.filter((one) => one === value).length}`)
    .join(', ');
}

function distinct<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}
