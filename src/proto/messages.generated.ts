// Made by scripts/compile-proto.mjs from proto/ragspan/v1/*.proto. Do not edit.

export interface CaseMessage {
  /** Unique in its file, [a-z0-9._-]{1,64}. */
  readonly id: string;
  /** Absent: every run. */
  readonly when?: WhenMessage;
  /** All must hold. */
  readonly needs?: readonly NeedMessage[];
  readonly expect?: ExpectationMessage;
  readonly snapshot?: string;
  /** A date, as written. */
  readonly until?: string;
}

/** All given keys must hold. */
export interface WhenMessage {
  readonly input?: string;
  readonly input_sha256?: string;
  readonly input_matches?: string;
  readonly attributes?: { readonly [key: string]: string };
  readonly retrieved?: readonly string[];
}

export interface NeedMessage {
  readonly line?: string;
  /** Any one of these digests. */
  readonly chunks?: readonly string[];
  /** Any one of these ids; * at the end only. */
  readonly ids?: readonly string[];
  /** correct | incorrect | unconfirmed */
  readonly line_is?: string;
  /** 64 hex and length of the line, for files that keep no text. */
  readonly line_sha256?: string;
  readonly line_bytes?: number;
}

export interface ExpectationMessage {
  /** All must be found. */
  readonly must?: readonly AlternativesMessage[];
  readonly must_not?: readonly AlternativesMessage[];
  readonly allow?: readonly PatternMessage[];
  readonly refusals?: readonly PatternMessage[];
  readonly case_sensitive?: boolean;
}

/** Any one of these. */
export interface AlternativesMessage {
  readonly patterns?: readonly PatternMessage[];
}

export interface PatternMessage {
  /** These characters, also when they begin and end with a slash. */
  readonly text?: string;
  /** RE2, without the slashes. */
  readonly re2?: string;
}

export interface IncidentMessage {
  /** Of this format: 1. */
  readonly version: number;
  /** Given, as "INC-114", or derived. */
  readonly id: string;
  readonly frozen_at_unix_nano: bigint;
  /** Name and version of the program that wrote it. */
  readonly frozen_by: string;
  /** Whether the operator agreed to keep text. */
  readonly with_text?: boolean;
  readonly pins?: PinsMessage;
  /** The need and what the output was to say. */
  readonly case?: CaseMessage;
  /** Its own artifacts; never another incident's. */
  readonly triple?: TripleMessage;
  /** Written and sealed before the diff. */
  readonly predictions?: PredictionsMessage;
  /** In order; the first that does not hold is convicted, the rest is suspended. */
  readonly diff?: readonly BoundaryDiffMessage[];
  /** As it was reached when the run was judged: frozen with the artifacts. */
  readonly verdict?: VerdictMessage;
  readonly repairs?: readonly RepairMessage[];
  readonly trials?: readonly TrialMessage[];
  /** What to do next, as the paper form says it. */
  readonly next?: string;
  readonly notes?: readonly string[];
  /** service.name of the run's root, for reports by service. */
  readonly service?: string;
  /** 64 hex over the RFC 8785 form of what was frozen: this message's JSON with nothing but version, id, frozenAtUnixNano, frozenBy, withText, pins, case, triple, verdict and service. It never changes; what is found out later (predictions, diff, repairs, trials) is added beside it. */
  readonly frozen_sha256: string;
  /** 64 hex over the RFC 8785 form of this message's JSON without this field: tampering shows. */
  readonly sha256: string;
}

/** What a re-run must hold fixed. */
export interface PinsMessage {
  readonly input_sha256?: string;
  readonly snapshot?: string;
  readonly template_sha256?: string;
  readonly template_version?: string;
  readonly top_k?: number;
  readonly budget?: number;
  readonly budget_unit?: string;
  /** As requested. */
  readonly model?: string;
  /** The other request parameters: RFC 8785 JSON of each value; of words the JSON string "sha256:" and 64 hex of that JSON. */
  readonly parameters?: { readonly [key: string]: string };
  /** The fingerprint of the configuration. */
  readonly config_sha256?: string;
}

export interface PredictionsMessage {
  readonly rows?: readonly PredictionMessage[];
  readonly sealed_at_unix_nano: bigint;
  /** 64 hex over the RFC 8785 form of `frozenSha256`, `pins`, `case`, `rows` and `sealedAtUnixNano`. A diff needs it. */
  readonly sha256: string;
}

/** What is to be seen at a boundary if it holds, or if a hypothesis is true. */
export interface PredictionMessage {
  /** retrieval | assembly | generation */
  readonly boundary: string;
  /** holds | H1 | H2 | H3 */
  readonly hypothesis: string;
  /** rank | offset | kept_bytes | expected_text */
  readonly measure: string;
  /** at_most | above | at_least | below | before | at_or_after | present | absent | found | fails */
  readonly relation: string;
  readonly limit?: number;
  /** rank | token | byte | char */
  readonly unit?: string;
}

/** What was found at one boundary, against what was predicted. */
export interface BoundaryDiffMessage {
  /** retrieval | assembly | generation */
  readonly boundary: string;
  /** holds | diverges | bypassed (the evidence came another way) | suspended | unknown */
  readonly state: string;
  /** Hypotheses whose prediction the numbers fit. */
  readonly fits?: readonly string[];
  readonly measured?: number;
  readonly limit?: number;
  readonly unit?: string;
  readonly candidates_seen?: number;
  readonly quote?: QuoteMessage;
  readonly reason?: string;
}

export interface RepairMessage {
  readonly id: string;
  /** Boundary it is to mend. */
  readonly boundary: string;
  /** One pin; more than one makes it a pan-repair. */
  readonly changes?: readonly PinChangeMessage[];
  readonly pan_repair?: boolean;
  /** For people. */
  readonly description?: string;
}

export interface PinChangeMessage {
  readonly pin: string;
  /** RFC 8785 JSON. */
  readonly from?: string;
  readonly to?: string;
}

/** One run of the pinned input, freshly attributed. */
export interface TrialMessage {
  /** Empty: no repair. */
  readonly repair: string;
  readonly number: number;
  readonly at_unix_nano: bigint;
  readonly verdict?: VerdictMessage;
  /** Of the artifacts this trial froze; empty: the application gave none. */
  readonly triple_sha256: string;
  readonly config_sha256: string;
  readonly incident: string;
  /** As logged by this trial. */
  readonly pins?: PinsMessage;
  /** The application threw, or no run was seen: the words. */
  readonly error?: string;
}

export interface LedgerEntryMessage {
  /** Of this format: 1. */
  readonly version: number;
  /** 1-based, without gaps: the place in the file. */
  readonly sequence: number;
  readonly at_unix_nano: bigint;
  /** add | pair | confirm | void */
  readonly kind: string;
  /** Id of the incident the entry is about. */
  readonly incident: string;
  /** pair and void: the other incident of the pairing. */
  readonly other?: string;
  /** add: what it may pair by. */
  readonly key?: PairingKeyMessage;
  /** confirm: the repair that recovered the incident. */
  readonly repair?: RepairMessage;
  /** confirm: of `trials` fresh trials this many recovered. */
  readonly recovered?: number;
  readonly trials?: number;
  /** void: why, in words: the incident that showed the change, or what the operator said. */
  readonly reason?: string;
  /** void: the pins that moved; empty when the operator named the pairing alone. */
  readonly changes?: readonly PinChangeMessage[];
  /** First 8 hex of HMAC(key, "ragspan"); absent: plain SHA-256. The same for all entries of a ledger. */
  readonly hash_key?: string;
  /** confirm: `sha256` of the split test it was read from; not set: the operator's word. */
  readonly split_test_sha256?: string;
  /** `sha256` of the entry before; not set on the first. */
  readonly previous_sha256?: string;
  /** 64 hex over the RFC 8785 form of this entry's JSON without this field. */
  readonly sha256: string;
}

/** Two incidents pair when pattern, reason, numbers and configuration are equal, whatever their sentences. */
export interface PairingKeyMessage {
  /** retrieval/context/output, e.g. present/absent/fails. */
  readonly pattern: string;
  readonly verdict: string;
  readonly reason?: string;
  /** The k the verdict was reached with. */
  readonly top_k?: number;
  /** Where the context was cut, in `cut_unit`; not set: no recorded cut. */
  readonly cut_at?: number;
  readonly cut_unit?: string;
  readonly cut_side?: string;
  readonly config_sha256?: string;
  readonly pins?: PinsMessage;
  /** 64 hex of the output: identical sentences are shown, and pair nothing. */
  readonly output_sha256?: string;
  /** Of the incident as it was frozen, and of its artifacts: another incident may not reuse them. */
  readonly frozen_sha256: string;
  readonly triple_sha256: string;
  readonly trace_id: string;
  readonly span_id?: string;
  /** Set only when explicit. */
  readonly run_id?: string;
  /** service.name: a change of its configuration voids its open pairings. */
  readonly service?: string;
  /** 64 hex of the sent context. */
  readonly context_sha256?: string;
  /** 64 hex over the digests handed on and the other candidates, in rank order; not set: an item has no digest. */
  readonly retrieval_sha256?: string;
  /** When the run began; where the incident does not say, when it was frozen. An incident that ran after both of a pairing, under other pins, voids it; where this is not set, nothing says that it did. */
  readonly ran_at_unix_nano?: bigint;
}

export interface ReplayRecordMessage {
  /** Of this format: 1. */
  readonly version: number;
  /** The application's own id of the request. */
  readonly request_id: string;
  readonly recorded_at_unix_nano: bigint;
  /** Name and version of the program that wrote it. */
  readonly recorded_by: string;
  readonly with_text?: boolean;
  /** Prompt version, model and parameters among them. */
  readonly pins?: PinsMessage;
  /** Retrieved with scores and paths, sent context, output: redacted before it was written. */
  readonly triple?: TripleMessage;
  /** Ids of what was packed, in the order packed. */
  readonly packed_ids?: readonly string[];
  readonly claims?: readonly ClaimMessage[];
  /** What the audit found wrong with them. */
  readonly problems?: readonly ClaimProblemMessage[];
  readonly verdict?: VerdictMessage;
  readonly notes?: readonly string[];
  /** What had to survive every hand-off; not set: no case applied. */
  readonly case?: CaseMessage;
  /** 64 hex over the RFC 8785 form of this message's JSON without this field. */
  readonly sha256: string;
}

export interface ClaimMessage {
  /** The claim's own id, when it has one. */
  readonly id?: string;
  readonly text?: TextMessage;
  readonly chunk_ids?: readonly string[];
  readonly quote?: TextMessage;
  /** Values the application checks, by name: RFC 8785 JSON of each. */
  readonly values?: { readonly [key: string]: string };
}

export interface ClaimProblemMessage {
  /** unsupported | unknown-id | not-sent | misquoted | value */
  readonly kind: string;
  /** 0-based index into the claims. */
  readonly claim: number;
  /** The chunk id it is about. */
  readonly chunk_id?: string;
  /** value: name of the check, and what it expected and found, as the application said it. */
  readonly check?: string;
  readonly expected?: string;
  readonly found?: string;
}

/** What the same pinned input gave again: a second view beside the verdict, only from evidence. */
export interface BucketViewMessage {
  /** retrieval_miss | missing_refusal | sampler_noise | prompt_pressure | not_established */
  readonly bucket: string;
  /** One sentence with the numbers. */
  readonly because: string;
  /** The first thing to repair. */
  readonly first_fix?: string;
  /** Replays it rests on. */
  readonly replays: number;
  /** Distinct outputs among them. */
  readonly distinct_outputs: number;
  readonly temperature?: string;
}

/** What running the recorded input again gave, boundary by boundary. */
export interface ReplayReportMessage {
  /** Of this format: 1. */
  readonly version: number;
  /** Of the record: its request id (an incident's id), and its seal. */
  readonly request_id: string;
  readonly record_sha256: string;
  /** Path of the application module, as given. */
  readonly app: string;
  readonly started_at_unix_nano: bigint;
  /** Replays asked for. */
  readonly times: number;
  /** As recorded. */
  readonly verdict?: VerdictMessage;
  readonly replays?: readonly ReplayMessage[];
  readonly bucket?: BucketViewMessage;
}

export interface ReplayMessage {
  /** 1-based. */
  readonly number: number;
  /** Pins that differ from the record's: with any, this is not the same configuration. */
  readonly pins?: readonly PinChangeMessage[];
  /** retrieval, assembly, generation. */
  readonly boundaries?: readonly ReplayBoundaryMessage[];
  /** The first that changed; the rest is suspended. */
  readonly changed?: string;
  readonly verdict?: VerdictMessage;
  /** The application threw, hung, or no run was seen: the words. */
  readonly error?: string;
  readonly duration_millis: number;
}

export interface ReplayBoundaryMessage {
  /** retrieval | assembly | generation */
  readonly boundary: string;
  /** same | changed | suspended | unknown */
  readonly state: string;
  /** unknown: what could not be compared. */
  readonly reason?: string;
  /** retrieval: what was handed on then or now, in the order recorded, then what came. */
  readonly items?: readonly ItemChangeMessage[];
  /** assembly: the sent context; generation: the output. */
  readonly artifact?: ArtifactChangeMessage;
  /** assembly: chunks whose fate changed. */
  readonly fates?: readonly FateChangeMessage[];
  /** generation: outcome and verdict, then and now. */
  readonly outcome_before?: string;
  readonly outcome_after?: string;
  readonly verdict_before?: string;
  readonly verdict_after?: string;
}

/** One retrieved item; scores are shown and never compared. */
export interface ItemChangeMessage {
  readonly digest?: string;
  readonly id?: string;
  /** Not set: not handed on. */
  readonly rank_before?: number;
  readonly rank_after?: number;
  readonly score_before?: number;
  readonly score_after?: number;
}

export interface ArtifactChangeMessage {
  readonly sha256_before?: string;
  readonly sha256_after?: string;
  readonly bytes_before?: number;
  readonly bytes_after?: number;
  readonly first_difference?: DifferenceMessage;
}

/** Where two artifacts part. */
export interface DifferenceMessage {
  /** In the artifact, UTF-8 bytes. */
  readonly offset: number;
  /** byte: the first byte that differs; at_or_before: bytes redacted in the record stand before it; redacted: within such bytes; segment: somewhere in the part that begins there (no text was kept). */
  readonly precision: string;
  /** Of the sent context. */
  readonly message?: number;
  readonly part?: number;
  readonly role?: string;
}

export interface FateChangeMessage {
  readonly digest?: string;
  readonly id?: string;
  readonly before?: string;
  readonly after?: string;
}

export interface SplitTestMessage {
  /** Of this format: 1. */
  readonly version: number;
  readonly started_at_unix_nano: bigint;
  /** Not set while trials are left. */
  readonly ended_at_unix_nano?: bigint;
  /** Path of the application module, as given. */
  readonly app: string;
  /** Of each cell. */
  readonly trials_per_cell: number;
  readonly incidents?: readonly TestedIncidentMessage[];
  readonly repairs?: readonly RepairMessage[];
  /** In order of incident, repair, number; without a repair: the control. */
  readonly trials?: readonly TrialMessage[];
  readonly matrix?: readonly CellMessage[];
  readonly rulings?: readonly RulingMessage[];
  /** 64 hex of the application module's own file. */
  readonly app_sha256: string;
  /** Name and version of the program that ran it. */
  readonly tested_by: string;
  /** 64 hex over the RFC 8785 form of this message's JSON without this field. */
  readonly sha256: string;
}

export interface TestedIncidentMessage {
  readonly id: string;
  readonly frozen_sha256: string;
  readonly verdict: string;
  /** retrieval | assembly | generation */
  readonly boundary?: string;
  /** Why nothing can be concluded from this row: its control did not give the incident's verdict, or ran with other pins. */
  readonly not_established?: string;
  /** Of the verdict. */
  readonly reason?: string;
}

/** One incident under one repair. */
export interface CellMessage {
  readonly incident: string;
  /** Empty: no repair. */
  readonly repair: string;
  readonly trials: number;
  /** Trials whose verdict was HOLD. */
  readonly recovered: number;
  /** Trials without a verdict that tells (UNKNOWN, or the application failed). */
  readonly unknown: number;
  /** Ranks the evidence was seen at, lowest first, distinct: one means stable. */
  readonly ranks?: readonly number[];
  /** The evidence was absent in some trials and present in others. */
  readonly rank_unstable?: boolean;
  /** Pins that differed from the control's in a trial, sorted: budget, model, snapshot, template, top_k, and request parameters by name. */
  readonly moved_pins?: readonly string[];
  /** Boundaries that diverged in the control and held in a trial, or the other way round, in order. What was suspended is not compared. */
  readonly moved_boundaries?: readonly string[];
}

export interface RulingMessage {
  readonly repair: string;
  /** discriminant | confounded | not_recovered | not_established */
  readonly ruling: string;
  /** One sentence with the numbers. */
  readonly because: string;
  readonly recovered?: readonly string[];
  readonly pan_repair?: boolean;
}

export interface TripleMessage {
  readonly trace_id: string;
  /** The run's root; not set when the run hangs under several roots. */
  readonly span_id?: string;
  readonly run_id?: string;
  /** Span id of the answering call. */
  readonly answered_by?: string;
  /** First 8 hex of HMAC(key, "ragspan"); absent: plain SHA-256. */
  readonly hash_key?: string;
  readonly input?: TextMessage;
  readonly retrieval?: RetrievalLogMessage;
  readonly assembly?: AssemblyRecordMessage;
  readonly context?: SentContextMessage;
  readonly output?: OutputMessage;
  /** Of the other calls that contributed to the answer (refine, map-reduce), in order of start. */
  readonly earlier_contexts?: readonly SentContextMessage[];
  /** When the run began, as its spans say. */
  readonly started_at_unix_nano?: bigint;
}

/** A text, or what is known of it when the text itself was not kept. */
export interface TextMessage {
  /** 64 hex over the original, also when the stored text is redacted. */
  readonly sha256: string;
  /** Of the original. */
  readonly bytes: number;
  /** Only with consent; redacted where `redactions` say so. */
  readonly text?: string;
  readonly redactions?: readonly RedactionMessage[];
  /** Telemetry may have changed it: nothing is "not found" in it. */
  readonly lossy?: boolean;
  /** Holds U+FFFD where a lone surrogate or a bad byte stood. */
  readonly invalid?: boolean;
}

/** Original bytes that were replaced before the text was written. In order, without overlap, so that every offset into the original can be found in the stored text. */
export interface RedactionMessage {
  /** In the original. */
  readonly offset: number;
  readonly bytes: number;
  /** How long the mark is that stands there now. */
  readonly stored_bytes: number;
  /** Which redactor: "email", "phone", "card", "key", or the user's own name for it. */
  readonly rule: string;
}

export interface RetrievalLogMessage {
  /** In rank order: what was handed on, then the other candidates. */
  readonly items?: readonly RetrievedItemMessage[];
  /** How many of `items`, from the top, were handed on. */
  readonly handed_on?: number;
  readonly candidates_seen?: number;
  readonly top_k?: number;
  /** requested | case | option | observed */
  readonly top_k_source?: string;
  readonly snapshot?: string;
  readonly sources?: readonly string[];
  /** A retrieval of the run ended in error. */
  readonly failed?: boolean;
  readonly lossy?: boolean;
  /** The spans carried neither text, hash nor record: an empty `items` then says nothing. */
  readonly content_off?: boolean;
}

export interface RetrievedItemMessage {
  /** 1-based. */
  readonly rank: number;
  /** First 32 hex of the hash; absent where the text was invalid or lost. */
  readonly digest?: string;
  readonly bytes?: number;
  /** A label, never an identity. */
  readonly id?: string;
  /** For display only. */
  readonly score?: number;
  /** retrieve | fuse | rerank | filter */
  readonly stage?: string;
  /** What became of it between log and context. */
  readonly fate?: string;
  readonly text?: TextMessage;
  /** The canonical place the application knows it under, from its metadata. */
  readonly path?: string;
  readonly urls?: readonly string[];
}

export interface AssemblyRecordMessage {
  readonly chunks?: readonly AssembledChunkMessage[];
  readonly budget?: number;
  /** token | byte | char */
  readonly unit?: string;
  readonly used?: number;
  readonly cut_at?: number;
  /** tail | head | middle */
  readonly cut_side?: string;
  readonly template_sha256?: string;
  readonly template_version?: string;
  readonly lossy?: boolean;
}

export interface AssembledChunkMessage {
  readonly digest?: string;
  /** In the sent context; -1 = absent. */
  readonly offset?: number;
  readonly kept_bytes?: number;
  readonly form?: string;
  /** Where it would start before any cut, in the budget's unit. */
  readonly planned_at?: number;
  /** The citation label issued for it. */
  readonly label?: string;
}

export interface SentContextMessage {
  /** 64 hex over all segments joined by one LF. */
  readonly sha256: string;
  readonly bytes: number;
  readonly segments?: readonly SegmentMessage[];
  readonly lossy?: boolean;
  /** Part of what the model saw stands at the provider. */
  readonly provider_held?: boolean;
}

/** One text or tool-result part, in the order sent. */
export interface SegmentMessage {
  readonly message: number;
  readonly part: number;
  readonly role: string;
  /** In the joined context. */
  readonly offset: number;
  readonly text?: TextMessage;
  /** False for the assistant's own turns and the segment that is just the question. */
  readonly is_evidence?: boolean;
}

export interface OutputMessage {
  readonly text?: TextMessage;
  readonly response_id?: string;
  readonly finish_reasons?: readonly string[];
  readonly incomplete?: boolean;
  /** abstained | answered_empty | answered */
  readonly outcome?: string;
}

export interface VerdictMessage {
  readonly trace_id: string;
  /** The run's root; not set when the run hangs under several roots. */
  readonly span_id?: string;
  readonly run_id?: string;
  /** Span id of the answering call. */
  readonly answered_by?: string;
  /** H1 | H2 | H3 | H3a | H3b | HOLD | UNKNOWN | UNDECLARED */
  readonly verdict: string;
  readonly reason?: string;
  /** retrieval | assembly | generation; H1 to H3b only. */
  readonly boundary?: string;
  /** UNKNOWN only: what is still possible, in the order H1, H2, H3, HOLD. */
  readonly candidates?: readonly string[];
  /** Id of the case that applied. */
  readonly case?: string;
  readonly cases_matched?: number;
  /** retrieval/context/output, e.g. present/absent/fails. */
  readonly pattern?: string;
  readonly outcome?: string;
  readonly loss?: string;
  /** outside_retrieval | self_report */
  readonly route?: string;
  readonly explanation: string;
  readonly evidence?: EvidenceMessage;
  readonly chunks?: ChunkCountsMessage;
  readonly audit?: AuditMessage;
  readonly sha256?: HashesMessage;
  /** 0 for the first verdict of a run; a late artifact that changes it makes the next. */
  readonly revision?: number;
  /** sdk | collector */
  readonly origin?: string;
  /** Version of ragspan that reached it. */
  readonly version?: string;
}

/** About the need's item. */
export interface EvidenceMessage {
  readonly digest?: string;
  readonly length?: number;
  /** 1-based, within `stage`. */
  readonly rank?: number;
  readonly stage?: string;
  readonly candidates_seen?: number;
  readonly top_k?: number;
  readonly top_k_source?: string;
  /** In the sent context; -1 = absent; not set: not known. */
  readonly offset?: number;
  readonly message?: number;
  readonly part?: number;
  readonly form?: string;
  readonly kept_bytes?: number;
  readonly planned_at?: number;
  readonly offset_mismatch?: boolean;
  readonly cut?: CutMessage;
  readonly quote?: QuoteMessage;
  readonly distractors?: readonly string[];
}

export interface CutMessage {
  /** Only if recorded. */
  readonly at?: number;
  readonly unit?: string;
  readonly side: string;
}

/** In the raw output. */
export interface QuoteMessage {
  readonly offset: number;
  readonly length: number;
}

export interface ChunkCountsMessage {
  readonly retrieved: number;
  readonly distinct: number;
  readonly sent?: number;
  readonly cut?: number;
  readonly clipped?: number;
  readonly altered?: number;
  readonly packed_out?: number;
  readonly deselected?: number;
  readonly dropped?: number;
  readonly unknown?: number;
}

export interface AuditMessage {
  readonly unknown_id?: number;
  readonly not_sent?: number;
  readonly no_citation?: number;
  readonly misquoted?: number;
  readonly unknown_url?: number;
  readonly instruction_in_chunk?: number;
}

export interface HashesMessage {
  readonly input?: string;
  readonly context?: string;
  readonly output?: string;
  readonly config?: string;
}

/** What protobufjs reflects on. */
export const DESCRIPTOR: { readonly nested: object } = JSON.parse(
  '{"nested":{"ragspan":{"nested":{"v1":{"options":{"go_package":"ragspan/proto/ragspan/v1;ragspanv1"},"nested":{"Case":{"oneofs":{"_snapshot":{"oneof":["snapshot"]},"_until":{"oneof":["until"]}},"fields":{"id":{"type":"string","id":1},"when":{"type":"When","id":2},"needs":{"rule":"repeated","type":"Need","id":3},"expect":{"type":"Expectation","id":4},"snapshot":{"type":"string","id":5,"options":{"proto3_optional":true}},"until":{"type":"string","id":6,"options":{"proto3_optional":true}}}},"When":{"oneofs":{"_input":{"oneof":["input"]},"_input_sha256":{"oneof":["input_sha256"]},"_input_matches":{"oneof":["input_matches"]}},"fields":{"input":{"type":"string","id":1,"options":{"proto3_optional":true}},"input_sha256":{"type":"string","id":2,"options":{"proto3_optional":true}},"input_matches":{"type":"string","id":3,"options":{"proto3_optional":true}},"attributes":{"keyType":"string","type":"string","id":4},"retrieved":{"rule":"repeated","type":"string","id":5}}},"Need":{"oneofs":{"_line":{"oneof":["line"]},"_line_is":{"oneof":["line_is"]},"_line_sha256":{"oneof":["line_sha256"]},"_line_bytes":{"oneof":["line_bytes"]}},"fields":{"line":{"type":"string","id":1,"options":{"proto3_optional":true}},"chunks":{"rule":"repeated","type":"string","id":2},"ids":{"rule":"repeated","type":"string","id":3},"line_is":{"type":"string","id":4,"options":{"proto3_optional":true}},"line_sha256":{"type":"string","id":5,"options":{"proto3_optional":true}},"line_bytes":{"type":"uint64","id":6,"options":{"proto3_optional":true}}}},"Expectation":{"fields":{"must":{"rule":"repeated","type":"Alternatives","id":1},"must_not":{"rule":"repeated","type":"Alternatives","id":2},"allow":{"rule":"repeated","type":"Pattern","id":3},"refusals":{"rule":"repeated","type":"Pattern","id":4},"case_sensitive":{"type":"bool","id":5}}},"Alternatives":{"fields":{"patterns":{"rule":"repeated","type":"Pattern","id":1}}},"Pattern":{"oneofs":{"kind":{"oneof":["text","re2"]}},"fields":{"text":{"type":"string","id":1},"re2":{"type":"string","id":2}}},"Incident":{"oneofs":{"_next":{"oneof":["next"]},"_service":{"oneof":["service"]}},"fields":{"version":{"type":"uint32","id":1},"id":{"type":"string","id":2},"frozen_at_unix_nano":{"type":"int64","id":3},"frozen_by":{"type":"string","id":4},"with_text":{"type":"bool","id":5},"pins":{"type":"Pins","id":6},"case":{"type":"Case","id":7},"triple":{"type":"Triple","id":8},"predictions":{"type":"Predictions","id":9},"diff":{"rule":"repeated","type":"BoundaryDiff","id":10},"verdict":{"type":"Verdict","id":11},"repairs":{"rule":"repeated","type":"Repair","id":12},"trials":{"rule":"repeated","type":"Trial","id":13},"next":{"type":"string","id":15,"options":{"proto3_optional":true}},"notes":{"rule":"repeated","type":"string","id":16},"service":{"type":"string","id":17,"options":{"proto3_optional":true}},"frozen_sha256":{"type":"string","id":99},"sha256":{"type":"string","id":100}},"reserved":[[14,14],"pairings"]},"Pins":{"oneofs":{"_input_sha256":{"oneof":["input_sha256"]},"_snapshot":{"oneof":["snapshot"]},"_template_sha256":{"oneof":["template_sha256"]},"_template_version":{"oneof":["template_version"]},"_top_k":{"oneof":["top_k"]},"_budget":{"oneof":["budget"]},"_budget_unit":{"oneof":["budget_unit"]},"_model":{"oneof":["model"]},"_config_sha256":{"oneof":["config_sha256"]}},"fields":{"input_sha256":{"type":"string","id":1,"options":{"proto3_optional":true}},"snapshot":{"type":"string","id":2,"options":{"proto3_optional":true}},"template_sha256":{"type":"string","id":3,"options":{"proto3_optional":true}},"template_version":{"type":"string","id":4,"options":{"proto3_optional":true}},"top_k":{"type":"uint32","id":5,"options":{"proto3_optional":true}},"budget":{"type":"uint64","id":6,"options":{"proto3_optional":true}},"budget_unit":{"type":"string","id":7,"options":{"proto3_optional":true}},"model":{"type":"string","id":8,"options":{"proto3_optional":true}},"parameters":{"keyType":"string","type":"string","id":9},"config_sha256":{"type":"string","id":10,"options":{"proto3_optional":true}}}},"Predictions":{"fields":{"rows":{"rule":"repeated","type":"Prediction","id":1},"sealed_at_unix_nano":{"type":"int64","id":2},"sha256":{"type":"string","id":3}}},"Prediction":{"oneofs":{"_limit":{"oneof":["limit"]},"_unit":{"oneof":["unit"]}},"fields":{"boundary":{"type":"string","id":1},"hypothesis":{"type":"string","id":2},"measure":{"type":"string","id":3},"relation":{"type":"string","id":4},"limit":{"type":"uint64","id":5,"options":{"proto3_optional":true}},"unit":{"type":"string","id":6,"options":{"proto3_optional":true}}}},"BoundaryDiff":{"oneofs":{"_measured":{"oneof":["measured"]},"_limit":{"oneof":["limit"]},"_unit":{"oneof":["unit"]},"_candidates_seen":{"oneof":["candidates_seen"]},"_reason":{"oneof":["reason"]}},"fields":{"boundary":{"type":"string","id":1},"state":{"type":"string","id":2},"fits":{"rule":"repeated","type":"string","id":3},"measured":{"type":"int64","id":4,"options":{"proto3_optional":true}},"limit":{"type":"uint64","id":5,"options":{"proto3_optional":true}},"unit":{"type":"string","id":6,"options":{"proto3_optional":true}},"candidates_seen":{"type":"uint32","id":7,"options":{"proto3_optional":true}},"quote":{"type":"Quote","id":8},"reason":{"type":"string","id":9,"options":{"proto3_optional":true}}}},"Repair":{"oneofs":{"_description":{"oneof":["description"]}},"fields":{"id":{"type":"string","id":1},"boundary":{"type":"string","id":2},"changes":{"rule":"repeated","type":"PinChange","id":3},"pan_repair":{"type":"bool","id":4},"description":{"type":"string","id":5,"options":{"proto3_optional":true}}}},"PinChange":{"oneofs":{"_from":{"oneof":["from"]},"_to":{"oneof":["to"]}},"fields":{"pin":{"type":"string","id":1},"from":{"type":"string","id":2,"options":{"proto3_optional":true}},"to":{"type":"string","id":3,"options":{"proto3_optional":true}}}},"Trial":{"oneofs":{"_error":{"oneof":["error"]}},"fields":{"repair":{"type":"string","id":1},"number":{"type":"uint32","id":2},"at_unix_nano":{"type":"int64","id":3},"verdict":{"type":"Verdict","id":4},"triple_sha256":{"type":"string","id":5},"config_sha256":{"type":"string","id":6},"incident":{"type":"string","id":7},"pins":{"type":"Pins","id":8},"error":{"type":"string","id":9,"options":{"proto3_optional":true}}}},"LedgerEntry":{"oneofs":{"_other":{"oneof":["other"]},"_recovered":{"oneof":["recovered"]},"_trials":{"oneof":["trials"]},"_reason":{"oneof":["reason"]},"_hash_key":{"oneof":["hash_key"]},"_split_test_sha256":{"oneof":["split_test_sha256"]},"_previous_sha256":{"oneof":["previous_sha256"]}},"fields":{"version":{"type":"uint32","id":1},"sequence":{"type":"uint64","id":2},"at_unix_nano":{"type":"int64","id":3},"kind":{"type":"string","id":4},"incident":{"type":"string","id":5},"other":{"type":"string","id":6,"options":{"proto3_optional":true}},"key":{"type":"PairingKey","id":7},"repair":{"type":"Repair","id":8},"recovered":{"type":"uint32","id":9,"options":{"proto3_optional":true}},"trials":{"type":"uint32","id":10,"options":{"proto3_optional":true}},"reason":{"type":"string","id":11,"options":{"proto3_optional":true}},"changes":{"rule":"repeated","type":"PinChange","id":12},"hash_key":{"type":"string","id":13,"options":{"proto3_optional":true}},"split_test_sha256":{"type":"string","id":14,"options":{"proto3_optional":true}},"previous_sha256":{"type":"string","id":99,"options":{"proto3_optional":true}},"sha256":{"type":"string","id":100}}},"PairingKey":{"oneofs":{"_reason":{"oneof":["reason"]},"_top_k":{"oneof":["top_k"]},"_cut_at":{"oneof":["cut_at"]},"_cut_unit":{"oneof":["cut_unit"]},"_cut_side":{"oneof":["cut_side"]},"_config_sha256":{"oneof":["config_sha256"]},"_output_sha256":{"oneof":["output_sha256"]},"_span_id":{"oneof":["span_id"]},"_run_id":{"oneof":["run_id"]},"_service":{"oneof":["service"]},"_context_sha256":{"oneof":["context_sha256"]},"_retrieval_sha256":{"oneof":["retrieval_sha256"]},"_ran_at_unix_nano":{"oneof":["ran_at_unix_nano"]}},"fields":{"pattern":{"type":"string","id":1},"verdict":{"type":"string","id":2},"reason":{"type":"string","id":3,"options":{"proto3_optional":true}},"top_k":{"type":"uint32","id":4,"options":{"proto3_optional":true}},"cut_at":{"type":"uint64","id":5,"options":{"proto3_optional":true}},"cut_unit":{"type":"string","id":6,"options":{"proto3_optional":true}},"cut_side":{"type":"string","id":7,"options":{"proto3_optional":true}},"config_sha256":{"type":"string","id":8,"options":{"proto3_optional":true}},"pins":{"type":"Pins","id":9},"output_sha256":{"type":"string","id":10,"options":{"proto3_optional":true}},"frozen_sha256":{"type":"string","id":11},"triple_sha256":{"type":"string","id":12},"trace_id":{"type":"string","id":13},"span_id":{"type":"string","id":14,"options":{"proto3_optional":true}},"run_id":{"type":"string","id":15,"options":{"proto3_optional":true}},"service":{"type":"string","id":16,"options":{"proto3_optional":true}},"context_sha256":{"type":"string","id":17,"options":{"proto3_optional":true}},"retrieval_sha256":{"type":"string","id":18,"options":{"proto3_optional":true}},"ran_at_unix_nano":{"type":"int64","id":19,"options":{"proto3_optional":true}}}},"ReplayRecord":{"fields":{"version":{"type":"uint32","id":1},"request_id":{"type":"string","id":2},"recorded_at_unix_nano":{"type":"int64","id":3},"recorded_by":{"type":"string","id":4},"with_text":{"type":"bool","id":5},"pins":{"type":"Pins","id":6},"triple":{"type":"Triple","id":7},"packed_ids":{"rule":"repeated","type":"string","id":8},"claims":{"rule":"repeated","type":"Claim","id":9},"problems":{"rule":"repeated","type":"ClaimProblem","id":10},"verdict":{"type":"Verdict","id":11},"notes":{"rule":"repeated","type":"string","id":12},"case":{"type":"Case","id":13},"sha256":{"type":"string","id":100}}},"Claim":{"oneofs":{"_id":{"oneof":["id"]}},"fields":{"id":{"type":"string","id":1,"options":{"proto3_optional":true}},"text":{"type":"Text","id":2},"chunk_ids":{"rule":"repeated","type":"string","id":3},"quote":{"type":"Text","id":4},"values":{"keyType":"string","type":"string","id":5}}},"ClaimProblem":{"oneofs":{"_chunk_id":{"oneof":["chunk_id"]},"_check":{"oneof":["check"]},"_expected":{"oneof":["expected"]},"_found":{"oneof":["found"]}},"fields":{"kind":{"type":"string","id":1},"claim":{"type":"uint32","id":2},"chunk_id":{"type":"string","id":3,"options":{"proto3_optional":true}},"check":{"type":"string","id":4,"options":{"proto3_optional":true}},"expected":{"type":"string","id":5,"options":{"proto3_optional":true}},"found":{"type":"string","id":6,"options":{"proto3_optional":true}}}},"BucketView":{"oneofs":{"_first_fix":{"oneof":["first_fix"]},"_temperature":{"oneof":["temperature"]}},"fields":{"bucket":{"type":"string","id":1},"because":{"type":"string","id":2},"first_fix":{"type":"string","id":3,"options":{"proto3_optional":true}},"replays":{"type":"uint32","id":4},"distinct_outputs":{"type":"uint32","id":5},"temperature":{"type":"string","id":6,"options":{"proto3_optional":true}}}},"ReplayReport":{"fields":{"version":{"type":"uint32","id":1},"request_id":{"type":"string","id":2},"record_sha256":{"type":"string","id":3},"app":{"type":"string","id":4},"started_at_unix_nano":{"type":"int64","id":5},"times":{"type":"uint32","id":6},"verdict":{"type":"Verdict","id":7},"replays":{"rule":"repeated","type":"Replay","id":8},"bucket":{"type":"BucketView","id":9}}},"Replay":{"oneofs":{"_changed":{"oneof":["changed"]},"_error":{"oneof":["error"]}},"fields":{"number":{"type":"uint32","id":1},"pins":{"rule":"repeated","type":"PinChange","id":2},"boundaries":{"rule":"repeated","type":"ReplayBoundary","id":3},"changed":{"type":"string","id":4,"options":{"proto3_optional":true}},"verdict":{"type":"Verdict","id":5},"error":{"type":"string","id":6,"options":{"proto3_optional":true}},"duration_millis":{"type":"uint64","id":7}}},"ReplayBoundary":{"oneofs":{"_reason":{"oneof":["reason"]},"_outcome_before":{"oneof":["outcome_before"]},"_outcome_after":{"oneof":["outcome_after"]},"_verdict_before":{"oneof":["verdict_before"]},"_verdict_after":{"oneof":["verdict_after"]}},"fields":{"boundary":{"type":"string","id":1},"state":{"type":"string","id":2},"reason":{"type":"string","id":3,"options":{"proto3_optional":true}},"items":{"rule":"repeated","type":"ItemChange","id":4},"artifact":{"type":"ArtifactChange","id":5},"fates":{"rule":"repeated","type":"FateChange","id":6},"outcome_before":{"type":"string","id":7,"options":{"proto3_optional":true}},"outcome_after":{"type":"string","id":8,"options":{"proto3_optional":true}},"verdict_before":{"type":"string","id":9,"options":{"proto3_optional":true}},"verdict_after":{"type":"string","id":10,"options":{"proto3_optional":true}}}},"ItemChange":{"oneofs":{"_digest":{"oneof":["digest"]},"_id":{"oneof":["id"]},"_rank_before":{"oneof":["rank_before"]},"_rank_after":{"oneof":["rank_after"]},"_score_before":{"oneof":["score_before"]},"_score_after":{"oneof":["score_after"]}},"fields":{"digest":{"type":"string","id":1,"options":{"proto3_optional":true}},"id":{"type":"string","id":2,"options":{"proto3_optional":true}},"rank_before":{"type":"uint32","id":3,"options":{"proto3_optional":true}},"rank_after":{"type":"uint32","id":4,"options":{"proto3_optional":true}},"score_before":{"type":"double","id":5,"options":{"proto3_optional":true}},"score_after":{"type":"double","id":6,"options":{"proto3_optional":true}}}},"ArtifactChange":{"oneofs":{"_sha256_before":{"oneof":["sha256_before"]},"_sha256_after":{"oneof":["sha256_after"]},"_bytes_before":{"oneof":["bytes_before"]},"_bytes_after":{"oneof":["bytes_after"]}},"fields":{"sha256_before":{"type":"string","id":1,"options":{"proto3_optional":true}},"sha256_after":{"type":"string","id":2,"options":{"proto3_optional":true}},"bytes_before":{"type":"uint64","id":3,"options":{"proto3_optional":true}},"bytes_after":{"type":"uint64","id":4,"options":{"proto3_optional":true}},"first_difference":{"type":"Difference","id":5}}},"Difference":{"oneofs":{"_message":{"oneof":["message"]},"_part":{"oneof":["part"]},"_role":{"oneof":["role"]}},"fields":{"offset":{"type":"uint64","id":1},"precision":{"type":"string","id":2},"message":{"type":"uint32","id":3,"options":{"proto3_optional":true}},"part":{"type":"uint32","id":4,"options":{"proto3_optional":true}},"role":{"type":"string","id":5,"options":{"proto3_optional":true}}}},"FateChange":{"oneofs":{"_digest":{"oneof":["digest"]},"_id":{"oneof":["id"]},"_before":{"oneof":["before"]},"_after":{"oneof":["after"]}},"fields":{"digest":{"type":"string","id":1,"options":{"proto3_optional":true}},"id":{"type":"string","id":2,"options":{"proto3_optional":true}},"before":{"type":"string","id":3,"options":{"proto3_optional":true}},"after":{"type":"string","id":4,"options":{"proto3_optional":true}}}},"SplitTest":{"oneofs":{"_ended_at_unix_nano":{"oneof":["ended_at_unix_nano"]}},"fields":{"version":{"type":"uint32","id":1},"started_at_unix_nano":{"type":"int64","id":2},"ended_at_unix_nano":{"type":"int64","id":3,"options":{"proto3_optional":true}},"app":{"type":"string","id":4},"trials_per_cell":{"type":"uint32","id":5},"incidents":{"rule":"repeated","type":"TestedIncident","id":6},"repairs":{"rule":"repeated","type":"Repair","id":7},"trials":{"rule":"repeated","type":"Trial","id":8},"matrix":{"rule":"repeated","type":"Cell","id":9},"rulings":{"rule":"repeated","type":"Ruling","id":10},"app_sha256":{"type":"string","id":11},"tested_by":{"type":"string","id":12},"sha256":{"type":"string","id":100}}},"TestedIncident":{"oneofs":{"_boundary":{"oneof":["boundary"]},"_not_established":{"oneof":["not_established"]},"_reason":{"oneof":["reason"]}},"fields":{"id":{"type":"string","id":1},"frozen_sha256":{"type":"string","id":2},"verdict":{"type":"string","id":3},"boundary":{"type":"string","id":4,"options":{"proto3_optional":true}},"not_established":{"type":"string","id":5,"options":{"proto3_optional":true}},"reason":{"type":"string","id":6,"options":{"proto3_optional":true}}}},"Cell":{"fields":{"incident":{"type":"string","id":1},"repair":{"type":"string","id":2},"trials":{"type":"uint32","id":3},"recovered":{"type":"uint32","id":4},"unknown":{"type":"uint32","id":5},"ranks":{"rule":"repeated","type":"uint32","id":6},"rank_unstable":{"type":"bool","id":7},"moved_pins":{"rule":"repeated","type":"string","id":8},"moved_boundaries":{"rule":"repeated","type":"string","id":9}}},"Ruling":{"fields":{"repair":{"type":"string","id":1},"ruling":{"type":"string","id":2},"because":{"type":"string","id":3},"recovered":{"rule":"repeated","type":"string","id":4},"pan_repair":{"type":"bool","id":5}}},"Triple":{"oneofs":{"_span_id":{"oneof":["span_id"]},"_run_id":{"oneof":["run_id"]},"_answered_by":{"oneof":["answered_by"]},"_hash_key":{"oneof":["hash_key"]},"_started_at_unix_nano":{"oneof":["started_at_unix_nano"]}},"fields":{"trace_id":{"type":"string","id":1},"span_id":{"type":"string","id":2,"options":{"proto3_optional":true}},"run_id":{"type":"string","id":3,"options":{"proto3_optional":true}},"answered_by":{"type":"string","id":4,"options":{"proto3_optional":true}},"hash_key":{"type":"string","id":5,"options":{"proto3_optional":true}},"input":{"type":"Text","id":6},"retrieval":{"type":"RetrievalLog","id":7},"assembly":{"type":"AssemblyRecord","id":8},"context":{"type":"SentContext","id":9},"output":{"type":"Output","id":10},"earlier_contexts":{"rule":"repeated","type":"SentContext","id":11},"started_at_unix_nano":{"type":"int64","id":12,"options":{"proto3_optional":true}}}},"Text":{"oneofs":{"_text":{"oneof":["text"]}},"fields":{"sha256":{"type":"string","id":1},"bytes":{"type":"uint64","id":2},"text":{"type":"string","id":3,"options":{"proto3_optional":true}},"redactions":{"rule":"repeated","type":"Redaction","id":4},"lossy":{"type":"bool","id":5},"invalid":{"type":"bool","id":6}}},"Redaction":{"fields":{"offset":{"type":"uint64","id":1},"bytes":{"type":"uint64","id":2},"stored_bytes":{"type":"uint64","id":3},"rule":{"type":"string","id":4}}},"RetrievalLog":{"oneofs":{"_handed_on":{"oneof":["handed_on"]},"_candidates_seen":{"oneof":["candidates_seen"]},"_top_k":{"oneof":["top_k"]},"_top_k_source":{"oneof":["top_k_source"]},"_snapshot":{"oneof":["snapshot"]}},"fields":{"items":{"rule":"repeated","type":"RetrievedItem","id":1},"handed_on":{"type":"uint32","id":2,"options":{"proto3_optional":true}},"candidates_seen":{"type":"uint32","id":3,"options":{"proto3_optional":true}},"top_k":{"type":"uint32","id":4,"options":{"proto3_optional":true}},"top_k_source":{"type":"string","id":5,"options":{"proto3_optional":true}},"snapshot":{"type":"string","id":6,"options":{"proto3_optional":true}},"sources":{"rule":"repeated","type":"string","id":7},"failed":{"type":"bool","id":8},"lossy":{"type":"bool","id":9},"content_off":{"type":"bool","id":10}}},"RetrievedItem":{"oneofs":{"_digest":{"oneof":["digest"]},"_bytes":{"oneof":["bytes"]},"_id":{"oneof":["id"]},"_score":{"oneof":["score"]},"_stage":{"oneof":["stage"]},"_fate":{"oneof":["fate"]},"_path":{"oneof":["path"]}},"fields":{"rank":{"type":"uint32","id":1},"digest":{"type":"string","id":2,"options":{"proto3_optional":true}},"bytes":{"type":"uint64","id":3,"options":{"proto3_optional":true}},"id":{"type":"string","id":4,"options":{"proto3_optional":true}},"score":{"type":"double","id":5,"options":{"proto3_optional":true}},"stage":{"type":"string","id":6,"options":{"proto3_optional":true}},"fate":{"type":"string","id":7,"options":{"proto3_optional":true}},"text":{"type":"Text","id":8},"path":{"type":"string","id":9,"options":{"proto3_optional":true}},"urls":{"rule":"repeated","type":"string","id":10}}},"AssemblyRecord":{"oneofs":{"_budget":{"oneof":["budget"]},"_unit":{"oneof":["unit"]},"_used":{"oneof":["used"]},"_cut_at":{"oneof":["cut_at"]},"_cut_side":{"oneof":["cut_side"]},"_template_sha256":{"oneof":["template_sha256"]},"_template_version":{"oneof":["template_version"]}},"fields":{"chunks":{"rule":"repeated","type":"AssembledChunk","id":1},"budget":{"type":"uint64","id":2,"options":{"proto3_optional":true}},"unit":{"type":"string","id":3,"options":{"proto3_optional":true}},"used":{"type":"uint64","id":4,"options":{"proto3_optional":true}},"cut_at":{"type":"uint64","id":5,"options":{"proto3_optional":true}},"cut_side":{"type":"string","id":6,"options":{"proto3_optional":true}},"template_sha256":{"type":"string","id":7,"options":{"proto3_optional":true}},"template_version":{"type":"string","id":8,"options":{"proto3_optional":true}},"lossy":{"type":"bool","id":9}}},"AssembledChunk":{"oneofs":{"_digest":{"oneof":["digest"]},"_offset":{"oneof":["offset"]},"_kept_bytes":{"oneof":["kept_bytes"]},"_form":{"oneof":["form"]},"_planned_at":{"oneof":["planned_at"]},"_label":{"oneof":["label"]}},"fields":{"digest":{"type":"string","id":1,"options":{"proto3_optional":true}},"offset":{"type":"int64","id":2,"options":{"proto3_optional":true}},"kept_bytes":{"type":"uint64","id":3,"options":{"proto3_optional":true}},"form":{"type":"string","id":4,"options":{"proto3_optional":true}},"planned_at":{"type":"uint64","id":5,"options":{"proto3_optional":true}},"label":{"type":"string","id":6,"options":{"proto3_optional":true}}}},"SentContext":{"fields":{"sha256":{"type":"string","id":1},"bytes":{"type":"uint64","id":2},"segments":{"rule":"repeated","type":"Segment","id":3},"lossy":{"type":"bool","id":4},"provider_held":{"type":"bool","id":5}}},"Segment":{"fields":{"message":{"type":"uint32","id":1},"part":{"type":"uint32","id":2},"role":{"type":"string","id":3},"offset":{"type":"uint64","id":4},"text":{"type":"Text","id":5},"is_evidence":{"type":"bool","id":6}}},"Output":{"oneofs":{"_response_id":{"oneof":["response_id"]},"_outcome":{"oneof":["outcome"]}},"fields":{"text":{"type":"Text","id":1},"response_id":{"type":"string","id":2,"options":{"proto3_optional":true}},"finish_reasons":{"rule":"repeated","type":"string","id":3},"incomplete":{"type":"bool","id":4},"outcome":{"type":"string","id":5,"options":{"proto3_optional":true}}}},"Verdict":{"oneofs":{"_span_id":{"oneof":["span_id"]},"_run_id":{"oneof":["run_id"]},"_answered_by":{"oneof":["answered_by"]},"_reason":{"oneof":["reason"]},"_boundary":{"oneof":["boundary"]},"_case":{"oneof":["case"]},"_cases_matched":{"oneof":["cases_matched"]},"_pattern":{"oneof":["pattern"]},"_outcome":{"oneof":["outcome"]},"_loss":{"oneof":["loss"]},"_route":{"oneof":["route"]},"_revision":{"oneof":["revision"]},"_origin":{"oneof":["origin"]},"_version":{"oneof":["version"]}},"fields":{"trace_id":{"type":"string","id":1},"span_id":{"type":"string","id":2,"options":{"proto3_optional":true}},"run_id":{"type":"string","id":3,"options":{"proto3_optional":true}},"answered_by":{"type":"string","id":4,"options":{"proto3_optional":true}},"verdict":{"type":"string","id":5},"reason":{"type":"string","id":6,"options":{"proto3_optional":true}},"boundary":{"type":"string","id":7,"options":{"proto3_optional":true}},"candidates":{"rule":"repeated","type":"string","id":8},"case":{"type":"string","id":9,"options":{"proto3_optional":true}},"cases_matched":{"type":"uint32","id":10,"options":{"proto3_optional":true}},"pattern":{"type":"string","id":11,"options":{"proto3_optional":true}},"outcome":{"type":"string","id":12,"options":{"proto3_optional":true}},"loss":{"type":"string","id":13,"options":{"proto3_optional":true}},"route":{"type":"string","id":14,"options":{"proto3_optional":true}},"explanation":{"type":"string","id":15},"evidence":{"type":"Evidence","id":16},"chunks":{"type":"ChunkCounts","id":17},"audit":{"type":"Audit","id":18},"sha256":{"type":"Hashes","id":19},"revision":{"type":"uint32","id":20,"options":{"proto3_optional":true}},"origin":{"type":"string","id":21,"options":{"proto3_optional":true}},"version":{"type":"string","id":22,"options":{"proto3_optional":true}}}},"Evidence":{"oneofs":{"_digest":{"oneof":["digest"]},"_length":{"oneof":["length"]},"_rank":{"oneof":["rank"]},"_stage":{"oneof":["stage"]},"_candidates_seen":{"oneof":["candidates_seen"]},"_top_k":{"oneof":["top_k"]},"_top_k_source":{"oneof":["top_k_source"]},"_offset":{"oneof":["offset"]},"_message":{"oneof":["message"]},"_part":{"oneof":["part"]},"_form":{"oneof":["form"]},"_kept_bytes":{"oneof":["kept_bytes"]},"_planned_at":{"oneof":["planned_at"]},"_offset_mismatch":{"oneof":["offset_mismatch"]}},"fields":{"digest":{"type":"string","id":1,"options":{"proto3_optional":true}},"length":{"type":"uint64","id":2,"options":{"proto3_optional":true}},"rank":{"type":"uint32","id":3,"options":{"proto3_optional":true}},"stage":{"type":"string","id":4,"options":{"proto3_optional":true}},"candidates_seen":{"type":"uint32","id":5,"options":{"proto3_optional":true}},"top_k":{"type":"uint32","id":6,"options":{"proto3_optional":true}},"top_k_source":{"type":"string","id":7,"options":{"proto3_optional":true}},"offset":{"type":"int64","id":8,"options":{"proto3_optional":true}},"message":{"type":"uint32","id":9,"options":{"proto3_optional":true}},"part":{"type":"uint32","id":10,"options":{"proto3_optional":true}},"form":{"type":"string","id":11,"options":{"proto3_optional":true}},"kept_bytes":{"type":"uint64","id":12,"options":{"proto3_optional":true}},"planned_at":{"type":"uint64","id":13,"options":{"proto3_optional":true}},"offset_mismatch":{"type":"bool","id":14,"options":{"proto3_optional":true}},"cut":{"type":"Cut","id":15},"quote":{"type":"Quote","id":16},"distractors":{"rule":"repeated","type":"string","id":17}}},"Cut":{"oneofs":{"_at":{"oneof":["at"]},"_unit":{"oneof":["unit"]}},"fields":{"at":{"type":"uint64","id":1,"options":{"proto3_optional":true}},"unit":{"type":"string","id":2,"options":{"proto3_optional":true}},"side":{"type":"string","id":3}}},"Quote":{"fields":{"offset":{"type":"uint64","id":1},"length":{"type":"uint64","id":2}}},"ChunkCounts":{"oneofs":{"_sent":{"oneof":["sent"]},"_cut":{"oneof":["cut"]},"_clipped":{"oneof":["clipped"]},"_altered":{"oneof":["altered"]},"_packed_out":{"oneof":["packed_out"]},"_deselected":{"oneof":["deselected"]},"_dropped":{"oneof":["dropped"]},"_unknown":{"oneof":["unknown"]}},"fields":{"retrieved":{"type":"uint32","id":1},"distinct":{"type":"uint32","id":2},"sent":{"type":"uint32","id":3,"options":{"proto3_optional":true}},"cut":{"type":"uint32","id":4,"options":{"proto3_optional":true}},"clipped":{"type":"uint32","id":5,"options":{"proto3_optional":true}},"altered":{"type":"uint32","id":6,"options":{"proto3_optional":true}},"packed_out":{"type":"uint32","id":7,"options":{"proto3_optional":true}},"deselected":{"type":"uint32","id":8,"options":{"proto3_optional":true}},"dropped":{"type":"uint32","id":9,"options":{"proto3_optional":true}},"unknown":{"type":"uint32","id":10,"options":{"proto3_optional":true}}}},"Audit":{"oneofs":{"_unknown_id":{"oneof":["unknown_id"]},"_not_sent":{"oneof":["not_sent"]},"_no_citation":{"oneof":["no_citation"]},"_misquoted":{"oneof":["misquoted"]},"_unknown_url":{"oneof":["unknown_url"]},"_instruction_in_chunk":{"oneof":["instruction_in_chunk"]}},"fields":{"unknown_id":{"type":"uint32","id":1,"options":{"proto3_optional":true}},"not_sent":{"type":"uint32","id":2,"options":{"proto3_optional":true}},"no_citation":{"type":"uint32","id":3,"options":{"proto3_optional":true}},"misquoted":{"type":"uint32","id":4,"options":{"proto3_optional":true}},"unknown_url":{"type":"uint32","id":5,"options":{"proto3_optional":true}},"instruction_in_chunk":{"type":"uint32","id":6,"options":{"proto3_optional":true}}}},"Hashes":{"oneofs":{"_input":{"oneof":["input"]},"_context":{"oneof":["context"]},"_output":{"oneof":["output"]},"_config":{"oneof":["config"]}},"fields":{"input":{"type":"string","id":1,"options":{"proto3_optional":true}},"context":{"type":"string","id":2,"options":{"proto3_optional":true}},"output":{"type":"string","id":3,"options":{"proto3_optional":true}},"config":{"type":"string","id":4,"options":{"proto3_optional":true}}}}}}}}}}',
);
