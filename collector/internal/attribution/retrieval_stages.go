package attribution

import (
	"slices"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// Later stages (spec §3): a list of stage fuse, rerank or filter, or for the same query, that starts
// after others ended and whose items all stand in them replaces them, unless an item it lacks stands
// whole in the sent context.

type anyStandsWhole func(items []*model.RetrievedItem) bool

// replaceEarlierStages gives the lists that make the log, in order of start, then span id, and those
// that are replaced.
func replaceEarlierStages(lists []*resolvedList, anyWhole anyStandsWhole) (counting, replaced []*resolvedList) {
	for _, list := range lists {
		var earlier []*resolvedList
		for _, other := range counting {
			if startsAfter(list, other) {
				earlier = append(earlier, other)
			}
		}
		for _, others := range stageCandidates(list, earlier) {
			if !follows(list, others, anyWhole) {
				continue
			}
			counting = slices.DeleteFunc(slices.Clone(counting), func(other *resolvedList) bool { return slices.Contains(others, other) })
			replaced = append(replaced, others...)
			break
		}
		counting = append(counting, list)
	}
	return counting, replaced
}

// stageCandidates are the earlier lists that may be the ones it follows, tried in turn. Sub-questions
// rerank their own lists, so the same query comes before all; fusion joins rewritten queries, so there
// all come first.
func stageCandidates(list *resolvedList, earlier []*resolvedList) [][]*resolvedList {
	if len(earlier) == 0 {
		return nil
	}
	query := queryOf(list)
	var sameQuery, sharing []*resolvedList
	keys := keysOf(list.items)
	for _, other := range earlier {
		if query != "" && queryOf(other) == query {
			sameQuery = append(sameQuery, other)
		}
		if slices.ContainsFunc(other.items, func(item *model.RetrievedItem) bool { return keys[itemKey(item)] }) {
			sharing = append(sharing, other)
		}
	}
	ordered := [][]*resolvedList{sameQuery, earlier, sharing}
	switch list.retrieval.List.Stage {
	case model.StageRetrieve:
		ordered = [][]*resolvedList{sameQuery}
	case model.StageFuse:
		ordered = [][]*resolvedList{earlier, sameQuery, sharing}
	case model.StageRerank, model.StageFilter:
	}
	return slices.DeleteFunc(ordered, func(others []*resolvedList) bool { return len(others) == 0 })
}

func follows(list *resolvedList, others []*resolvedList, anyWhole anyStandsWhole) bool {
	there := map[string]bool{}
	for _, other := range others {
		for _, item := range other.items {
			there[itemKey(item)] = true
		}
	}
	for _, item := range list.items {
		if key := itemKey(item); key == "" || !there[key] {
			return false
		}
	}
	own := keysOf(list.items)
	var lacking []*model.RetrievedItem
	for _, other := range others {
		for _, item := range other.items {
			if !own[itemKey(item)] {
				lacking = append(lacking, item)
			}
		}
	}
	return !anyWhole(lacking)
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

// startsAfter: inside one resource by the clock; over two a later stage is one by its stage alone.
func startsAfter(list, other *resolvedList) bool {
	a, b := list.retrieval.Span, other.retrieval.Span
	if a.Resource.Key != b.Resource.Key {
		return list.retrieval.List.Stage != model.StageRetrieve && other.retrieval.List.Stage == model.StageRetrieve
	}
	return b.EndTimeUnixNano != 0 && b.EndTimeUnixNano <= a.StartTimeUnixNano
}
