package model

// RetrievalStage says how a list came about (spec §3 "Retrieval log").
type RetrievalStage string

// Stages.
const (
	StageRetrieve RetrievalStage = "retrieve"
	StageFuse     RetrievalStage = "fuse"
	StageRerank   RetrievalStage = "rerank"
	StageFilter   RetrievalStage = "filter"
)

// TopKSource says where k comes from.
type TopKSource string

// Sources of k.
const (
	TopKRequested TopKSource = "requested"
	TopKCase      TopKSource = "case"
	TopKOption    TopKSource = "option"
	TopKObserved  TopKSource = "observed"
)

// RetrievedItem is one item of a list, in rank order. A null in a logged list keeps its place as an
// item without digest and text.
type RetrievedItem struct {
	// Digest is 32 hex characters: logged, or computed by the translator from valid text that is not
	// lossy. Empty when it is not known.
	Digest string
	Text   Optional[string]
	// Length is the UTF-8 bytes of the text.
	Length Optional[int64]
	// ID is a label only; "", undefined, null, None are left out; integers in decimal.
	ID string
	// Score is display only: never read by attribution.
	Score Optional[float64]
	// Lossy: text as telemetry may have changed it, or a null in a list of digests or texts.
	Lossy bool
	// Invalid: the text holds U+FFFD.
	Invalid bool
	// URLs were found in the item's metadata: the claim audit's unknown_url accepts them.
	URLs []string
}

// RetrievalList is what one retrieval span logged.
type RetrievalList struct {
	Stage RetrievalStage
	// Query is the query's text, when captured.
	Query Optional[string]
	// QuerySHA256 is 64 hex, computed from Query by the translator when only the text is there; empty
	// when it is not known.
	QuerySHA256 string
	// TopK is the requested k, when logged.
	TopK Optional[int64]
	// HandedOn is ragspan.retrieval.handed_on: how many of Items, from the top, were handed on.
	HandedOn Optional[int64]
	// Count is ragspan.retrieval.chunk.count: all items, when the list itself is shorter (1,000 at
	// most).
	Count Optional[int64]
	// Items is nil when the span logged no list (content_off when it has neither text, hash nor
	// record); empty but not nil is an explicit empty list, the only thing that means "zero items".
	Items []RetrievedItem
	// Inputs is what a reranker was given, where its span logs that beside Items: an item in here and
	// not in Items was dropped by this stage. nil: not logged.
	Inputs []RetrievedItem
	// Lossy: the list itself may be incomplete (unparseable JSON, dropped attributes or events on the
	// span).
	Lossy bool
	// Snapshot is the index version, for pins and case_stale. Snapshot and Source may be empty.
	Snapshot string
	Source   string
	// HashKey names the key the digests were made with: 8 hex; empty is plain SHA-256.
	HashKey string
	// ForeignHash: the logged digests were made with a key that is not ours and no text is at hand.
	ForeignHash bool
}
