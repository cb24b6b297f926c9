/** The result of a split test: what was tested, every trial, the matrix and the rulings, sealed. */
import { sealedSha256 } from '../incidents/sealed-json.js';
import type { TextHash } from '../model/judging-options.js';
import { messageFromJson, messageToJson } from '../proto/messages.js';
import type {
  RepairMessage,
  SplitTestMessage,
  TestedIncidentMessage,
  TrialMessage,
} from '../proto/messages.generated.js';
import { cellOf } from './rulings/cell.js';
import { controlProblem } from './rulings/control.js';
import { panPins } from './rulings/pan-pins.js';
import { rule } from './rulings/rule.js';
import type { PlannedRepair } from './repairs/read-repairs.js';
import { CONTROL, trialsOf, type PlannedIncident, type Progress } from './split-test-plan.js';

/** Of this format. */
const SPLIT_TEST_VERSION = 1;

export interface SplitTestTimes {
  readonly startedAtUnixNano: bigint;
  /** Absent: trials are left. Then nothing is ruled either. */
  readonly endedAtUnixNano?: bigint;
  readonly testedBy: string;
}

/** Without its hash: `splitTestText` seals. */
export function splitTestMessage(progress: Progress, times: SplitTestTimes): SplitTestMessage {
  const { app, appSha256, trials, incidents, repairs } = progress.plan;
  const { startedAtUnixNano, endedAtUnixNano, testedBy } = times;
  const names = [CONTROL, ...repairs.map(({ id }) => id)];
  const isEnded = endedAtUnixNano !== undefined;
  return {
    version: SPLIT_TEST_VERSION,
    started_at_unix_nano: startedAtUnixNano,
    ...(isEnded ? { ended_at_unix_nano: endedAtUnixNano } : {}),
    app,
    app_sha256: appSha256,
    tested_by: testedBy,
    trials_per_cell: trials,
    incidents: incidents.map((one) => testedIncident(progress, one)),
    repairs: repairs.map((repair) => repairMessage(progress, repair)),
    trials: incidents.flatMap(({ incident }) =>
      names.flatMap((name) => inOrder(trialsOf(progress, incident.id, name))),
    ),
    matrix: incidents.flatMap((incident) => names.map((name) => cellOf(progress, incident, name))),
    ...(isEnded ? { rulings: repairs.map((repair) => rule(progress, repair)) } : {}),
    sha256: '',
  };
}

/** By number: one that was run again was run later. */
function inOrder(trials: readonly TrialMessage[]): TrialMessage[] {
  return [...trials].sort((a, b) => a.number - b.number);
}

function repairMessage(progress: Progress, planned: PlannedRepair): RepairMessage {
  const { overrides: _overrides, ...repair } = planned;
  const isPan = panPins(progress, planned).length > 1;
  return isPan ? { ...repair, pan_repair: true } : repair;
}

function testedIncident(progress: Progress, planned: PlannedIncident): TestedIncidentMessage {
  const { incident, boundary } = planned;
  const isControlled = trialsOf(progress, incident.id, CONTROL).length === progress.plan.trials;
  const problem = isControlled ? controlProblem(progress, planned) : undefined;
  return {
    id: incident.id,
    frozen_sha256: incident.frozen_sha256,
    verdict: incident.verdict?.verdict ?? '',
    ...(incident.verdict?.reason === undefined ? {} : { reason: incident.verdict.reason }),
    boundary,
    ...(problem === undefined ? {} : { not_established: problem }),
  };
}

/** JSON with its hash, and the message as its reader has it. */
export function sealSplitTest(
  message: SplitTestMessage,
  hash: TextHash,
): { readonly text: string; readonly message: SplitTestMessage } {
  const json = JSON.parse(messageToJson('SplitTest', message)) as Readonly<Record<string, unknown>>;
  const text = JSON.stringify({ ...json, sha256: sealedSha256(json, ['sha256'], hash) }, undefined, 2);
  return { text: `${text}\n`, message: messageFromJson('SplitTest', text) };
}
