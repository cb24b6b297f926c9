package model

// VerdictName is one of the verdicts of spec §5.
type VerdictName string

// Verdicts: a doc line each, as spec §5 has them.
const (
	// VerdictH1: need absent from a logged retrieval and from the sent context.
	VerdictH1 VerdictName = "H1"
	// VerdictH2: need in the log, absent from the sent context.
	VerdictH2 VerdictName = "H2"
	// VerdictH3: need in the sent context, output fails the case.
	VerdictH3 VerdictName = "H3"
	// VerdictH3a: H3, and the line is declared correct.
	VerdictH3a VerdictName = "H3a"
	// VerdictH3b: H3 by contradiction, and the quoted bytes stand in what is declared incorrect.
	VerdictH3b VerdictName = "H3b"
	// VerdictHold: need in the sent context, output passes.
	VerdictHold VerdictName = "HOLD"
	// VerdictUnknown: a needed artifact is unlogged or lossy.
	VerdictUnknown VerdictName = "UNKNOWN"
	// VerdictUndeclared: no case applies.
	VerdictUndeclared VerdictName = "UNDECLARED"
)

// Boundary is the hand-off that lost the evidence.
type Boundary string

// Boundaries.
const (
	BoundaryRetrieval  Boundary = "retrieval"
	BoundaryAssembly   Boundary = "assembly"
	BoundaryGeneration Boundary = "generation"
)

// Fate is what became of a chunk (spec §4).
type Fate string

// Fates.
const (
	FateSent       Fate = "sent"
	FateCut        Fate = "cut"
	FateClipped    Fate = "clipped"
	FateAltered    Fate = "altered"
	FatePackedOut  Fate = "packed_out"
	FateDeselected Fate = "deselected"
	FateDropped    Fate = "dropped"
	FateUnknown    Fate = "unknown"
)

// Fates in the order of spec §4 (first match, and the order of the explanation).
var Fates = []Fate{
	FateSent, FateCut, FateClipped, FateAltered, FatePackedOut, FateDeselected, FateDropped, FateUnknown,
}

// Form is the encoding under which bytes were found (spec §4).
type Form string

// Forms. FormEdited is no encoding: it is what an edited item is found as.
const (
	FormExact  Form = "exact"
	FormTrim   Form = "trim"
	FormJSON   Form = "json"
	FormHTML   Form = "html"
	FormCRLF   Form = "crlf"
	FormNFC    Form = "nfc"
	FormWS     Form = "ws"
	FormEdited Form = "edited"
)

// Forms in the order they are tried. The first three are presence.
var Forms = []Form{FormExact, FormTrim, FormJSON, FormHTML, FormCRLF, FormNFC, FormWS}

// AcceptableForms may be listed in accept_forms.
var AcceptableForms = []Form{FormHTML, FormCRLF, FormNFC, FormWS}

// Reason of a verdict, closed (spec §5 "Reasons").
type Reason string

// Reasons, for H1, H2, H3 and UNKNOWN.
const (
	ReasonRetrievalFailed Reason = "retrieval_failed"
	ReasonEmpty           Reason = "empty"
	ReasonBelowK          Reason = "below_k"
	ReasonRerankedOut     Reason = "reranked_out"
	ReasonNotInCorpus     Reason = "not_in_corpus"
	ReasonNotRetrieved    Reason = "not_retrieved"

	ReasonCut        Reason = "cut"
	ReasonClipped    Reason = "clipped"
	ReasonAltered    Reason = "altered"
	ReasonPackedOut  Reason = "packed_out"
	ReasonDeselected Reason = "deselected"
	ReasonDropped    Reason = "dropped"
	ReasonSplit      Reason = "split"

	ReasonContradiction Reason = "contradiction"
	ReasonRefusal       Reason = "refusal"
	ReasonUnsupported   Reason = "unsupported"

	ReasonAmbiguousRun      Reason = "ambiguous_run"
	ReasonCaseStale         Reason = "case_stale"
	ReasonRetrievalUnlogged Reason = "retrieval_unlogged"
	ReasonContextUnlogged   Reason = "context_unlogged"
	ReasonOutputUnlogged    Reason = "output_unlogged"
	ReasonTimeout           Reason = "timeout"
	ReasonEvicted           Reason = "evicted"
	ReasonShutdown          Reason = "shutdown"
	ReasonContentOff        Reason = "content_off"
	ReasonHashMismatch      Reason = "hash_mismatch"
	ReasonInvalidText       Reason = "invalid_text"
	ReasonLossyCapture      Reason = "lossy_capture"
	ReasonOffsetUnproven    Reason = "offset_unproven"
	ReasonTransformed       Reason = "transformed"
	ReasonEngineTruncated   Reason = "engine_truncated"
	ReasonOutputIncomplete  Reason = "output_incomplete"
	ReasonOutputUnchecked   Reason = "output_unchecked"
	ReasonInternalError     Reason = "internal_error"
)

// Reasons by verdict, in the order in which the first that holds is given.
var (
	H1Reasons = []Reason{
		ReasonRetrievalFailed, ReasonEmpty, ReasonBelowK, ReasonRerankedOut, ReasonNotInCorpus, ReasonNotRetrieved,
	}
	H2Reasons = []Reason{
		ReasonCut, ReasonClipped, ReasonAltered, ReasonPackedOut, ReasonDeselected, ReasonDropped, ReasonSplit,
	}
	H3Reasons      = []Reason{ReasonContradiction, ReasonRefusal, ReasonUnsupported}
	UnknownReasons = []Reason{
		ReasonAmbiguousRun, ReasonCaseStale,
		ReasonRetrievalUnlogged, ReasonContextUnlogged, ReasonOutputUnlogged,
		ReasonTimeout, ReasonEvicted, ReasonShutdown,
		ReasonContentOff, ReasonHashMismatch, ReasonInvalidText, ReasonLossyCapture, ReasonOffsetUnproven,
		ReasonTransformed, ReasonEngineTruncated,
		ReasonOutputIncomplete, ReasonOutputUnchecked, ReasonInternalError,
	}
)

// Loss of a run (spec §7).
type Loss string

// Losses.
const (
	LossCut        Loss = "cut"
	LossEngine     Loss = "engine"
	LossClipped    Loss = "clipped"
	LossAltered    Loss = "altered"
	LossDropped    Loss = "dropped"
	LossPackedOut  Loss = "packed_out"
	LossDeselected Loss = "deselected"
	LossUnknown    Loss = "unknown"
	LossNone       Loss = "none"
)

// Losses in the order in which the first that applies is given.
var Losses = []Loss{
	LossCut, LossEngine, LossClipped, LossAltered, LossDropped, LossPackedOut, LossDeselected, LossUnknown, LossNone,
}

// Outcome of a run (spec §7).
type Outcome string

// Outcomes.
const (
	OutcomeAbstained     Outcome = "abstained"
	OutcomeAnsweredEmpty Outcome = "answered_empty"
	OutcomeAnswered      Outcome = "answered"
)

// Route by which a need came, or did not count, outside the retrieval log.
type Route string

// Routes.
const (
	RouteOutsideRetrieval Route = "outside_retrieval"
	RouteSelfReport       Route = "self_report"
)

// Finding of the claim audit (spec §6).
type Finding string

// Findings.
const (
	FindingUnknownID          Finding = "unknown_id"
	FindingNotSent            Finding = "not_sent"
	FindingNoCitation         Finding = "no_citation"
	FindingMisquoted          Finding = "misquoted"
	FindingUnknownURL         Finding = "unknown_url"
	FindingInstructionInChunk Finding = "instruction_in_chunk"
)

// Findings in the order of the specification.
var Findings = []Finding{
	FindingUnknownID, FindingNotSent, FindingNoCitation, FindingMisquoted, FindingUnknownURL, FindingInstructionInChunk,
}

// Audit counts findings; zero ones are left out.
type Audit map[Finding]int64

// Cut is a truncation of the context: At and Unit only if recorded.
type Cut struct {
	At   Optional[int64]
	Unit BudgetUnit
	Side CutSide
}

// Quote is a place in the raw output, in UTF-8 bytes.
type Quote struct {
	Offset int64
	Length int64
}

// Evidence is about the need's item (spec §14). Empty strings and slices, nil and values that are not
// set do not apply.
type Evidence struct {
	Digest         string
	Length         Optional[int64]
	Rank           Optional[int64]
	Stage          RetrievalStage
	CandidatesSeen Optional[int64]
	TopK           Optional[int64]
	TopKSource     TopKSource
	// Offset is UTF-8 bytes from the start of the sent context; −1 is absent.
	Offset         Optional[int64]
	Message        Optional[int64]
	Part           Optional[int64]
	Form           Form
	KeptBytes      Optional[int64]
	PlannedAt      Optional[int64]
	OffsetMismatch bool
	Cut            *Cut
	Quote          *Quote
	Distractors    []string
}

// ChunkCounts are the chunks of a run by fate; zero fates are left out on the wire.
type ChunkCounts struct {
	Retrieved int64
	Distinct  int64
	ByFate    map[Fate]int64
}

// Hashes are the SHA-256 of whole artifacts, 64 hex each; empty when they do not apply.
type Hashes struct {
	Input   string
	Context string
	Output  string
	Config  string
}

// RunVerdict is the result of one run, exactly the run object of spec §14. What does not apply is
// empty, nil or not set.
type RunVerdict struct {
	TraceID string
	// SpanID is empty when the root is the nameless span over several roots of a trace.
	SpanID       string
	RunID        string
	AnsweredBy   string
	Verdict      VerdictName
	Reason       Reason
	Boundary     Boundary
	Candidates   []VerdictName
	Case         string
	CasesMatched Optional[int64]
	Pattern      string
	Outcome      Outcome
	Loss         Loss
	Route        Route
	Explanation  string
	Evidence     *Evidence
	Chunks       *ChunkCounts
	Audit        Audit
	SHA256       Hashes
}
