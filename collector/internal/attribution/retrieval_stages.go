package attribution

import (
	"cmp"
	"slices"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// Later stages (spec §3): a list of stage fuse, rerank or filter, or for the same query, that starts
// after others ended and whose items all stand in them replaces them, unless an item it lacks stands
// whole in the sent context.
//
// How it works: lists are taken in order of start, those that have ended by then having been put into a
// stageReach, which knows for all of them together, and per query, which items they hold and which of
// these stand whole. So one list costs its own items. Over several resources clocks tell nothing: there
// the stages alone tell which is the later one, and this is looked at first.

var allStages = []model.RetrievalStage{model.StageRetrieve, model.StageFuse, model.StageRerank, model.StageFilter}

// goneLists are those that a later stage replaces.
type goneLists map[*resolvedList]bool

// replaceEarlierStages takes lists in order of start, then span id; it gives those that make the log, and
// those that are replaced, in the same order.
func replaceEarlierStages(lists []*resolvedList, isWhole standsWhole) (counting, replaced []*resolvedList) {
	gone := goneLists{}
	byResource := map[string][]*resolvedList{}
	var resources []string
	for _, list := range lists {
		key := list.retrieval.Span.Resource.Key
		if byResource[key] == nil {
			resources = append(resources, key)
		}
		byResource[key] = append(byResource[key], list)
	}
	if len(resources) > 1 {
		gone.replaceOverResources(lists, isWhole)
	}
	for _, key := range resources {
		gone.replaceByClock(byResource[key], isWhole)
	}
	for _, list := range lists {
		if gone[list] {
			replaced = append(replaced, list)
		} else {
			counting = append(counting, list)
		}
	}
	return counting, replaced
}

func (g goneLists) replaceByClock(lists []*resolvedList, isWhole standsWhole) {
	type ended struct {
		list  *resolvedList
		order int
		end   uint64
	}
	var byEnd []ended
	for order, list := range lists {
		if span := list.retrieval.Span; span.EndTimeUnixNano != 0 {
			byEnd = append(byEnd, ended{list, order, max(span.EndTimeUnixNano, span.StartTimeUnixNano)})
		}
	}
	slices.SortStableFunc(byEnd, func(a, b ended) int { return cmp.Or(cmp.Compare(a.end, b.end), cmp.Compare(a.order, b.order)) })
	reach := newStageReach(isWhole)
	next := 0
	for order, list := range lists {
		if g[list] {
			continue
		}
		for next < len(byEnd) && byEnd[next].end <= list.retrieval.Span.StartTimeUnixNano && byEnd[next].order < order {
			if !g[byEnd[next].list] {
				reach.add(byEnd[next].list)
			}
			next++
		}
		g.replace(list, reach, func(*resolvedList) bool { return true })
	}
}

// replaceOverResources: a later stage here of what was found there, whatever the clocks say.
func (g goneLists) replaceOverResources(lists []*resolvedList, isWhole standsWhole) {
	reach := newStageReach(isWhole)
	for _, stage := range allStages {
		var here []*resolvedList
		for _, list := range lists {
			if list.retrieval.List.Stage == stage {
				here = append(here, list)
			}
		}
		if stage != model.StageRetrieve {
			for _, list := range here {
				g.replace(list, reach, func(other *resolvedList) bool { return isElsewhereOrEnded(list, other) })
			}
		}
		// A rerank and a filter have no order among them.
		if stage == model.StageRerank {
			continue
		}
		for _, list := range here {
			if !g[list] {
				reach.add(list)
			}
		}
	}
}

func isElsewhereOrEnded(list, other *resolvedList) bool {
	a, b := list.retrieval.Span, other.retrieval.Span
	return a.Resource.Key != b.Resource.Key || (b.EndTimeUnixNano != 0 && b.EndTimeUnixNano <= a.StartTimeUnixNano)
}

// replace: which earlier lists it follows is tried in turn; those are gone then.
func (g goneLists) replace(list *resolvedList, reach *stageReach, isEarlier func(*resolvedList) bool) {
	keys := keysOf(list.items)
	if keys[""] {
		return
	}
	for _, group := range reach.groupsFor(list) {
		if !group.covers(keys) {
			continue
		}
		lists := group.lists()
		if slices.ContainsFunc(lists, func(other *resolvedList) bool { return !isEarlier(other) }) {
			continue
		}
		for _, other := range lists {
			g[other] = true
			reach.remove(other)
		}
		return
	}
}

// groupsFor: sub-questions rerank their own lists, so the same query comes before all; fusion joins
// rewritten queries, so there all come first.
func (r *stageReach) groupsFor(list *resolvedList) []listGroup {
	stage := list.retrieval.List.Stage
	sameQuery := r.sameQuery(list)
	if stage == model.StageRetrieve {
		// Nothing found is no choice among what was found before.
		if len(list.items) > 0 && sameQuery != nil {
			return []listGroup{sameQuery}
		}
		return nil
	}
	var groups []listGroup
	add := func(group listGroup, isThere bool) {
		if isThere {
			groups = append(groups, group)
		}
	}
	add(sameQuery, sameQuery != nil && stage != model.StageFuse)
	all, hasAny := r.allFor(list)
	add(all, hasAny)
	add(sameQuery, sameQuery != nil && stage == model.StageFuse)
	sharing, hasSharing := r.sharing(list)
	add(sharing, hasSharing)
	return groups
}

// queryOf is empty when the query is not known.
func queryOf(list *resolvedList) string {
	if hash := list.retrieval.List.QuerySHA256; hash != "" {
		return hash
	}
	if query, hasQuery := list.retrieval.List.Query.Get(); hasQuery {
		return "text:" + query
	}
	return ""
}
