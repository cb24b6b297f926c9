/**
 * The ruling of one repair. *Discriminant*: it recovers the incidents of its own boundary in all
 * trials, and leaves the others as they are in all trials. *Confounded*: it recovers everything,
 * moved more than one boundary or pin, or breaks another incident. *Not recovered*: none of its own.
 * Everything else is *not established*, with the reason.
 */
import { BOUNDARIES } from '../../incidents/diff.js';
import type { RulingMessage } from '../../proto/messages.generated.js';
import { isRecovered } from '../../proto/trial-outcome.js';
import type { PlannedRepair } from '../repairs/read-repairs.js';
import { CONTROL, trialsOf, type PlannedIncident, type Progress } from '../split-test-plan.js';
import { isUnknown, movedIn } from './cell.js';
import { controlProblem } from './control.js';
import { disturbances, type Disturbance } from './disturbance.js';
import { lostFurtherOnNote, retriedNote, silentNote } from './notes.js';
import { isRefused, panPins } from './pan-pins.js';
import { pinValues } from './pin-values.js';
import { listWords } from './words.js';

type RulingName = 'discriminant' | 'confounded' | 'not_recovered' | 'not_established';

/** One established row under the repair. */
interface Row {
  readonly incident: PlannedIncident;
  readonly id: string;
  readonly trials: number;
  readonly recovered: number;
  readonly unknown: number;
}

export function rule(progress: Progress, repair: PlannedRepair): RulingMessage {
  const rows = establishedRows(progress, repair);
  const [ruling, because] = decide(progress, repair, rows);
  const recovered = rows.filter((row) => row.trials === progress.plan.trials && row.recovered === row.trials);
  return {
    repair: repair.id,
    ruling,
    because: because + retriedNote(progress, repair),
    ...(recovered.length === 0 ? {} : { recovered: recovered.map(({ id }) => id) }),
    ...(panPins(progress, repair).length > 1 ? { pan_repair: true } : {}),
  };
}

function establishedRows(progress: Progress, repair: PlannedRepair): Row[] {
  return progress.plan.incidents.flatMap((incident) => {
    const { id } = incident.incident;
    const isControlled = trialsOf(progress, id, CONTROL).length === progress.plan.trials;
    if (!isControlled || controlProblem(progress, incident) !== undefined) return [];
    const trials = trialsOf(progress, id, repair.id);
    return [
      {
        incident,
        id,
        trials: trials.length,
        recovered: trials.filter(isRecovered).length,
        unknown: trials.filter(isUnknown).length,
      },
    ];
  });
}

type Decision = readonly [RulingName, string];

function decide(progress: Progress, repair: PlannedRepair, rows: readonly Row[]): Decision {
  const { incidents, trials: each } = progress.plan;
  const pins = panPins(progress, repair);
  if (isRefused(progress, repair)) {
    const what = `it moved ${listWords(pins)} at once`;
    return ['confounded', `${what}: what it recovers cannot be told apart, and it is run no further without --force`];
  }
  const isOwn = (row: Row): boolean => row.incident.boundary === repair.boundary;
  const own = rows.filter(isOwn);
  const others = rows.filter((row) => !isOwn(row));
  const open = openRow(progress, repair);
  if (open !== undefined) return ['not_established', open];
  if (!incidents.some(({ boundary }) => boundary === repair.boundary))
    return ['not_established', `no incident of its boundary (${repair.boundary}) was tested`];
  if (own.length === 0)
    return ['not_established', `no incident of its boundary (${repair.boundary}) came out again in the control`];
  const wrong = wrongFrom(progress, repair);
  if (wrong !== undefined) return ['not_established', wrong];
  const disturbed = disturbances(
    progress,
    repair.id,
    others.filter(({ recovered }) => recovered === 0).map(({ incident }) => incident),
  );
  const further = lostFurtherOnNote(
    progress,
    repair,
    own.map(({ incident }) => incident),
  );
  return (
    confounded(progress, repair, rows, pins) ??
    ownRecovery(own, others, each, breakWords(disturbed) + further + silentNote(progress, repair)) ??
    otherRecovery(own, others, each, disturbed)
  );
}

/** A cell that is not full yet. */
function openRow(progress: Progress, repair: PlannedRepair): string | undefined {
  const { plan } = progress;
  for (const incident of plan.incidents) {
    const { id } = incident.incident;
    const controls = trialsOf(progress, id, CONTROL).length;
    if (controls < plan.trials) return `${controls} of ${plan.trials} control trials of ${id} were run`;
    if (controlProblem(progress, incident) !== undefined) continue;
    const done = trialsOf(progress, id, repair.id).length;
    if (done < plan.trials) return `${done} of ${plan.trials} trials on ${id} were run`;
  }
  return undefined;
}

/** What the repair says a pin was before is not what the control ran with. */
function wrongFrom(progress: Progress, { changes = [] }: PlannedRepair): string | undefined {
  for (const { pin, from } of changes) {
    if (from === undefined) continue;
    for (const trial of progress.trials.filter(({ repair }) => repair === CONTROL)) {
      const ran = pinValues(trial.pins).get(pin);
      const said = textOf(from);
      if (pin !== 'template' && ran !== undefined && ran !== said && ran !== from && ran.split(' ')[0] !== said)
        return `it is to change ${pin} from ${said}, and the control of ${trial.incident} ran with ${ran}`;
    }
  }
  return undefined;
}

function textOf(json: string): string {
  const value: unknown = JSON.parse(json);
  return typeof value === 'string' ? value : json;
}

function confounded(
  progress: Progress,
  repair: PlannedRepair,
  rows: readonly Row[],
  pins: readonly string[],
): Decision | undefined {
  const isAny = rows.some(({ recovered }) => recovered > 0);
  if (pins.length > 1 && isAny)
    return [
      'confounded',
      `it changes ${listWords(pins)} at once: which of them recovered ${whatRecovered(rows)} is open`,
    ];
  const moved = BOUNDARIES.filter((boundary) => rows.some((row) => movesAlways(progress, repair, row, boundary)));
  if (moved.length < 2) return undefined;
  const isAll = rows.length > 1 && rows.every((row) => row.recovered === row.trials);
  return [
    'confounded',
    isAll
      ? `it recovers everything, ${whatRecovered(rows)}: it does not tell one boundary from another`
      : `it moved ${moved.length} boundaries, ${listWords(moved)}: ${movesWords(progress, repair, rows)}`,
  ];
}

/** In every trial of the cell: what moves now and then may be the application's own doing. */
function movesAlways(progress: Progress, repair: PlannedRepair, row: Row, boundary: string): boolean {
  const trials = trialsOf(progress, row.id, repair.id);
  return trials.length > 0 && trials.every((trial) => movedIn(row.incident, trial).some((one) => one === boundary));
}

function movesWords(progress: Progress, repair: PlannedRepair, rows: readonly Row[]): string {
  return rows
    .flatMap((row) => {
      const moved = BOUNDARIES.filter((boundary) => movesAlways(progress, repair, row, boundary));
      if (moved.length === 0) return [];
      return [`${row.id} ${row.recovered === row.trials ? 'recovered' : `moved at ${listWords(moved)}`}`];
    })
    .join(', ');
}

function whatRecovered(rows: readonly Row[]): string {
  return listWords(rows.filter(({ recovered }) => recovered > 0).map(countWords));
}

function countWords({ id, recovered, trials }: Row): string {
  return `${id} ${recovered}/${trials}`;
}

/** `more`: of a repair that recovers nothing, what else there is to say. */
function ownRecovery(own: readonly Row[], others: readonly Row[], each: number, more: string): Decision | undefined {
  const unknown = own.find((row) => row.unknown > 0);
  if (unknown !== undefined)
    return ['not_established', `${unknown.unknown} of ${each} trials on ${unknown.id} gave no verdict that tells`];
  const counts = own.map(countWords).join(', ');
  if (own.every(({ recovered }) => recovered === 0)) {
    const strange = others.filter(({ recovered }) => recovered > 0).map(countWords);
    const also = strange.length === 0 ? '' : `; it recovered ${listWords(strange)} of another boundary`;
    return [
      'not_recovered',
      `its own boundary’s ${own.length === 1 ? 'incident' : 'incidents'}: ${counts}${also}${more}`,
    ];
  }
  if (own.some(({ recovered }) => recovered < each))
    return ['not_established', `it recovered its own in some trials only: ${counts}`];
  return undefined;
}

function otherRecovery(
  own: readonly Row[],
  others: readonly Row[],
  each: number,
  disturbed: readonly Disturbance[],
): Decision {
  const counts = own.map(countWords).join(', ');
  if (others.length === 0)
    return [
      'not_established',
      `it recovered ${counts}, and no incident of another boundary stands beside it to tell it from a repair that recovers everything`,
    ];
  const unknown = others.find((row) => row.unknown > 0);
  if (unknown !== undefined)
    return [
      'not_established',
      `it recovered ${counts}; ${unknown.unknown} of ${each} trials on ${unknown.id} gave no verdict that tells`,
    ];
  if (disturbed.some(({ broken, trials }) => broken === trials))
    return ['confounded', `it recovered ${counts}${breakWords(disturbed)}`];
  const now = others.filter(({ recovered }) => recovered > 0).map(countWords);
  if (now.length > 0)
    return ['not_established', `it recovered ${counts}, and ${listWords(now)} of another boundary in some trials`];
  if (disturbed.length > 0)
    return [
      'not_established',
      `it recovered ${counts}, and did not leave the others as they are: ${disturbed.map(({ words }) => words).join('; ')}`,
    ];
  return ['discriminant', `it recovered ${counts} and no other: ${others.map(countWords).join(', ')}`];
}

/** A clause of its own, or nothing. */
function breakWords(disturbed: readonly Disturbance[]): string {
  const broken = disturbed.filter((one) => one.broken > 0);
  return broken.length === 0 ? '' : `; it breaks ${broken.map(({ words }) => words).join('; ')}`;
}
