/** What a split test found out, written beside what was frozen. */
import type { IncidentMessage, RepairMessage, SplitTestMessage, TrialMessage } from '../proto/messages.generated.js';

/** Repairs by id, the newest description of each; trials that the incident holds already are not added again. */
export function recordTrials(incident: IncidentMessage, test: SplitTestMessage): IncidentMessage {
  const own = (test.trials ?? []).filter((one) => one.incident === incident.id);
  const run = new Set(own.map(({ repair }) => repair));
  const repairs = new Map<string, RepairMessage>((incident.repairs ?? []).map((one) => [one.id, one]));
  for (const repair of test.repairs ?? []) if (run.has(repair.id)) repairs.set(repair.id, repair);
  const known = new Set((incident.trials ?? []).map(keyOf));
  const trials = [...(incident.trials ?? []), ...own.filter((one) => !known.has(keyOf(one)))];
  return {
    ...incident,
    ...(repairs.size === 0 ? {} : { repairs: [...repairs.values()] }),
    ...(trials.length === 0 ? {} : { trials }),
  };
}

function keyOf({ repair, number, at_unix_nano: at }: TrialMessage): string {
  return JSON.stringify([repair, number, String(at)]);
}
