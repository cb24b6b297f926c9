/**
 * An incident as its paper form says it: hashes, the three boundaries with their numbers, the first
 * divergence, the repair, the re-runs, what is next. Data alone: text, JSON and Markdown are made of it.
 */
import { VERDICT_NAMES, type RunVerdict } from '../../model/verdict.js';
import type {
  BoundaryDiffMessage,
  IncidentMessage,
  PredictionMessage,
  VerdictMessage,
} from '../../proto/messages.generated.js';
import { nextSteps } from '../../wording/next-steps.js';
import { BOUNDARIES, firstDivergence, type BoundaryName } from '../diff.js';
import { given } from '../given.js';
import { isoTime } from '../predict.js';
import { expectsText, foundWord, numbersText } from './boundary-words.js';
import { nextAction } from './next-action.js';
import { quoteOf } from './quote.js';
import { reRuns, type ReRuns } from './re-runs.js';

export interface PaperForm {
  readonly id: string;
  /** Verdict and reason, as reached when the run was judged. */
  readonly verdict: string;
  readonly reason?: string;
  readonly explanation: string;
  readonly case?: string;
  readonly service?: string;
  readonly trace_id: string;
  readonly frozen_at: string;
  readonly frozen_sha256: string;
  readonly with_text: boolean;
  readonly redactions: number;
  /** 64 hex of the question; its text only when that was kept. */
  readonly input_sha256?: string;
  readonly input?: string;
  /** One for each need. */
  readonly needs: readonly PaperNeed[];
  readonly pins: Readonly<Record<string, string>>;
  readonly sealed_at?: string;
  readonly seal_sha256?: string;
  readonly boundaries: readonly PaperBoundary[];
  /** Items of the log, sent beside the need's, that hold the quoted bytes: id where there is one, else digest. */
  readonly distractors: readonly string[];
  /** The boundary that is convicted; left out: none, or the diff was not made. */
  readonly first_divergence?: string;
  /** The boundary that is not known, and before which none diverges: whether one does is open. */
  readonly first_unknown?: string;
  readonly repair: string;
  readonly re_runs: ReRuns;
  /** The second view beside the verdict: only from replays. */
  readonly bucket?: { readonly name: string; readonly because: string; readonly first_fix?: string };
  readonly pairs_with: readonly string[];
  readonly next: string;
  readonly notes: readonly string[];
}

export interface PaperNeed {
  readonly line_sha256?: string;
  readonly line?: string;
  readonly line_is?: string;
  readonly chunks?: readonly string[];
  readonly ids?: readonly string[];
}

export interface PaperBoundary {
  readonly boundary: BoundaryName;
  /** PRESENT, ABSENT, SUPPORTS, CONTRADICTS, REFUSES, UNSUPPORTED, UNKNOWN, or empty before the diff. */
  readonly found: string;
  /** holds | diverges | bypassed | suspended | unknown | open (before the diff). */
  readonly state: string;
  readonly numbers: string;
  readonly quote?: string;
  readonly predicted: readonly { readonly hypothesis: string; readonly expects: string }[];
  readonly fits: readonly string[];
}

export interface PaperFormOptions {
  /** From a ledger, which alone knows. */
  readonly pairsWith?: readonly string[];
  /** How a command names the incident: a path where its folder is not the usual one. Default: its id. */
  readonly name?: string;
}

export function paperForm(
  incident: IncidentMessage,
  { pairsWith = [], name = incident.id }: PaperFormOptions = {},
): PaperForm {
  const { verdict, triple, pins = {}, predictions, diff = [] } = incident;
  const divergence = firstDivergence(diff);
  const steps = verdict === undefined ? [] : nextSteps(verdict as unknown as RunVerdict);
  const question = triple?.input?.text;
  return {
    id: incident.id,
    verdict: verdict?.verdict ?? 'UNKNOWN',
    ...given('reason', verdict?.reason),
    explanation: verdict?.explanation ?? '',
    ...given('case', verdict?.case),
    ...given('service', incident.service),
    trace_id: triple?.trace_id ?? '',
    frozen_at: isoTime(incident.frozen_at_unix_nano),
    frozen_sha256: incident.frozen_sha256,
    with_text: incident.with_text === true,
    redactions: countRedactions(incident),
    ...given('input_sha256', pins.input_sha256),
    ...given('input', question),
    needs: (incident.case?.needs ?? []).map(({ line, line_sha256, line_is, chunks, ids }) => ({
      ...given('line_sha256', line_sha256),
      ...given('line', line),
      ...given('line_is', line_is),
      ...given('chunks', chunks),
      ...given('ids', ids),
    })),
    pins: pinTexts(incident),
    ...(predictions === undefined
      ? {}
      : { sealed_at: isoTime(predictions.sealed_at_unix_nano), seal_sha256: predictions.sha256 }),
    boundaries: BOUNDARIES.map((boundary) =>
      paperBoundary(
        incident,
        boundary,
        predictions?.rows ?? [],
        diff.find((one) => one.boundary === boundary),
      ),
    ),
    distractors: diff.length === 0 ? [] : distractorsOf(incident),
    ...(divergence?.state === 'diverges' ? { first_divergence: divergence.boundary } : {}),
    ...(divergence?.state === 'unknown' ? { first_unknown: divergence.boundary } : {}),
    repair: steps[0] ?? noRepair(verdict),
    re_runs: reRuns(incident),
    pairs_with: pairsWith,
    next: nextAction(incident, name),
    notes: incident.notes ?? [],
  };
}

/** A file of another version may say more than this one knows. */
function noRepair(verdict: VerdictMessage | undefined): string {
  const isKnown = verdict === undefined || (VERDICT_NAMES as readonly string[]).includes(verdict.verdict);
  return isKnown && verdict?.verdict !== 'UNKNOWN'
    ? 'None: no verdict was reached.'
    : 'None that this version of ragspan knows.';
}

function distractorsOf({ verdict, triple }: IncidentMessage): string[] {
  const items = triple?.retrieval?.items ?? [];
  return (verdict?.evidence?.distractors ?? []).map(
    (digest) => items.find((item) => item.digest === digest)?.id ?? digest,
  );
}

function countRedactions({ triple }: IncidentMessage): number {
  const earlier = (triple?.earlier_contexts ?? []).flatMap(({ segments }) => segments ?? []);
  const texts = [
    triple?.input,
    triple?.output?.text,
    ...(triple?.retrieval?.items ?? []).map(({ text }) => text),
    ...[...(triple?.context?.segments ?? []), ...earlier].map(({ text }) => text),
  ];
  return texts.reduce((sum, text) => sum + (text?.redactions?.length ?? 0), 0);
}

function pinTexts({ pins = {} }: IncidentMessage): Record<string, string> {
  const { parameters = {}, input_sha256: _input, ...plain } = pins;
  const entries = [...Object.entries(plain), ...Object.entries(parameters)];
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}

function paperBoundary(
  incident: IncidentMessage,
  boundary: BoundaryName,
  rows: readonly PredictionMessage[],
  found: BoundaryDiffMessage | undefined,
): PaperBoundary {
  const own = rows.filter((row) => row.boundary === boundary);
  const hypotheses = [...new Set(own.map(({ hypothesis }) => hypothesis))];
  const quote = boundary === 'generation' && found !== undefined ? quoteOf(incident) : undefined;
  return {
    boundary,
    found: found === undefined ? '' : foundWord(boundary, found, incident),
    state: found?.state ?? 'open',
    numbers: found === undefined ? '' : numbersText(boundary, found, incident),
    ...(quote === undefined ? {} : { quote }),
    predicted: hypotheses.map((hypothesis) => ({
      hypothesis,
      expects: expectsText(own.filter((row) => row.hypothesis === hypothesis)),
    })),
    fits: found?.fits ?? [],
  };
}

/** In words, for every form of the paper. */
export function divergenceText({ boundaries, first_divergence, first_unknown }: PaperForm): string {
  if (boundaries.every(({ state }) => state === 'open')) return 'not diffed yet';
  if (first_unknown !== undefined) return `not established: ${first_unknown} is not known`;
  return first_divergence ?? 'none';
}
