/** What a split test found out, written beside what was frozen. */
import type { IncidentMessage, RepairMessage, SplitTestMessage, TrialMessage } from '../proto/messages.generated.js';

/** Repairs by id, the newest description of each; trials that the incident holds already are not added again. */
export function recordTrials(incident: IncidentMessage, test: SplitTestMessage): IncidentMessage {
  const own = (test.trials ?? []).filter((one) => one.incident === incident.id);
  const run = new Set(own.map(({ repair }) => repair));
  const repairs = new Map<string, RepairMessage>((incident.repairs ?? []).map((one) => [one.id, one]));
  for (const repair of test.repairs ?? []) if (run.has(repair.id)) repairs.set(repair.id, repair);
  const before = withoutReplaced(incident.trials ?? [], own, test.started_at_unix_nano);
  const known = new Set(before.map(keyOf));
  const trials = [...before, ...own.filter((one) => !known.has(keyOf(one)))];
  return {
    ...incident,
    ...(repairs.size === 0 ? {} : { repairs: [...repairs.values()] }),
    ...(trials.length === 0 ? {} : { trials }),
  };
}

/** Failed ones of this test in whose place another was run: together they would be one trial too many. */
function withoutReplaced(
  before: readonly TrialMessage[],
  own: readonly TrialMessage[],
  startedAtUnixNano: bigint,
): readonly TrialMessage[] {
  const current = new Map(own.map((one) => [placeOf(one), one]));
  return before.filter((trial) => {
    const now = current.get(placeOf(trial));
    const isReplaced = now !== undefined && now.at_unix_nano > trial.at_unix_nano;
    return trial.error === undefined || trial.at_unix_nano < startedAtUnixNano || !isReplaced;
  });
}

function placeOf({ repair, number }: TrialMessage): string {
  return JSON.stringify([repair, number]);
}

function keyOf({ repair, number, at_unix_nano: at }: TrialMessage): string {
  return JSON.stringify([repair, number, String(at)]);
}
