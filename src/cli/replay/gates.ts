/** What `--fail-on` asks of the replays, and the exit status: a gate passes only what was compared. */
import { UNKNOWN_WORDS } from '../../wording/verdict-words.js';
import type { ReplayMessage, ReplayRecordMessage, ReplayReportMessage } from '../../proto/messages.generated.js';
import { escapeText } from '../escape-text.js';
import { EXIT_DONE, EXIT_FAIL_ON, EXIT_UNUSABLE, UsageError, type Io } from '../io.js';

const GATES = ['changed', 'pins', 'verdict'] as const;
export type Gate = (typeof GATES)[number];

/** A gate that names nothing would let everything pass: that is wrong usage. */
export function readGates(texts: readonly string[] | undefined): ReadonlySet<Gate> {
  const words = (texts ?? [])
    .join(',')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
  const gates = words.map((word) => {
    const gate = GATES.find((one) => one === word);
    if (gate !== undefined) return gate;
    throw new UsageError(`--fail-on: ${JSON.stringify(word)} is not known`, `There are ${GATES.join(', ')}.`);
  });
  if (texts !== undefined && gates.length === 0)
    throw new UsageError('--fail-on names nothing', `There are ${GATES.join(', ')}.`);
  return new Set(gates);
}

export interface Gated {
  readonly record: ReplayRecordMessage;
  readonly report: ReplayReportMessage;
  readonly gates: ReadonlySet<Gate>;
  /** By the user, before all replays were made. */
  readonly isStopped: boolean;
}

/** Says on standard error why it is 2. */
export function exitStatus({ record, report, gates, isStopped }: Gated, io: Pick<Io, 'err'>): number {
  const replays = report.replays ?? [];
  const seen = replays.filter(({ boundaries }) => boundaries !== undefined);
  if (seen.length === 0) {
    const [first] = replays;
    io.err(`ragspan: no replay gave a run${first?.error === undefined ? '' : `: ${escapeText(first.error)}`}\n`);
    return EXIT_UNUSABLE;
  }
  const failed = replays.filter(({ error }) => error !== undefined).length;
  if (gates.size > 0 && (failed > 0 || isStopped || replays.length < report.times)) {
    io.err(`ragspan: --fail-on: ${report.times - replays.length + failed} of ${report.times} replays gave no answer\n`);
    return EXIT_UNUSABLE;
  }
  if (seen.some((replay) => [...gates].some((gate) => hasOccurred(gate, report, replay)))) return EXIT_FAIL_ON;
  const gaps = [...gates].flatMap((gate) => notCompared(gate, record, report, seen).map((why) => `${gate}: ${why}`));
  for (const gap of gaps) io.err(`ragspan: --fail-on ${escapeText(gap)}\n`);
  return gaps.length > 0 || isStopped ? EXIT_UNUSABLE : EXIT_DONE;
}

function hasOccurred(gate: Gate, { verdict: before }: ReplayReportMessage, replay: ReplayMessage): boolean {
  switch (gate) {
    case 'changed':
      return replay.changed !== undefined;
    case 'pins':
      return replay.pins !== undefined;
    case 'verdict':
      // A record without a verdict has none that could be another now.
      return (
        before !== undefined && (before.verdict !== replay.verdict?.verdict || before.reason !== replay.verdict?.reason)
      );
  }
}

/** Verdicts by which nothing is claimed: the same once more is no finding. */
const TELL_NOTHING: ReadonlySet<string | undefined> = new Set(['UNKNOWN', 'UNDECLARED', undefined]);

function notCompared(
  gate: Gate,
  record: ReplayRecordMessage,
  report: ReplayReportMessage,
  seen: readonly ReplayMessage[],
): readonly string[] {
  switch (gate) {
    case 'changed': {
      const gaps = seen.flatMap(({ boundaries = [] }) =>
        boundaries
          .filter(({ state }) => state === 'unknown')
          .map(({ boundary, reason = '' }) => `${boundary} could not be compared: ${wordsOf(reason)}`),
      );
      return [...new Set(gaps)];
    }
    case 'pins':
      return Object.keys(record.pins ?? {}).length === 0 ? ['no pin was logged, neither then nor now'] : [];
    case 'verdict':
      return TELL_NOTHING.has(report.verdict?.verdict)
        ? [`the recorded verdict is ${report.verdict?.verdict ?? 'missing'}, and tells nothing that could have changed`]
        : [];
  }
}

function wordsOf(reason: string): string {
  return Object.hasOwn(UNKNOWN_WORDS, reason) ? UNKNOWN_WORDS[reason as keyof typeof UNKNOWN_WORDS] : reason;
}
