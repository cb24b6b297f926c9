/** A judged run, or an incident, as it stands on the shelf: what the list shows, what the search sees, the whole. */
import type { JudgedFileRun } from '../../files/judge-files.js';
import { freezeIncident } from '../../incidents/freeze-incident.js';
import type { Redactor } from '../../model/redactor.js';
import { wellFormed } from '../../model/utf8.js';
import type { IncidentMessage, TripleMessage } from '../../proto/messages.generated.js';
import { attachedVerdict } from '../report/run-texts.js';
import type { ShelvedRun } from './run-shelf.js';

const QUESTION_LENGTH = 300;
/** Of a question, an answer, an explanation, the ids of a run: a list may hold many runs. */
export const SEARCHED_LENGTH = 2000;

/** A run of a trace, with the texts its trace holds. */
export function shelvedRun(judged: JudgedFileRun, redactors: readonly Redactor[]): ShelvedRun {
  const { run, verdict } = judged;
  const incident = freezeIncident(judged, { withText: true, redactors, nowUnixNano: run.startTimeUnixNano });
  const key = `${verdict.trace_id}-${verdict.span_id ?? 'root'}`;
  return shelved(incident, { key, isIncident: false, at: run.startTimeUnixNano, inProcess: attachedVerdict(judged) });
}

export function shelvedIncident(incident: IncidentMessage): ShelvedRun {
  const at = incident.frozen_at_unix_nano;
  return shelved(incident, { key: incident.id, isIncident: true, at, inProcess: undefined });
}

interface Place {
  readonly key: string;
  readonly isIncident: boolean;
  readonly at: bigint;
  readonly inProcess: string | undefined;
}

function shelved(incident: IncidentMessage, { key, isIncident, at, inProcess }: Place): ShelvedRun {
  const { verdict, service, triple } = incident;
  const question = triple?.input?.text;
  const caseId = incident.case?.id ?? verdict?.case;
  return {
    listed: {
      key,
      isIncident,
      ...(isIncident ? { id: incident.id } : {}),
      verdict: verdict?.verdict ?? '',
      ...(verdict?.reason === undefined ? {} : { reason: verdict.reason }),
      explanation: verdict?.explanation ?? '',
      ...(inProcess === undefined ? {} : { inProcess }),
      ...(question === undefined || question.trim() === '' ? {} : { question: shortened(question) }),
      ...(service === undefined ? {} : { service }),
      ...(caseId === undefined ? {} : { caseId }),
      atUnixNano: at,
    },
    haystack: haystackOf(incident, [key, caseId, inProcess]),
    incident,
  };
}

function shortened(text: string): string {
  const flat = text
    .trim()
    .slice(0, QUESTION_LENGTH * 2)
    .replaceAll(/\s+/gu, ' ');
  return flat.length <= QUESTION_LENGTH ? flat : `${wellFormed(flat.slice(0, QUESTION_LENGTH - 1))}…`;
}

/** Ids before texts, each with a bound of its own: a long answer must not push them out. */
function haystackOf({ verdict, service, triple }: IncidentMessage, more: readonly (string | undefined)[]): string {
  return [
    ...more,
    verdict?.verdict,
    verdict?.reason,
    verdict?.reason?.replaceAll('_', ' '),
    service,
    triple?.trace_id,
    triple?.run_id,
    verdict?.explanation,
    idsOf(triple, verdict?.evidence?.digest),
    triple?.input?.text,
    triple?.output?.text?.text,
  ]
    .flatMap((part) => part?.slice(0, SEARCHED_LENGTH) ?? [])
    .join('\n')
    .toLowerCase();
}

/** The needed one first, wherever it ranked. */
function idsOf(triple: TripleMessage | undefined, needed: string | undefined): string {
  const ids: string[] = [];
  let length = 0;
  for (const { id = '', digest } of triple?.retrieval?.items ?? []) {
    if (digest !== undefined && digest === needed) ids.unshift(id);
    else if (length <= SEARCHED_LENGTH) {
      ids.push(id);
      length += id.length + 1;
    }
  }
  return ids.filter((id) => id !== '').join('\n');
}
