/** The rows of a split test: incidents that convict a boundary, with the text of their pinned input. */
import { plainCaseOf } from '../incidents/case-message.js';
import { BOUNDARIES } from '../incidents/diff.js';
import { IncidentError } from '../incidents/incident-error.js';
import type { TextHash } from '../model/judging-options.js';
import type { CaseMessage, IncidentMessage, NeedMessage } from '../proto/messages.generated.js';
import type { PlannedIncident } from './split-test-plan.js';
import { verdictWords } from './rulings/words.js';

/** Texts that files keep only hashes of; each is used where its hash fits. */
export interface KnownTexts {
  /** By id of the incident. */
  readonly inputs: ReadonlyMap<string, string>;
  /** Of case files: questions and lines. */
  readonly others: readonly string[];
}

/**
 * In the order given; the same incident twice counts once. Throws an IncidentError that names the
 * incident when it cannot be tested.
 */
export function planIncidents(
  incidents: readonly IncidentMessage[],
  texts: KnownTexts,
  hash: TextHash,
): PlannedIncident[] {
  const planned = new Map<string, PlannedIncident>();
  for (const incident of incidents) {
    const before = planned.get(incident.id)?.incident;
    if (before === undefined) planned.set(incident.id, planIncident(incident, texts, hash));
    else if (before.frozen_sha256 !== incident.frozen_sha256)
      throw new IncidentError(
        `two incidents have the id ${incident.id}, and are not the same (their frozen hashes differ)`,
        'Give one of them.',
      );
  }
  for (const id of texts.inputs.keys())
    if (!planned.has(id))
      throw new IncidentError(`--input is given for ${JSON.stringify(id)}, which is not tested`, 'Check the id.');
  return [...planned.values()];
}

function planIncident(incident: IncidentMessage, texts: KnownTexts, hash: TextHash): PlannedIncident {
  const { id, verdict } = incident;
  const boundary = BOUNDARIES.find((one) => one === verdict?.boundary);
  if (boundary === undefined)
    throw new IncidentError(
      `${id}: its verdict is ${verdictWords(verdict)}: no boundary is convicted, so there is nothing to recover`,
      'Leave it out; only H1, H2 and H3 can be split.',
    );
  if (incident.case === undefined)
    throw new IncidentError(
      `${id}: no case applied to this run, so a trial cannot be judged`,
      'Freeze it again with --line "the words that had to survive", or with --cases FILE.',
    );
  return { incident, boundary, input: pinnedInput(incident, texts, hash), cases: caseText(incident.case, texts, hash) };
}

/** The text whose hash is the pin; nothing else will do. */
function pinnedInput({ id, pins, triple, case: applied }: IncidentMessage, texts: KnownTexts, hash: TextHash): string {
  const pin = pins?.input_sha256;
  if (pin === undefined)
    throw new IncidentError(
      `${id}: its input was not logged, so that nothing pins a re-run`,
      'Log it with run({ input }), and freeze the next one.',
    );
  const given = texts.inputs.get(id);
  if (given !== undefined) {
    const fits = [given, withoutLastLineEnd(given)].find((text) => hash.sha256(text) === pin);
    if (fits !== undefined) return fits;
    throw new IncidentError(
      `${id}: the input given is not the pinned one: its sha256 is ${hash.sha256(given)}, pinned is ${pin}`,
      'Give the question byte for byte.',
    );
  }
  const kept = triple?.input;
  const candidates = [kept?.text, applied?.when?.input, ...texts.others];
  const found = candidates.find((text) => text !== undefined && hash.sha256(text) === pin);
  if (found !== undefined) return found;
  throw new IncidentError(
    kept?.text === undefined
      ? `${id}: the text of its input was not kept (pinned is sha256 ${pin})`
      : `${id}: the text of its input was redacted before it was kept (pinned is sha256 ${pin})`,
    `Give it with --input ${id}=FILE, or with --cases FILE where a case has it under when.input.`,
  );
}

/** Editors end a file with a line end; a question seldom has one. */
function withoutLastLineEnd(text: string): string {
  return text.replace(/\r?\n$/u, '');
}

/** `until` and `snapshot` were for the day it happened: the incident is judged by its case for ever. */
function caseText(applied: CaseMessage, texts: KnownTexts, hash: TextHash): string {
  const needs = (applied.needs ?? []).map((need) => withLine(need, texts, hash));
  const { until: _until, snapshot: _snapshot, ...plain } = plainCaseOf({ ...applied, needs });
  return JSON.stringify({ version: '1', cases: [plain] });
}

function withLine(need: NeedMessage, { others }: KnownTexts, hash: TextHash): NeedMessage {
  if (need.line !== undefined || need.line_sha256 === undefined) return need;
  const line = others.find((one) => hash.sha256(one) === need.line_sha256);
  if (line === undefined) return need;
  // With its text at hand the line alone is the need, as it was.
  const { chunks: _chunks, ...rest } = need;
  return { ...rest, line };
}
