/** Incidents as they are really frozen, for the pages: vectors and built traces, with and without text. */
import { existsSync, readFileSync } from 'node:fs';
import { parseCases } from '../../src/cases/index.js';
import { incidentView } from '../../src/cli/view/incident-view.js';
import { judgeFiles, type JudgedFileRun } from '../../src/files/judge-files.js';
import { bytesSource } from '../../src/files/read/trace-file.js';
import { diffIncident } from '../../src/incidents/diff.js';
import { freezeIncident, type FreezeOptions } from '../../src/incidents/freeze-incident.js';
import { sealed } from '../../src/incidents/incident-file.js';
import { predictIncident } from '../../src/incidents/predict.js';
import { textHash } from '../../src/model/digest.js';
import { incidentPage } from '../../src/page/incident-page.js';
import type {
  IncidentMessage,
  RepairMessage,
  TrialMessage,
  VerdictMessage,
} from '../../src/proto/messages.generated.js';

export const NOW = 1_788_307_200_000_000_000n;
export const HASH = textHash();

export interface Traced {
  readonly trace: string;
  /** Text of a case file. */
  readonly cases?: string;
}

export function vector(name: string): Traced {
  const file = (part: string): string => `test/vectors/${name}/${part}`;
  const trace = readFileSync(file('trace.json'), 'utf8');
  return existsSync(file('cases.yaml')) ? { trace, cases: readFileSync(file('cases.yaml'), 'utf8') } : { trace };
}

export async function judged({ trace, cases }: Traced): Promise<readonly JudgedFileRun[]> {
  const parsed = cases === undefined ? undefined : parseCases(cases, 'cases.yaml');
  if (parsed !== undefined && 'problems' in parsed) throw new Error(JSON.stringify(parsed.problems));
  const runs: JudgedFileRun[] = [];
  for await (const run of judgeFiles([bytesSource('trace', Buffer.from(trace))], {
    ...(parsed === undefined ? {} : { book: parsed.book }),
    judging: { acceptForms: [], maxScanBytes: 2 ** 21, refusals: [], retrievalTools: [], hash: HASH },
    onDamage: (damage) => {
      throw new Error(JSON.stringify(damage));
    },
  }))
    runs.push(run);
  return runs;
}

/** The first run of the trace, frozen. */
export async function frozen(traced: Traced, options: Partial<FreezeOptions> = {}): Promise<IncidentMessage> {
  const [run] = await judged(traced);
  if (run === undefined) throw new Error('no run');
  return freezeIncident(run, { withText: true, nowUnixNano: NOW, ...options });
}

/** Predicted, then diffed. */
export function practised(incident: IncidentMessage): IncidentMessage {
  return sealed(diffIncident(predictIncident(incident, NOW + 60_000_000_000n, HASH), HASH), HASH);
}

export const TOP_K_REPAIR: RepairMessage = {
  id: 'top-k-50',
  boundary: 'retrieval',
  changes: [{ pin: 'top_k', from: '5', to: '50' }],
  description: 'hand on all candidates',
};
export const BUDGET_REPAIR: RepairMessage = {
  id: 'budget-16k',
  boundary: 'assembly',
  changes: [{ pin: 'budget', from: '8192', to: '16384' }],
};

/** `verdicts`: of the trials, in order. */
export function trials(incident: IncidentMessage, repair: string, verdicts: readonly string[]): TrialMessage[] {
  return verdicts.map((verdict, index) => ({
    repair,
    number: index + 1,
    at_unix_nano: NOW + BigInt(index) * 1_000_000_000n,
    verdict: { ...(incident.verdict as VerdictMessage), verdict },
    triple_sha256: '',
    config_sha256: '',
    incident: incident.id,
  }));
}

export function page(incident: IncidentMessage, isFrozen = true): string {
  return incidentPage(incidentView(incident, { isFrozen }), { madeBy: 'ragspan 0.0.0' });
}
