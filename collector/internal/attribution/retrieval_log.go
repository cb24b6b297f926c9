package attribution

import (
	"cmp"
	"slices"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// A run's retrieval log out of its lists (spec §3 "Retrieval log"): what was handed on, the other
// candidates, and what a later stage or an enclosing list dropped.

type logItem struct {
	item *model.RetrievedItem
	// rank is 1-based, within the log (union) or, for a dropped one, within its own list.
	rank           int64
	stage          model.RetrievalStage
	candidatesSeen int64
	topK           int64
	topKSource     model.TopKSource
	// isForeignHash: its digest was made with a key that is not ours.
	isForeignHash bool
}

type runLog struct {
	// isLogged: a retrieval was seen.
	isLogged bool
	// isListed: a list was: only then there is something to count ("not logged is not empty").
	isListed bool
	// isWhollyListed: every retrieval's was, or stands in an enclosing one's.
	isWhollyListed bool
	// handedOn, in rank order, without blank items.
	handedOn []*logItem
	// below are candidates that were not handed on, of the lists that count.
	below []*logItem
	// belowEarlier are candidates that an earlier stage did not hand on.
	belowEarlier []*logItem
	// rerankedOut were handed on by an earlier stage or an inner list, dropped by the later or enclosing
	// one; latest first.
	rerankedOut []*logItem
	// isExplicitlyEmpty: explicit lists, all of them empty, at least one.
	isExplicitlyEmpty bool
	// hasFailed: a retrieval ended in error and none for the same query succeeded after it.
	hasFailed      bool
	candidatesSeen int64
	topK           model.Optional[int64]
	topKSource     model.TopKSource
	// gaps are why "not found" in the lists themselves (not their items) proves nothing.
	gaps []model.Reason
	// snapshots logged, distinct.
	snapshots []string
}

type logOptions struct {
	serviceTopK model.Optional[int64]
	optionTopK  model.Optional[int64]
	standsWhole standsWhole
}

func buildRunLog(run *model.Run, options *logOptions) *runLog {
	log := &runLog{isLogged: len(run.Retrievals) > 0}
	var lists, outer, replaced, requested, uncovered []*resolvedList
	isWhole, isTold := true, true
	for _, retrieval := range run.Retrievals {
		list := resolveList(retrieval, options)
		lists = append(lists, list)
		isInner := retrieval.Enclosing != nil
		isWhole = isWhole && (list.isListed || isInner)
		isTold = isTold && (list.isExplicit || isInner)
		if snapshot := retrieval.List.Snapshot; snapshot != "" && !slices.Contains(log.snapshots, snapshot) {
			log.snapshots = append(log.snapshots, snapshot)
		}
		switch {
		case isInner && list.isListed:
			replaced = append(replaced, list)
		case !isInner && list.isListed:
			outer = append(outer, list)
		}
		if !isInner {
			uncovered = append(uncovered, list)
		}
		if list.topKSource == model.TopKRequested {
			requested = append(requested, list)
		}
	}
	counting, earlierStages := replaceEarlierStages(outer, options.standsWhole)
	replaced = append(replaced, earlierStages...)
	slices.SortStableFunc(replaced, func(a, b *resolvedList) int { return cmp.Compare(endOf(b), endOf(a)) })

	log.isListed = len(counting) > 0
	log.isWhollyListed = log.isListed && isWhole
	// What counts is explicit empty lists: nothing was found, or a later stage kept nothing.
	log.isExplicitlyEmpty = log.isListed && isTold && !slices.ContainsFunc(counting, func(list *resolvedList) bool {
		return !list.isExplicit || len(list.items) > 0 || list.candidatesSeen > 0 || list.retrieval.List.Lossy
	})
	log.hasFailed = hasFailedForGood(lists)
	log.candidatesSeen = candidatesOf(counting)
	if log.isListed {
		log.topK, log.topKSource = kOf(counting)
	} else {
		log.topK, log.topKSource = kOf(requested)
	}
	log.gaps = gapsOf(uncovered)
	handedOn, below := unite(counting)
	log.below = below
	handedKeys := map[string]bool{}
	for _, entry := range handedOn {
		if !isBlank(entry.item) {
			log.handedOn = append(log.handedOn, entry)
		}
		handedKeys[itemKey(entry.item)] = true
	}
	delete(handedKeys, "")
	for _, list := range replaced {
		for index, item := range list.items {
			if handedKeys[itemKey(item)] {
				continue
			}
			entry := placed(list, item)
			entry.rank = int64(index + 1)
			if index < list.handedOn {
				log.rerankedOut = append(log.rerankedOut, entry)
			} else {
				log.belowEarlier = append(log.belowEarlier, entry)
			}
		}
	}
	return log
}

func kOf(lists []*resolvedList) (model.Optional[int64], model.TopKSource) {
	for _, source := range []model.TopKSource{model.TopKRequested, model.TopKCase, model.TopKOption, model.TopKObserved} {
		if !slices.ContainsFunc(lists, func(list *resolvedList) bool { return list.topKSource == source }) {
			continue
		}
		sum := int64(0)
		for _, list := range lists {
			sum += list.topK
		}
		return model.Some(sum), source
	}
	return model.Optional[int64]{}, ""
}

func candidatesOf(lists []*resolvedList) int64 {
	sum := int64(0)
	for _, list := range lists {
		sum += list.candidatesSeen
	}
	return sum
}

func unite(lists []*resolvedList) (handedOn, below []*logItem) {
	seen := map[string]bool{}
	add := func(to *[]*logItem, list *resolvedList, items []*model.RetrievedItem) {
		// Within one list equal items keep their ranks.
		var own []string
		for _, item := range items {
			key := itemKey(item)
			if key != "" && seen[key] {
				continue
			}
			if key != "" {
				own = append(own, key)
			}
			*to = append(*to, placed(list, item))
		}
		for _, key := range own {
			seen[key] = true
		}
	}
	for _, list := range lists {
		add(&handedOn, list, list.items[:list.handedOn])
	}
	for _, list := range lists {
		add(&below, list, list.items[list.handedOn:])
	}
	// Ranks run through the union, so the counts beside them are the union's.
	candidatesSeen := candidatesOf(lists)
	topK, source := kOf(lists)
	for index, entry := range slices.Concat(handedOn, below) {
		entry.rank = int64(index + 1)
		entry.candidatesSeen = candidatesSeen
		if k, isSet := topK.Get(); isSet {
			entry.topK, entry.topKSource = k, source
		}
	}
	return handedOn, below
}

func placed(list *resolvedList, item *model.RetrievedItem) *logItem {
	return &logItem{
		item: item, stage: list.retrieval.List.Stage, candidatesSeen: list.candidatesSeen,
		topK: list.topK, topKSource: list.topKSource,
		isForeignHash: list.retrieval.List.ForeignHash && !item.Text.IsSet(),
	}
}

// isBlank: an item that is empty after trimming is not counted.
func isBlank(item *model.RetrievedItem) bool {
	if text, hasText := item.Text.Get(); hasText {
		return TrimWhiteSpace(text) == ""
	}
	length, isSet := item.Length.Get()
	return isSet && length == 0
}

func endOf(list *resolvedList) uint64 {
	return cmp.Or(list.retrieval.Span.EndTimeUnixNano, list.retrieval.Span.StartTimeUnixNano)
}

// hasFailedForGood: one ended in error, and none for the same query has succeeded after it.
func hasFailedForGood(lists []*resolvedList) bool {
	lastSuccess := map[string]uint64{}
	for _, list := range lists {
		if query := queryOf(list); !list.isFailed && query != "" {
			lastSuccess[query] = max(lastSuccess[query], endOf(list))
		}
	}
	return slices.ContainsFunc(lists, func(list *resolvedList) bool {
		later, isThere := lastSuccess[queryOf(list)]
		return list.isFailed && (!isThere || later < endOf(list))
	})
}

func gapsOf(lists []*resolvedList) []model.Reason {
	var gaps []model.Reason
	for _, list := range lists {
		switch {
		case list.retrieval.List.Lossy || list.isTruncated:
			gaps = append(gaps, model.ReasonLossyCapture)
		case !list.isListed:
			gaps = append(gaps, model.ReasonContentOff)
		}
	}
	return gaps
}
