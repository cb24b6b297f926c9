/**
 * What each hypothesis predicts at each boundary, in numbers, from the pins and the need alone: this
 * file is never given an artifact. Sealed with a hash and a time before anything is opened.
 */
import type { TextHash } from '../model/judging-options.js';
import { messageToJson } from '../proto/messages.js';
import type {
  CaseMessage,
  IncidentMessage,
  PinsMessage,
  PredictionMessage,
  PredictionsMessage,
} from '../proto/messages.generated.js';
import { IncidentError } from './incident-error.js';
import { canonicalJson } from './sealed-json.js';

/** What may be looked at before the diff. */
export interface Predictable {
  readonly id: string;
  /** Binds the seal to this incident, and says nothing of what was frozen. */
  readonly frozen_sha256: string;
  readonly pins: PinsMessage;
  readonly case: CaseMessage;
}

/** Pins and case of an incident. Throws an IncidentError when it has no need: then nothing can be predicted. */
export function predictable(incident: IncidentMessage): Predictable {
  if (incident.case?.needs === undefined)
    throw new IncidentError(
      `${incident.id}: no case applied to this run, so nothing says what it needed`,
      'Freeze it again with --line "the words that had to survive", or with --cases FILE.',
    );
  const { id, frozen_sha256, pins = {} } = incident;
  return { id, frozen_sha256, pins, case: incident.case };
}

/**
 * In order of boundary, then hypothesis. A limit that the pins do not say is left out: then only
 * presence is predicted.
 */
export function predictionRows({ pins, case: applied }: Pick<Predictable, 'pins' | 'case'>): PredictionMessage[] {
  const k = limit(pins.top_k, 'rank');
  const cut = limit(pins.budget, pins.budget_unit);
  const length = limit(applied.needs?.length === 1 ? applied.needs[0]?.line_bytes : undefined, 'byte');
  const row = (boundary: string, hypothesis: string, measure: string, relation: string, bound: object = {}) => ({
    boundary,
    hypothesis,
    measure,
    relation,
    ...bound,
  });
  const within = k === undefined ? 'present' : 'at_most';
  return [
    row('retrieval', 'holds', 'rank', within, k),
    ...(k === undefined ? [] : [row('retrieval', 'H1', 'rank', 'above', k)]),
    row('retrieval', 'H1', 'rank', 'absent'),
    row('retrieval', 'H2', 'rank', within, k),
    row('retrieval', 'H3', 'rank', within, k),
    ...(length === undefined ? [] : [row('assembly', 'holds', 'kept_bytes', 'at_least', length)]),
    row('assembly', 'holds', 'offset', cut === undefined ? 'present' : 'before', cut),
    row('assembly', 'H1', 'offset', 'absent'),
    ...(cut === undefined ? [] : [row('assembly', 'H2', 'offset', 'at_or_after', cut)]),
    row('assembly', 'H2', 'offset', 'absent'),
    row('assembly', 'H3', 'offset', 'present'),
    row('generation', 'holds', 'expected_text', 'found'),
    row('generation', 'H3', 'expected_text', 'fails'),
  ];
}

function limit(value: number | undefined, unit: string | undefined): { limit: number; unit?: string } | undefined {
  return value === undefined ? undefined : { limit: value, ...(unit === undefined ? {} : { unit }) };
}

export function sealPredictions(from: Predictable, nowUnixNano: bigint, hash: TextHash): PredictionsMessage {
  const open = { rows: predictionRows(from), sealed_at_unix_nano: nowUnixNano, sha256: '' };
  return { ...open, sha256: sealOf(from, open, hash) };
}

/** 64 hex over the incident's frozen hash, pins, case, rows and the time: the seal of one incident is none for another. */
function sealOf(from: Predictable, predictions: PredictionsMessage, hash: TextHash): string {
  const json = JSON.parse(
    messageToJson('Incident', {
      version: 0,
      id: '',
      frozen_at_unix_nano: 0n,
      frozen_by: '',
      pins: from.pins,
      case: from.case,
      predictions: { ...predictions, sha256: '' },
      frozen_sha256: '',
      sha256: '',
    }),
  ) as { pins?: object; case?: object; predictions: { rows?: object[]; sealedAtUnixNano?: string } };
  const { rows, sealedAtUnixNano } = json.predictions;
  return hash.sha256(
    canonicalJson({ frozenSha256: from.frozen_sha256, pins: json.pins, case: json.case, rows, sealedAtUnixNano }),
  );
}

/**
 * The same incident with sealed predictions. Throws an IncidentError when there is no need, when
 * predictions were sealed before, or when the diff was already made: then they would be none.
 */
export function predictIncident(incident: IncidentMessage, nowUnixNano: bigint, hash: TextHash): IncidentMessage {
  if (incident.predictions !== undefined)
    throw new IncidentError(
      `${incident.id}: predictions were sealed at ${isoTime(incident.predictions.sealed_at_unix_nano)}, and are not written twice`,
      'Go on with `ragspan incident diff`.',
    );
  if (incident.diff !== undefined)
    throw new IncidentError(
      `${incident.id}: the diff was made already; a prediction after it is none`,
      'Freeze the run as a new incident.',
    );
  return { ...incident, predictions: sealPredictions(predictable(incident), nowUnixNano, hash) };
}

/** Throws an IncidentError when there are none, or when they are not those that were sealed. */
export function checkSeal(incident: IncidentMessage, hash: TextHash): PredictionsMessage {
  const { predictions } = incident;
  if (predictions === undefined)
    throw new IncidentError(
      `${incident.id}: a diff needs predictions that were sealed before it, and there are none`,
      'Run `ragspan incident predict` on it first.',
    );
  if (predictions.sha256 !== sealOf(predictable(incident), predictions, hash))
    throw new IncidentError(
      `${incident.id}: predictions.sha256: the predictions are not those that were sealed`,
      'Take the file from where they were sealed.',
    );
  return predictions;
}

export function isoTime(unixNano: bigint): string {
  return new Date(Number(unixNano / 1_000_000n)).toISOString();
}
