/** Incidents by the ids that a user wrote. */
import { IncidentError } from '../incidents/incident-error.js';
import type { LedgerIncident, LedgerState } from './ledger-state.js';

/** Throws an IncidentError that names `path` when the ledger holds no such incident. */
export function findIncident(state: LedgerState, id: string, path: string): LedgerIncident {
  const found = state.incidents.get(id);
  if (found !== undefined) return found;
  throw new IncidentError(
    `${path}: there is no incident ${JSON.stringify(id)} in this ledger`,
    'Enter it with ragspan ledger add FILE; ragspan ledger list shows those that are there.',
  );
}

/** Throws an IncidentError when one is missing, or both are one. */
export function incidentPair(
  state: LedgerState,
  a: string,
  b: string,
  path: string,
): readonly [LedgerIncident, LedgerIncident] {
  if (a === b)
    throw new IncidentError(`${JSON.stringify(a)} stands twice: two incidents are needed`, 'Name two incidents.');
  return [findIncident(state, a, path), findIncident(state, b, path)];
}
