/** One wrong answer → an incident with its own frozen evidence: pins, case, artifacts, verdict. */
import { matchRun } from '../attribution/attribute-run.js';
import { freeze } from '../attribution/freeze.js';
import type { JudgedRun } from '../joining/judge-trace.js';
import type { RunVerdict } from '../model/verdict.js';
import { VERSION } from '../model/version.js';
import type { IncidentMessage, VerdictMessage } from '../proto/messages.generated.js';
import { caseMessage } from './case-message.js';
import { checkIncidentId, INCIDENT_VERSION, sealed } from './incident-file.js';
import { pinsOf } from './pins.js';
import { builtInRedactors } from './redaction/built-in-redactors.js';
import type { Redactor } from '../model/redactor.js';
import { freezeTriple } from './triple/freeze-triple.js';
import { TextKeeper } from './triple/kept-text.js';

export interface FreezeOptions {
  /** Given, as `INC-114`; default: derived from trace, run, case and verdict, so that the same run gives the same id. */
  readonly id?: string | undefined;
  /** The operator agreed to keep text (default false). */
  readonly withText?: boolean;
  /** Default: the built-in ones, for e-mail, phone, card and key-like strings. */
  readonly redactors?: readonly Redactor[];
  /** Nanoseconds since the epoch. */
  readonly nowUnixNano: bigint;
  /** `sdk` when the process froze it itself. */
  readonly origin?: string;
}

/** Never overwrites, never judges: what is frozen is the verdict that was reached. Throws an IncidentError for a bad id. */
export function freezeIncident(judged: JudgedRun, options: FreezeOptions): IncidentMessage {
  const { run, verdict, basis } = judged;
  const { hash } = basis.options;
  const frozen = freeze(run, basis.book, basis.options);
  const keeper = new TextKeeper({
    withText: options.withText === true,
    redactors: options.redactors ?? builtInRedactors,
    hash,
  });
  const applied = matchRun(frozen, basis.book).case;
  const triple = freezeTriple(frozen, verdict, keeper);
  const kept = applied === undefined ? undefined : caseMessage(frozen, applied, keeper);
  const service = (run.root ?? run.members[0])?.resource.attributes['service.name'];
  const { notes } = keeper;
  const incident: IncidentMessage = {
    version: INCIDENT_VERSION,
    id: checkIncidentId(options.id ?? derivedId(judged)),
    frozen_at_unix_nano: options.nowUnixNano,
    frozen_by: `ragspan ${VERSION}`,
    ...(options.withText === true ? { with_text: true } : {}),
    pins: pinsOf(frozen, verdict),
    ...(kept === undefined ? {} : { case: kept }),
    triple,
    verdict: verdictMessage(verdict, options.origin),
    ...(typeof service === 'string' ? { service } : {}),
    ...(notes.length === 0 ? {} : { notes }),
    frozen_sha256: '',
    sha256: '',
  };
  return sealed(incident, hash);
}

/** As readable as a name can be that nobody gave: `INC-` and 12 hex. A verdict that was revised is another incident. */
function derivedId({ verdict, basis }: JudgedRun): string {
  const { trace_id, span_id, run_id, case: applied, reason } = verdict;
  const about = [trace_id, span_id, run_id, applied, verdict.verdict, reason];
  return `INC-${basis.options.hash.sha256(JSON.stringify(about)).slice(0, 12)}`;
}

function verdictMessage(verdict: RunVerdict, origin: string | undefined): VerdictMessage {
  return { ...(verdict as VerdictMessage), ...(origin === undefined ? {} : { origin }), version: VERSION };
}
