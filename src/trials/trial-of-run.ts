/** One run of the application → the trial that is written down: verdict, pins, the hash of its own artifacts, why it failed. */
import { freeze } from '../attribution/freeze.js';
import { canonicalJson } from '../incidents/sealed-json.js';
import { pinsOf } from '../incidents/pins.js';
import { freezeTriple } from '../incidents/triple/freeze-triple.js';
import { TextKeeper } from '../incidents/triple/kept-text.js';
import type { JudgedRun } from '../joining/judge-trace.js';
import { VERSION } from '../model/version.js';
import { messageToJson } from '../proto/messages.js';
import type { IncidentMessage, TrialMessage, VerdictMessage } from '../proto/messages.generated.js';
import type { AppRun } from './run-app.js';
import { CONTROL, type PlannedTrial } from './split-test-plan.js';

export function trialOfRun(planned: PlannedTrial, run: AppRun, atUnixNano: bigint): TrialMessage {
  const { incident, repair, number } = planned;
  const base = {
    incident: incident.incident.id,
    repair: repair?.id ?? CONTROL,
    number,
    at_unix_nano: atUnixNano,
    triple_sha256: '',
    config_sha256: '',
  };
  const { judged, error } = run;
  const failure = keptError(error, incident.incident);
  if (judged === undefined) return { ...base, error: failure ?? 'no run was seen' };
  const pinned = incident.incident.pins?.input_sha256;
  const asked = judged.verdict.sha256?.input;
  // What it says of another question says nothing of this one.
  if (asked !== pinned)
    return {
      ...base,
      error:
        asked === undefined
          ? 'the run logged no input: put run({ input }) around the answer'
          : `the application answered another input (sha256 ${asked}, pinned is ${String(pinned)})`,
    };
  return { ...base, ...artifactsOf(judged), ...(failure === undefined ? {} : { error: failure }) };
}

/** Words of the application are text as any other: kept where its incident keeps text, and redacted by then. */
function keptError(error: AppRun['error'], { with_text: keepsText }: IncidentMessage): string | undefined {
  if (error === undefined || keepsText === true || error.withoutWords === undefined) return error?.message;
  return `${error.withoutWords}; its words are not kept, as the incident keeps no text`;
}

function artifactsOf({
  run,
  verdict,
  basis,
}: JudgedRun): Pick<TrialMessage, 'verdict' | 'pins' | 'triple_sha256' | 'config_sha256'> {
  const { hash } = basis.options;
  const frozen = freeze(run, basis.book, basis.options);
  // Hashes alone: a trial keeps no text.
  const triple = freezeTriple(frozen, verdict, new TextKeeper({ withText: false, redactors: [], hash }));
  return {
    verdict: { ...(verdict as VerdictMessage), origin: 'sdk', version: VERSION },
    pins: pinsOf(frozen, verdict),
    triple_sha256: hash.sha256(canonicalJson(JSON.parse(messageToJson('Triple', triple)))),
    config_sha256: verdict.sha256?.config ?? '',
  };
}
