package model

// BudgetUnit is the unit of an assembly's budget and cut.
type BudgetUnit string

// Budget units.
const (
	UnitToken BudgetUnit = "token"
	UnitByte  BudgetUnit = "byte"
	UnitChar  BudgetUnit = "char"
)

// CutSide says which end of the context was cut off.
type CutSide string

// Cut sides.
const (
	SideTail   CutSide = "tail"
	SideHead   CutSide = "head"
	SideMiddle CutSide = "middle"
)

// OffsetUnit is the unit of claimed offsets.
type OffsetUnit string

// Offset units.
const (
	OffsetByte      OffsetUnit = "byte"
	OffsetUTF16     OffsetUnit = "utf16"
	OffsetCodePoint OffsetUnit = "code_point"
)

// AssembledChunk is what an assembly recorded of one chunk.
type AssembledChunk struct {
	// Digest is empty when it was not recorded.
	Digest string
	// Offset is the claimed place in the sent context, in OffsetUnit; −1 is absent.
	Offset Optional[int64]
	// KeptBytes are the UTF-8 bytes of the chunk that were kept; 0 is absent.
	KeptBytes Optional[int64]
	// Form is as recorded; a Form where it is one; empty when it was not recorded.
	Form string
	// PlannedAt is where it would start before any cut, in the budget's unit; not set when unknown
	// (−1 on the wire).
	PlannedAt Optional[int64]
	// Label is the citation label issued for it; empty when there is none.
	Label string
}

// AssemblyRecord is what an assembly span recorded (spec §3 "Assembly record", §10 "Producer
// spans").
type AssemblyRecord struct {
	// Chunks is nil when the span recorded none.
	Chunks []AssembledChunk
	Budget Optional[int64]
	// Unit is empty when it was not recorded; so are CutSide, OffsetUnit and the strings below.
	Unit            BudgetUnit
	Used            Optional[int64]
	CutAt           Optional[int64]
	CutSide         CutSide
	OffsetUnit      OffsetUnit
	TemplateSHA256  string
	TemplateVersion string
	ContextSHA256   string
	ContextBytes    Optional[int64]
	// Lossy: a null or wrong type in one of the lists, or dropped attributes on the span.
	Lossy       bool
	HashKey     string
	ForeignHash bool
}
