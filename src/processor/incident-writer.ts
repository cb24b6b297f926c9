/**
 * Freezes runs as incident files, by the option `incidents`, off the application's path.
 *
 * How it works: a decided run with a wanted verdict is put in a short queue, in the application's
 * own call; everything else (freezing, hashing, writing) happens in turns of their own, one run at a
 * time. The queue, the rate and the number of files are bounded; what does not fit is counted, and
 * told when it begins. An incident that is there already stays as it is.
 */
import type { IncidentSettings } from '../config/index.js';
import type { FolderRoom } from '../incidents/files/folder-room.js';
import { TurnQueue } from '../incidents/turn-queue.js';
import type { JudgedRun } from '../joining/judge-trace.js';
import type { Redactor } from '../model/redactor.js';
import type { Clock } from './clock.js';

/** Runs that wait to be frozen: each holds its texts. */
const MOST_WAITING = 50;
const MINUTE_MILLIS = 60_000;

export interface IncidentWriterParts {
  readonly settings: IncidentSettings;
  readonly clock: Clock;
  readonly say: (line: string) => void;
  /** Told of each incident that was left out, by reason. */
  readonly onDropped: (reason: 'incident_rate' | 'incident_queue' | 'incident_files' | 'incident_failed') => void;
}

export class IncidentWriter {
  readonly #parts: IncidentWriterParts;
  readonly #queue: TurnQueue<JudgedRun>;
  readonly #told = new Set<string>();
  #minuteStart = Number.NEGATIVE_INFINITY;
  #inMinute = 0;
  #room: FolderRoom | undefined;

  constructor(parts: IncidentWriterParts) {
    this.#parts = parts;
    this.#queue = new TurnQueue({
      mostWaiting: MOST_WAITING,
      work: (judged) => this.#write(judged),
      onFailed: (error) =>
        this.#drop(
          'incident_failed',
          `an incident could not be written: ${error instanceof Error ? error.message : String(error)}`,
        ),
    });
  }

  /** Quick, and never throws. */
  take(judged: JudgedRun): void {
    const { settings, clock } = this.#parts;
    if (!settings.when.has(judged.verdict.verdict)) return;
    const now = clock.nowMillis();
    if (now - this.#minuteStart >= MINUTE_MILLIS) {
      this.#minuteStart = now;
      this.#inMinute = 0;
    }
    if (this.#inMinute >= settings.maxPerMinute) {
      this.#drop('incident_rate', `more than ${settings.maxPerMinute} incidents a minute: the others are left out`);
      return;
    }
    if (!this.#queue.push(judged)) {
      this.#drop('incident_queue', `more than ${MOST_WAITING} incidents wait to be written: the others are left out`);
      return;
    }
    this.#inMinute += 1;
  }

  /** Resolves when everything taken is written or was left out. */
  async drained(): Promise<void> {
    await this.#queue.drained();
  }

  /** The process ends now: what is not written is counted, and told with its number. Never throws. */
  lose(): void {
    const lost = this.#queue.giveUp();
    if (lost === 0) return;
    for (let count = 0; count < lost; count += 1) this.#parts.onDropped('incident_failed');
    this.#parts.say(
      `${lost} ${lost === 1 ? 'incident was' : 'incidents were'} not written: the process ended first; await shutdown()`,
    );
  }

  async #write(judged: JudgedRun): Promise<void> {
    const { settings, say, clock } = this.#parts;
    // Loaded with the first incident: most processes never need it.
    const [{ freezeIncident }, { createIncident, incidentExists }, { BUILT_IN_REDACTORS }, { FolderRoom }] =
      await Promise.all([
        import('../incidents/freeze-incident.js'),
        import('../incidents/incident-file.js'),
        import('../incidents/redaction/built-in-redactors.js'),
        import('../incidents/files/folder-room.js'),
      ]);
    this.#room ??= new FolderRoom({
      dir: settings.dir,
      suffix: '.json',
      mostFiles: settings.maxFiles,
      what: 'incidents',
      say,
      nowMillis: () => clock.nowMillis(),
    });
    if (!(await this.#room.hasRoom())) {
      this.#parts.onDropped('incident_files');
      return;
    }
    const incident = freezeIncident(judged, {
      withText: settings.withText,
      redactors: settings.redactors.map((one) =>
        typeof one === 'string' ? (BUILT_IN_REDACTORS[one] as Redactor) : one,
      ),
      nowUnixNano: BigInt(clock.unixMillis()) * 1_000_000n,
      origin: 'sdk',
    });
    // The same run, decided again: it is frozen already.
    if (await incidentExists(settings.dir, incident.id)) return;
    await createIncident(settings.dir, incident, judged.basis.options.hash);
    this.#room.wasWritten();
  }

  #drop(reason: Parameters<IncidentWriterParts['onDropped']>[0], line: string): void {
    this.#parts.onDropped(reason);
    if (this.#told.has(reason)) return;
    this.#told.add(reason);
    this.#parts.say(line);
  }
}
