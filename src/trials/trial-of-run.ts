/** One run of the application → the trial that is written down: verdict, pins, and the hash of its own artifacts. */
import { freeze } from '../attribution/freeze.js';
import { canonicalJson } from '../incidents/sealed-json.js';
import { pinsOf } from '../incidents/pins.js';
import { freezeTriple } from '../incidents/triple/freeze-triple.js';
import { TextKeeper } from '../incidents/triple/kept-text.js';
import type { JudgedRun } from '../joining/judge-trace.js';
import { VERSION } from '../model/version.js';
import { messageToJson } from '../proto/messages.js';
import type { TrialMessage, VerdictMessage } from '../proto/messages.generated.js';
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
  if (judged === undefined) return { ...base, error: error?.message ?? 'no run was seen' };
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
  return { ...base, ...artifactsOf(judged), ...(error === undefined ? {} : { error: error.message }) };
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
