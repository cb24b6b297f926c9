/** What of an incident decides whether it pairs, and whether its artifacts are its own. */
import { given } from '../incidents/given.js';
import { canonicalJson, sealedSha256 } from '../incidents/sealed-json.js';
import type { TextHash } from '../model/judging-options.js';
import { messageToJson } from '../proto/messages.js';
import type {
  IncidentMessage,
  PairingKeyMessage,
  RetrievalLogMessage,
  TripleMessage,
} from '../proto/messages.generated.js';
import { cutWords } from './compare-keys.js';

/** Undefined when the incident has no verdict or no artifacts: it was frozen from no run. */
export function pairingKeyOf(incident: IncidentMessage, hash: TextHash): PairingKeyMessage | undefined {
  const { verdict, triple, pins, service } = incident;
  if (verdict === undefined || triple === undefined) return undefined;
  const evidence = verdict.evidence;
  const cut = evidence?.cut;
  const retrieved = retrievalSha256(triple.retrieval, hash);
  return {
    pattern: verdict.pattern ?? '',
    verdict: verdict.verdict,
    ...given('reason', verdict.reason),
    ...given('top_k', evidence?.top_k ?? triple.retrieval?.top_k),
    ...given('cut_at', cut?.at),
    ...given('cut_unit', cut?.unit),
    ...given('cut_side', cut?.side),
    ...given('config_sha256', pins?.config_sha256 ?? verdict.sha256?.config),
    ...given('pins', pins),
    ...given('output_sha256', triple.output?.text?.sha256),
    frozen_sha256: incident.frozen_sha256,
    triple_sha256: tripleSha256(triple, hash),
    trace_id: triple.trace_id,
    ...given('span_id', triple.span_id),
    ...given('run_id', triple.run_id),
    ...given('service', service),
    ...given('context_sha256', triple.context?.sha256),
    ...given('retrieval_sha256', retrieved),
    ran_at_unix_nano: ranAt(incident),
  };
}

/** A run was before it was frozen, whatever the clock of the application says. */
function ranAt({ triple, frozen_at_unix_nano: frozenAt }: IncidentMessage): bigint {
  const startedAt = triple?.started_at_unix_nano;
  return startedAt === undefined || startedAt > frozenAt ? frozenAt : startedAt;
}

function tripleSha256(triple: TripleMessage, hash: TextHash): string {
  return sealedSha256(JSON.parse(messageToJson('Triple', triple)) as Readonly<Record<string, unknown>>, [], hash);
}

/** Digests in order: scores, ids and times may differ between two copies of one log. */
function retrievalSha256(log: RetrievalLogMessage | undefined, hash: TextHash): string | undefined {
  if (log === undefined) return undefined;
  const digests = (log.items ?? []).map((item) => item.digest);
  if (digests.some((digest) => digest === undefined)) return undefined;
  return hash.sha256(canonicalJson({ digests, handedOn: log.handed_on }));
}

/** Why an incident can pair with none, whatever the other is; undefined when it can. */
export function unpairable(key: PairingKeyMessage): string | undefined {
  const reason = key.reason === undefined ? '' : ` (${key.reason})`;
  if (key.verdict === 'UNKNOWN')
    return `is UNKNOWN${reason}: no boundary is established, so there is nothing to pair by`;
  if (key.pattern === '') return `is ${key.verdict}${reason}, without a pattern to pair by`;
  if (key.config_sha256 === undefined)
    return 'logged nothing of its configuration, so nothing shows that it was the same';
  return undefined;
}

/**
 * Equal for two incidents exactly when they pair: pattern, verdict and reason, numbers (k, cut) and
 * configuration. The sentence is not in it.
 */
export function classOf(key: PairingKeyMessage): string {
  return canonicalJson([key.pattern, key.verdict, key.reason, key.top_k, cutWords(key), key.config_sha256]);
}
