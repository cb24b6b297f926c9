/**
 * One decided run → everything needed to build its prompt again: request id, pins (prompt version,
 * model, parameters), what was retrieved with scores and paths, what was packed, the output, its
 * claims and what their audit found. Redacted before anything is written.
 */
import { matchRun } from '../attribution/attribute-run.js';
import { freeze } from '../attribution/freeze.js';
import type { Claim } from '../claims/claim.js';
import { claimMessage, claimProblemMessage, type ClaimStorage } from '../claims/claim-message.js';
import type { ClaimProblem } from '../claims/claim-problem.js';
import { caseMessage } from '../incidents/case-message.js';
import { pinsOf } from '../incidents/pins.js';
import { builtInRedactors } from '../incidents/redaction/built-in-redactors.js';
import type { Redactor } from '../model/redactor.js';
import { freezeTriple } from '../incidents/triple/freeze-triple.js';
import { TextKeeper } from '../incidents/triple/kept-text.js';
import type { JudgedRun } from '../joining/judge-trace.js';
import { wellFormed } from '../model/utf8.js';
import { VERSION } from '../model/version.js';
import type {
  IncidentMessage,
  ReplayRecordMessage,
  RetrievedItemMessage,
  TripleMessage,
  VerdictMessage,
} from '../proto/messages.generated.js';
import { packedIds } from './packed-ids.js';
import { REPLAY_RECORD_VERSION, sealedRecord } from './record-file.js';

export interface ReplayRecordOptions {
  /** The application's own id of the request; default: the run id, else the trace id. One in which a redactor finds something is not kept, unless it is the run id, which is. */
  readonly requestId?: string | undefined;
  /** What the answer claims, and what `auditClaims` found wrong with it. */
  readonly claims?: readonly Claim[] | undefined;
  readonly problems?: readonly ClaimProblem<unknown>[] | undefined;
  /** The canonical place of a retrieved item, as the application knows it. Errors leave it out. */
  readonly pathOf?: ((item: { readonly id?: string; readonly digest?: string }) => string | undefined) | undefined;
  /** The operator agreed to keep text (default false). */
  readonly withText?: boolean | undefined;
  /** Default: the built-in ones, for e-mail, phone, card and key-like strings. */
  readonly redactors?: readonly Redactor[] | undefined;
  /** Nanoseconds since the epoch; default: now. */
  readonly nowUnixNano?: bigint | undefined;
}

const LONGEST_REQUEST_ID = 512;
const NANOS_PER_MILLI = 1_000_000n;

/** Sealed. Never judges: the verdict is the one that was reached. */
export function replayRecordOf(judged: JudgedRun, options: ReplayRecordOptions = {}): ReplayRecordMessage {
  const { run, verdict, basis } = judged;
  const { hash } = basis.options;
  const frozen = freeze(run, basis.book, basis.options);
  const withText = options.withText === true;
  const keeper = new TextKeeper({ withText, redactors: options.redactors ?? builtInRedactors, hash });
  const triple = withPaths(freezeTriple(frozen, verdict, keeper), options.pathOf, keeper);
  const packed = packedIds(triple);
  const storage = claimStorage(keeper);
  const applied = matchRun(frozen, basis.book).case;
  const claims = (options.claims ?? []).map((claim) => claimMessage(claim, storage));
  const problems = (options.problems ?? []).map((problem) => claimProblemMessage(problem, storage));
  const kept = applied === undefined ? undefined : caseMessage(frozen, applied, keeper);
  const asked = options.requestId ?? run.runId;
  // The run id stands in the file in any case: by it files and traces find each other.
  const isKept = asked === undefined || asked === run.runId || keeper.mayKeep(asked);
  const notes = isKept
    ? keeper.notes
    : [...keeper.notes, 'the request id was not kept, as a redactor finds something in it: this is the trace id'];
  return sealedRecord(
    {
      version: REPLAY_RECORD_VERSION,
      request_id: wellFormed((isKept && asked !== undefined ? asked : run.traceId).slice(0, LONGEST_REQUEST_ID)),
      recorded_at_unix_nano: options.nowUnixNano ?? BigInt(Date.now()) * NANOS_PER_MILLI,
      recorded_by: `ragspan ${VERSION}`,
      ...(withText ? { with_text: true } : {}),
      pins: pinsOf(frozen, verdict),
      triple,
      ...(packed.length === 0 ? {} : { packed_ids: packed }),
      ...(claims.length === 0 ? {} : { claims }),
      ...(problems.length === 0 ? {} : { problems }),
      verdict: { ...(verdict as VerdictMessage), version: VERSION },
      ...(notes.length === 0 ? {} : { notes }),
      ...(kept === undefined ? {} : { case: kept }),
      sha256: '',
    },
    hash,
  );
}

/** An incident holds what a record holds, but claims: it is replayed as one. */
export function replayRecordOfIncident(incident: IncidentMessage, hash: JudgedHash): ReplayRecordMessage {
  const packed = incident.triple === undefined ? [] : packedIds(incident.triple);
  return sealedRecord(
    {
      version: REPLAY_RECORD_VERSION,
      request_id: incident.id,
      recorded_at_unix_nano: incident.frozen_at_unix_nano,
      recorded_by: incident.frozen_by,
      ...(incident.with_text === true ? { with_text: true } : {}),
      ...(incident.pins === undefined ? {} : { pins: incident.pins }),
      ...(incident.triple === undefined ? {} : { triple: incident.triple }),
      ...(packed.length === 0 ? {} : { packed_ids: packed }),
      ...(incident.verdict === undefined ? {} : { verdict: incident.verdict }),
      ...(incident.case === undefined ? {} : { case: incident.case }),
      sha256: '',
    },
    hash,
  );
}

/** Claims are text as any other: with consent alone, and redacted. */
function claimStorage(keeper: TextKeeper): ClaimStorage {
  const text: ClaimStorage['text'] = (words) => keeper.keep(words, false);
  return keeper.keepsText ? { text, words: (words) => keeper.keep(words, false).text } : { text };
}

type JudgedHash = JudgedRun['basis']['options']['hash'];

function withPaths(triple: TripleMessage, pathOf: ReplayRecordOptions['pathOf'], keeper: TextKeeper): TripleMessage {
  const { retrieval } = triple;
  if (pathOf === undefined || retrieval?.items === undefined) return triple;
  const items = retrieval.items.map((item): RetrievedItemMessage => {
    const path = pathFrom(pathOf, item);
    return path === undefined || !keeper.mayKeep(path) ? item : { ...item, path };
  });
  return { ...triple, retrieval: { ...retrieval, items } };
}

/** What the application's function does wrong must not cost the record. */
function pathFrom(pathOf: NonNullable<ReplayRecordOptions['pathOf']>, item: RetrievedItemMessage): string | undefined {
  try {
    const { id, digest } = item;
    const path: unknown = pathOf({ ...(id === undefined ? {} : { id }), ...(digest === undefined ? {} : { digest }) });
    return typeof path === 'string' && path !== '' ? wellFormed(path) : undefined;
  } catch {
    return undefined;
  }
}
