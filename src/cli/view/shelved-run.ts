/** A judged run, or an incident, as it stands on the shelf: what the list shows, what the search sees, the whole. */
import type { JudgedFileRun } from '../../files/judge-files.js';
import { freezeIncident } from '../../incidents/freeze-incident.js';
import type { Redactor } from '../../model/redactor.js';
import { wellFormed } from '../../model/utf8.js';
import type { IncidentMessage } from '../../proto/messages.generated.js';
import { attachedVerdict } from '../report/run-texts.js';
import type { ShelvedRun } from './run-shelf.js';

const QUESTION_LENGTH = 300;
const HAYSTACK_LENGTH = 1500;
const TEXT_LENGTH = 500;

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

/** Short things first: a long answer must not push them out. */
function haystackOf({ verdict, service, triple }: IncidentMessage, more: readonly (string | undefined)[]): string {
  const ids = (triple?.retrieval?.items ?? []).slice(0, 50).map(({ id }) => id);
  const texts = [triple?.input?.text, triple?.output?.text?.text].map((text) => text?.slice(0, TEXT_LENGTH));
  return [
    ...more,
    verdict?.verdict,
    verdict?.reason,
    verdict?.reason?.replaceAll('_', ' '),
    service,
    triple?.trace_id,
    triple?.run_id,
    verdict?.explanation,
    ...texts,
    ...ids,
  ]
    .filter((part) => part !== undefined)
    .join('\n')
    .slice(0, HAYSTACK_LENGTH)
    .toLowerCase();
}
