/**
 * Whether the frozen artifacts bear the verdict out. A seal says that a file was not changed; this
 * says that what it claims is what its bytes show, as far as they were kept.
 */
import type { TextHash } from '../model/judging-options.js';
import { utf8Length } from '../model/utf8.js';
import type {
  IncidentMessage,
  RetrievedItemMessage,
  SentContextMessage,
  TextMessage,
  TripleMessage,
  VerdictMessage,
} from '../proto/messages.generated.js';
import { IncidentError } from './incident-error.js';

/** Throws an IncidentError that names the member which does not fit. */
export function checkArtifacts(incident: IncidentMessage, hash: TextHash): void {
  const { id, triple, verdict } = incident;
  if (triple === undefined || verdict === undefined)
    throw misfit(id, triple === undefined ? 'triple' : 'verdict', 'is missing');
  for (const [member, text] of textsOf(triple)) checkText(id, member, text, hash);
  if (verdict.trace_id !== triple.trace_id) throw misfit(id, 'triple.trace_id', 'is of another trace than the verdict');
  if (
    verdict.sha256?.context !== undefined &&
    triple.context !== undefined &&
    verdict.sha256.context !== triple.context.sha256
  )
    throw misfit(id, 'triple.context.sha256', 'is not the context that was judged');
  if (
    verdict.sha256?.output !== undefined &&
    triple.output?.text !== undefined &&
    // What telemetry may have changed was hashed at its source.
    triple.output.text.lossy !== true &&
    verdict.sha256.output !== triple.output.text.sha256
  )
    throw misfit(id, 'triple.output.text.sha256', 'is not the output that was judged');
  checkRank(id, triple, verdict);
  checkPlace(incident, triple, verdict);
  checkQuote(id, triple, verdict);
}

function misfit(id: string, member: string, problem: string): IncidentError {
  return new IncidentError(
    `${id}: ${member}: ${problem}: the artifacts do not bear the verdict out`,
    'Freeze the run again from its trace.',
  );
}

function* textsOf(triple: TripleMessage): Generator<readonly [member: string, text: TextMessage]> {
  if (triple.input !== undefined) yield ['triple.input', triple.input];
  for (const [index, item] of (triple.retrieval?.items ?? []).entries())
    if (item.text !== undefined) yield [`triple.retrieval.items[${index}].text`, item.text];
  yield* segmentTexts('triple.context', triple.context);
  for (const [index, context] of (triple.earlier_contexts ?? []).entries())
    yield* segmentTexts(`triple.earlier_contexts[${index}]`, context);
  if (triple.output?.text !== undefined) yield ['triple.output.text', triple.output.text];
}

function* segmentTexts(
  member: string,
  context: SentContextMessage | undefined,
): Generator<readonly [member: string, text: TextMessage]> {
  for (const [index, { text }] of (context?.segments ?? []).entries())
    if (text !== undefined) yield [`${member}.segments[${index}].text`, text];
}

/** A text that is kept whole must give its hash; one with redactions at least its length. */
function checkText(id: string, member: string, kept: TextMessage, hash: TextHash): void {
  const { text, redactions = [], bytes, sha256 } = kept;
  if (text === undefined) return;
  const stored = utf8Length(text);
  const original = redactions.reduce((sum, one) => sum + one.bytes - one.stored_bytes, stored);
  if (original !== bytes) throw misfit(id, `${member}.bytes`, `is ${bytes}, and the text stands for ${original} bytes`);
  if (redactions.length === 0 && hash.sha256(text) !== sha256)
    throw misfit(id, `${member}.sha256`, 'is not the hash of the text');
}

/** The need's item stands in the log where the verdict says. */
function checkRank(id: string, triple: TripleMessage, { evidence = {}, pattern }: VerdictMessage): void {
  const { rank, stage, digest } = evidence;
  if (rank === undefined || digest === undefined) return;
  const items = triple.retrieval?.items ?? [];
  const isThere = (item: RetrievedItemMessage): boolean =>
    item.rank === rank && item.digest === digest && (stage === undefined || item.stage === stage);
  if (!items.some(isThere)) throw misfit(id, 'verdict.evidence.rank', `no item ${digest} stands at rank ${rank}`);
  const handedOn = items.slice(0, triple.retrieval?.handed_on ?? items.length);
  if (pattern?.startsWith('present/') === true && !handedOn.some((item) => item.digest === digest))
    throw misfit(id, 'verdict.pattern', `the item ${digest} was not handed on`);
}

/** The bytes of the line stand where the verdict says, or nowhere among the evidence. */
function checkPlace(incident: IncidentMessage, triple: TripleMessage, verdict: VerdictMessage): void {
  const line = incident.case?.needs?.length === 1 ? incident.case.needs[0]?.line : undefined;
  const offset = verdict.evidence?.offset;
  // Of several calls the place may be in another one's context.
  if (
    line === undefined ||
    offset === undefined ||
    triple.context === undefined ||
    triple.earlier_contexts !== undefined
  )
    return;
  const stands = placesOf(triple.context, line);
  if (stands === undefined) return;
  if (offset < 0 && stands.length > 0)
    throw misfit(incident.id, 'verdict.evidence.offset', `the line stands at byte ${stands[0]} of the sent context`);
  // A line that the log holds only altered is looked for as the log has it.
  const isInLog = triple.retrieval?.items?.some(({ text }) => text?.text?.includes(line) === true) === true;
  if (offset >= 0 && isInLog && verdict.evidence?.form === 'exact' && !stands.includes(offset))
    throw misfit(
      incident.id,
      'verdict.evidence.offset',
      `the line does not stand at byte ${offset} of the sent context`,
    );
}

/** Undefined: the context was not kept as it was sent. */
function placesOf({ segments = [] }: SentContextMessage, line: string): number[] | undefined {
  const places: number[] = [];
  for (const { text, offset, is_evidence } of segments) {
    if (text?.text === undefined || text.redactions !== undefined) return undefined;
    if (is_evidence !== true) continue;
    let counted = 0;
    let bytes = offset;
    for (let at = text.text.indexOf(line); at >= 0; at = text.text.indexOf(line, at + 1)) {
      bytes += utf8Length(text.text.slice(counted, at));
      counted = at;
      places.push(bytes);
    }
  }
  return places;
}

function checkQuote(id: string, triple: TripleMessage, { evidence }: VerdictMessage): void {
  const quote = evidence?.quote;
  const output = triple.output?.text;
  if (quote === undefined || output === undefined) return;
  if (quote.offset + quote.length > output.bytes)
    throw misfit(id, 'verdict.evidence.quote', `ends behind the output, which is ${output.bytes} bytes long`);
}
