package model

// JudgingOptions are the options that change a verdict (spec §12), as attribution takes them.
type JudgingOptions struct {
	AcceptForms []Form
	// Corpus are the digests of the whole corpus, from corpus_manifest: it tells not_in_corpus from
	// not_retrieved. nil: not given.
	Corpus map[string]struct{}
	// MaxScanBytes of context and items are scanned per run for fates; needs excepted.
	MaxScanBytes   int64
	Refusals       []TextPattern
	RetrievalTools []RetrievalTool
	TopK           Optional[int64]
	// Hash makes digests: plain SHA-256, or HMAC under the operator's key.
	Hash TextHash
	// NowUnixMillis, for until: (the end of the run when it is known).
	NowUnixMillis int64
	// CutShort says why a run that has not ended is judged now: timeout, evicted or shutdown; empty
	// when it has ended.
	CutShort Reason
}
