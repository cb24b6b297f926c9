package model

// A parsed case file (spec §8). Patterns are already compiled: attribution never sees their source
// syntax.

// Match is a half-open range of bytes in the text that was searched.
type Match struct {
	Start int
	End   int
}

// TextPattern is a compiled must, must_not, allow or refusal (spec §6).
type TextPattern interface {
	// Source is the pattern as it stands in the case file.
	Source() string
	// Find gives the leftmost match at or after from in the folded text; from ≤ its length. Linear
	// time.
	Find(text FoldedText, from int) (Match, bool)
}

// FoldedText is a text after NFC, white-space folding, U+2019 → ' and, unless case-sensitive, simple
// lower-casing; with the way back. Offsets are bytes.
type FoldedText interface {
	Folded() string
	Raw() string
	IsCaseSensitive() bool
	// RawStart is the offset in Raw of the folded offset (start of the group it came from).
	RawStart(foldedOffset int) int
	// RawEnd is the offset in Raw just after the group that the folded byte before foldedOffset came
	// from.
	RawEnd(foldedOffset int) int
}

// Template is a string with ${attribute} places; without any it is one literal.
type Template interface {
	Source() string
	// Resolve gives false when an attribute is unset: then nothing matches.
	Resolve(attribute func(key string) (string, bool)) (string, bool)
}

// LineStanding says what is declared of a needed line.
type LineStanding string

// Standings of a line.
const (
	LineCorrect     LineStanding = "correct"
	LineIncorrect   LineStanding = "incorrect"
	LineUnconfirmed LineStanding = "unconfirmed"
)

// Need is what must survive every hand-off (spec §2).
type Need struct {
	// Line is nil when none is given.
	Line Template
	// Chunks: any one of these digests (32 hex, lower case).
	Chunks []Template
	// IDs: any one of these ids; * at the end only.
	IDs    []Template
	LineIs LineStanding
}

// CaseAttribute is one entry of when.attributes.
type CaseAttribute struct {
	Key   string
	Value Template
}

// CaseWhen says to which runs a case applies; what is nil or empty is not asked.
type CaseWhen struct {
	Input       Template
	InputSHA256 string
	// InputMatches is RE2 over the raw question.
	InputMatches func(question string) bool
	Attributes   []CaseAttribute
	// Retrieved are ids or digests, * at the end only: any candidate's.
	Retrieved []Template
}

// Expectation is what the output must and must not say.
type Expectation struct {
	// Must and MustNot: each entry is a list of alternatives.
	Must            [][]TextPattern
	MustNot         [][]TextPattern
	Allow           []TextPattern
	Refusals        []TextPattern
	IsCaseSensitive bool
}

// Case is a need plus what the output must and must not say.
type Case struct {
	ID     string
	When   CaseWhen
	Needs  []Need
	Expect Expectation
	// Snapshot is empty when none is given.
	Snapshot string
	// UntilUnixMillis is the first instant (milliseconds since the epoch) at which the case is stale.
	UntilUnixMillis Optional[int64]
}

// RetrievalTool declares a tool whose result is a retrieval list.
type RetrievalTool struct {
	// Name is exact, or a prefix with * at the end.
	Name string
	// Text is a path such as results[].content; empty: the string leaves.
	Text string
	// ID is a path too; empty: none.
	ID string
}

// Service is what a case file says of the services of a name.
type Service struct {
	// Name is service.name, * at the end.
	Name           string
	TopK           Optional[int64]
	AcceptForms    []Form
	RetrievalTools []RetrievalTool
	Refusals       []TextPattern
	ExpectedLoss   []Loss
}

// CaseBook is a whole case file.
type CaseBook struct {
	Services []Service
	Cases    []*Case
	// IncorrectChunks are digests known to be wrong.
	IncorrectChunks map[string]struct{}
	// AttributeKeys are those that any case reads: a holder of spans may forget the others.
	AttributeKeys map[string]struct{}
}
