/** The canonical three, frozen. */
import { join } from 'node:path';
import { freezeIncident, type FreezeOptions } from '../../src/incidents/freeze-incident.js';
import { textHash } from '../../src/model/digest.js';
import type { IncidentMessage } from '../../src/proto/messages.generated.js';
import { vectorRuns } from '../support/judge-vector.js';

export const HASH = textHash();
/** Of frozen incidents, nanoseconds since the epoch. */
export const FROZEN_AT = 1_790_000_000_000_000_000n;

export async function canonical(name: 'a' | 'b' | 'c', options: Partial<FreezeOptions> = {}): Promise<IncidentMessage> {
  const [run] = await vectorRuns(join('test/vectors', `canonical-${name}`));
  if (run === undefined) throw new Error('no run');
  return freezeIncident(run, { id: `INC-10${name}`, withText: true, nowUnixNano: FROZEN_AT, ...options });
}
