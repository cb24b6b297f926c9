/** What an answer says of its sources, checked before anybody reads it. */
export { auditClaims, type AuditOptions } from './audit-claims.js';
export { type DateLike, type DateOptions, dateCheck, type Period } from './checks/date-check.js';
export { idCheck, type IdTable } from './checks/id-check.js';
export { type Bounds, type Figure, numberCheck, type NumberOptions, sumCheck } from './checks/number-checks.js';
export type { Notation } from './checks/decimal.js';
export type { ValueCheck, ValueFinding, ValueOptions } from './checks/value-check.js';
export type { ChunkId, Claim, ClaimValue } from './claim.js';
export { claimMessage, claimProblemMessage, type ClaimStorage } from './claim-message.js';
export {
  CLAIM_PROBLEM_KINDS,
  type ClaimProblem,
  type ClaimProblemKind,
  countClaims,
  describeClaimProblem,
  type MisquotedClaim,
  type NotSentClaim,
  type UnknownIdClaim,
  type UnsupportedClaim,
  type WrongValueClaim,
} from './claim-problem.js';
export type { ClaimTarget } from './emit-claims.js';
export { deadUrls, type UrlProblem } from './links/dead-urls.js';
export { inventedUrls } from './links/invented-urls.js';
export type { LinkKind } from './links/link.js';
export type { DeadUrlOptions, HostAddress } from './links/link-options.js';
export { UrlCache, type UrlCacheOptions } from './links/url-cache.js';
export type { BlockedReason, DeadReason, UncheckedReason, UrlOutcome } from './links/url-outcome.js';
export type { Chunks, Labels, Packed, PackedSources } from './packed.js';
export { refuseIfEmpty, type RefusalOptions, type WrappedRefusalOptions } from './refuse-if-empty.js';
export { REFUSAL_TEXTS, type RefusalLanguage, type RefusalText } from './refusal-texts.js';
export type { PathRules } from './canonical-path.js';
export type {
  AnswerPart,
  AnswerText,
  Citation,
  UnverifiedCitation,
  UnverifiedReason,
  VerifiedAnswer,
  VerifiedCitation,
} from './citation.js';
export { type Answer, verifiedCitations, type VerifiedRun } from './verified-citations.js';
export {
  type CheckedQuote,
  type CheckedSentence,
  checkQuotes,
  type QuoteCheck,
  type QuoteCheckOptions,
  type QuoteFinding,
  type QuotePlace,
} from './quotes/check-quotes.js';
export { parseQuotedAnswer } from './quotes/parse-quoted-answer.js';
export {
  type JsonSchema,
  type QuoteInstruction,
  quoteInstruction,
  type QuoteInstructionOptions,
} from './quotes/quote-instruction.js';
export type { Quote, QuotedAnswer } from './quotes/quoted-answer.js';
export type { Sentence } from './quotes/sentences.js';
