package cases

import "github.com/ragspan/ragspan/collector/internal/model"

// CaseFile is a case file as plain data (spec §8), once read: every list is a list. Patterns and
// templates are still source text.
type CaseFile struct {
	Services []ServiceShape
	Cases    []CaseShape
	// IncorrectChunks are digests known to be wrong, 32 hex, lower case.
	IncorrectChunks []string
}

// ServiceShape is what is said of the services of a name.
type ServiceShape struct {
	// Name is service.name, * at the end.
	Name           string
	TopK           model.Optional[int64]
	AcceptForms    []model.Form
	RetrievalTools []model.RetrievalTool
	Refusals       []PatternShape
	ExpectedLoss   []model.Loss
}

// CaseShape is one case. Empty strings were not written.
type CaseShape struct {
	ID       string
	When     WhenShape
	Need     []NeedShape
	Expect   ExpectShape
	Snapshot string
	// Until is as written: a date, or a date and time with zone.
	Until string
}

// WhenShape says to which runs the case applies.
type WhenShape struct {
	Input       string
	InputSHA256 string
	// InputMatches is nil when it was not written.
	InputMatches *PatternShape
	Attributes   []AttributeShape
	Retrieved    []string
}

// AttributeShape is one entry of when.attributes.
type AttributeShape struct {
	Key   string
	Value string
}

// NeedShape is what must survive.
type NeedShape struct {
	Line   string
	Chunk  []string
	ID     []string
	LineIs model.LineStanding
}

// ExpectShape: each entry of Must and MustNot are alternatives.
type ExpectShape struct {
	Must          [][]PatternShape
	MustNot       [][]PatternShape
	Allow         []PatternShape
	Refusals      []PatternShape
	CaseSensitive bool
}
