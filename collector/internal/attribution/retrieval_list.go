package attribution

import "github.com/ragspan/ragspan/collector/internal/model"

// resolvedList is one list of the log with its k and what it handed on (spec §3 "Retrieval log").
type resolvedList struct {
	retrieval *model.RunRetrieval
	items     []*model.RetrievedItem
	// handedOn is how many of items, from the top, were handed on.
	handedOn       int
	candidatesSeen int64
	topK           int64
	topKSource     model.TopKSource
	// isListed: the span logged a list, or ended in error (then what it returned, nothing).
	isListed bool
	// isExplicit: the span logged a list.
	isExplicit bool
	isFailed   bool
	// isTruncated: there were more items than the list holds (arrays end at 1,000).
	isTruncated bool
}

// itemKey is an item's identity: the digest; text stands in where it has none (invalid text). Empty:
// none.
func itemKey(item *model.RetrievedItem) string {
	if item.Digest != "" {
		return item.Digest
	}
	if text, hasText := item.Text.Get(); hasText {
		return "text:" + text
	}
	return ""
}

func resolveList(retrieval *model.RunRetrieval, options *logOptions) *resolvedList {
	list := retrieval.List
	made := &resolvedList{
		retrieval:  retrieval,
		items:      pointers(list.Items),
		isExplicit: list.Items != nil,
		isFailed:   retrieval.Span.Status == model.StatusError,
	}
	count := int64(len(made.items))
	var known model.Optional[int64]
	known, made.topKSource = knownTopK(list.TopK, options)
	handedOn, isSet := list.HandedOn.Get()
	if !isSet {
		handedOn = int64(defaultHandedOn(made.items, known, options))
	}
	made.handedOn = int(min(max(handedOn, 0), count))
	made.candidatesSeen = max(count, list.Count.Or(0))
	made.topK = known.Or(handedOn)
	made.isListed = made.isExplicit || (made.isFailed && !list.Lossy)
	made.isTruncated = made.isExplicit && (handedOn > count || list.Count.Or(0) > count)
	return made
}

func pointers(items []model.RetrievedItem) []*model.RetrievedItem {
	all := make([]*model.RetrievedItem, len(items))
	for at := range items {
		all[at] = &items[at]
	}
	return all
}

func knownTopK(logged model.Optional[int64], options *logOptions) (model.Optional[int64], model.TopKSource) {
	switch {
	case logged.IsSet():
		return logged, model.TopKRequested
	case options.serviceTopK.IsSet():
		return options.serviceTopK, model.TopKCase
	case options.optionTopK.IsSet():
		return options.optionTopK, model.TopKOption
	}
	return logged, model.TopKObserved
}

// defaultHandedOn is the first k; all when k is unknown, or when an item beyond k stands whole in the
// sent context.
func defaultHandedOn(items []*model.RetrievedItem, known model.Optional[int64], options *logOptions) int {
	k, isSet := known.Get()
	if !isSet || int64(len(items)) <= k {
		return len(items)
	}
	k = max(k, 0)
	within := keysOf(items[:k])
	for _, item := range items[k:] {
		if !within[itemKey(item)] && options.standsWhole(item) {
			return len(items)
		}
	}
	return int(k)
}

// keysOf holds the empty key where an item has none.
func keysOf(items []*model.RetrievedItem) map[string]bool {
	keys := make(map[string]bool, len(items))
	for _, item := range items {
		keys[itemKey(item)] = true
	}
	return keys
}
