/** What one trial says of its incident: written once, for whoever counts trials. */
import type { TrialMessage } from './messages.generated.js';

/** The evidence survived every hand-off, and the application did not fail: what threw after its answer gave none. */
export function isRecovered({ error, verdict }: Pick<TrialMessage, 'error' | 'verdict'>): boolean {
  return error === undefined && verdict?.verdict === 'HOLD';
}
