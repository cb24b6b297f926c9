/** `ragspan replay`: a recorded run once more, compared boundary by boundary; `replay record` writes such a record. */
import { IncidentError } from '../incidents/incident-error.js';
import { UsageError, type Io } from './io.js';

export async function replayCommand(args: readonly string[], io: Io): Promise<number> {
  const [first, ...rest] = args;
  try {
    return first === 'record'
      ? await (await import('./replay/record.js')).replayRecord(rest, io)
      : await (await import('./replay/run-again.js')).replayRunAgain(args, io);
  } catch (error) {
    throw error instanceof IncidentError ? new UsageError(error.message, error.hint) : error;
  }
}
