package attribution

import "github.com/ragspan/ragspan/collector/internal/model"

// listGroup is some lists, as one.
type listGroup interface {
	lists() []*resolvedList
	// covers: all the keys stand in its lists, and no item of these that stands whole in the sent context
	// is missing from them.
	covers(keys map[string]bool) bool
}

// stageReach are the lists that a later one may be a stage of, and what all of some of them hold together
// (see retrieval_stages.go).
type stageReach struct {
	all *countedGroup
	// found are of stage retrieve.
	found   *countedGroup
	byQuery map[string]*countedGroup
	byKey   map[string]*listSet
	keys    map[*resolvedList]*listKeys
	isWhole standsWhole
}

type listKeys struct {
	all []string
	// whole are of the items that stand whole in the sent context.
	whole []string
}

func newStageReach(isWhole standsWhole) *stageReach {
	return &stageReach{
		all: newCountedGroup(), found: newCountedGroup(), byQuery: map[string]*countedGroup{},
		byKey: map[string]*listSet{}, keys: map[*resolvedList]*listKeys{}, isWhole: isWhole,
	}
}

func (r *stageReach) add(list *resolvedList) {
	keys := r.keysFor(list)
	r.keys[list] = keys
	for _, group := range r.groupsOf(list) {
		group.add(list, keys)
	}
	for _, key := range keys.all {
		if r.byKey[key] == nil {
			r.byKey[key] = &listSet{}
		}
		r.byKey[key].add(list)
	}
}

func (r *stageReach) remove(list *resolvedList) {
	keys := r.keys[list]
	if keys == nil {
		return
	}
	delete(r.keys, list)
	for _, group := range r.groupsOf(list) {
		group.remove(list, keys)
	}
	for _, key := range keys.all {
		r.byKey[key].remove(list)
	}
}

func (r *stageReach) groupsOf(list *resolvedList) []*countedGroup {
	groups := []*countedGroup{r.all}
	if isFirstStage(list) {
		groups = append(groups, r.found)
	}
	if query := queryOf(list); query != "" {
		if r.byQuery[query] == nil {
			r.byQuery[query] = newCountedGroup()
		}
		groups = append(groups, r.byQuery[query])
	}
	return groups
}

func isFirstStage(list *resolvedList) bool { return list.retrieval.List.Stage == model.StageRetrieve }

func (r *stageReach) keysFor(list *resolvedList) *listKeys {
	keys := &listKeys{}
	isKnown, isKnownWhole := map[string]bool{}, map[string]bool{}
	for _, item := range list.items {
		key := itemKey(item)
		if key == "" {
			continue
		}
		if !isKnown[key] {
			isKnown[key] = true
			keys.all = append(keys.all, key)
		}
		if !isKnownWhole[key] && r.isWhole(item) {
			isKnownWhole[key] = true
			keys.whole = append(keys.whole, key)
		}
	}
	return keys
}

// sameQuery gives nil when there is none.
func (r *stageReach) sameQuery(list *resolvedList) *countedGroup {
	query := queryOf(list)
	if query == "" || r.byQuery[query] == nil || r.byQuery[query].set.len() == 0 {
		return nil
	}
	return r.byQuery[query]
}

// allFor is all, but for the later stages of other questions: a reranked list with which it shares
// nothing was no input of it (sub-questions one after another, without a query).
func (r *stageReach) allFor(list *resolvedList) (listGroup, bool) {
	if len(list.items) == 0 {
		return r.all, r.all.set.len() > 0
	}
	var staged []*resolvedList
	for _, holder := range r.holders(list) {
		if !isFirstStage(holder) {
			staged = append(staged, holder)
		}
	}
	if len(staged) == 0 {
		return r.found, r.found.set.len() > 0
	}
	return &chosenGroup{reach: r, base: r.found, chosen: staged}, true
}

// sharing are those that hold any of its items.
func (r *stageReach) sharing(list *resolvedList) (listGroup, bool) {
	holders := r.holders(list)
	return &chosenGroup{reach: r, chosen: holders}, len(holders) > 0
}

func (r *stageReach) holders(list *resolvedList) []*resolvedList {
	holders := &listSet{}
	for _, item := range list.items {
		if held := r.byKey[itemKey(item)]; held != nil {
			for _, holder := range held.items() {
				holders.add(holder)
			}
		}
	}
	return holders.items()
}

// chosenGroup are all lists of a base, and some more; every key must be held by any list of the reach.
type chosenGroup struct {
	reach *stageReach
	// base may be nil.
	base   *countedGroup
	chosen []*resolvedList
}

func (g *chosenGroup) lists() []*resolvedList {
	if g.base == nil {
		return g.chosen
	}
	return append(g.base.lists(), g.chosen...)
}

func (g *chosenGroup) covers(keys map[string]bool) bool {
	for key := range keys {
		if held := g.reach.byKey[key]; held == nil || held.len() == 0 {
			return false
		}
	}
	if g.base != nil && !g.base.lacksNothing(keys) {
		return false
	}
	for _, list := range g.chosen {
		for _, key := range g.reach.keys[list].whole {
			if !keys[key] {
				return false
			}
		}
	}
	return true
}

// countedGroup counts how many of its lists hold each key.
type countedGroup struct {
	set   *listSet
	all   map[string]int
	whole map[string]int
}

func newCountedGroup() *countedGroup {
	return &countedGroup{&listSet{}, map[string]int{}, map[string]int{}}
}

func (g *countedGroup) lists() []*resolvedList { return g.set.items() }

func (g *countedGroup) add(list *resolvedList, keys *listKeys) {
	g.set.add(list)
	countKeys(g.all, keys.all, 1)
	countKeys(g.whole, keys.whole, 1)
}

func (g *countedGroup) remove(list *resolvedList, keys *listKeys) {
	if g.set.remove(list) {
		countKeys(g.all, keys.all, -1)
		countKeys(g.whole, keys.whole, -1)
	}
}

func (g *countedGroup) covers(keys map[string]bool) bool {
	for key := range keys {
		if g.all[key] == 0 {
			return false
		}
	}
	return g.lacksNothing(keys)
}

// lacksNothing: every item that stands whole is among the keys.
func (g *countedGroup) lacksNothing(keys map[string]bool) bool {
	whole := 0
	for key := range keys {
		if g.whole[key] > 0 {
			whole++
		}
	}
	return whole == len(g.whole)
}

func countKeys(counts map[string]int, keys []string, by int) {
	for _, key := range keys {
		if counts[key] += by; counts[key] == 0 {
			delete(counts, key)
		}
	}
}

// listSet keeps the order in which lists came.
type listSet struct {
	all   []*resolvedList
	place map[*resolvedList]int
}

func (s *listSet) len() int { return len(s.place) }

func (s *listSet) add(list *resolvedList) {
	if _, isThere := s.place[list]; isThere {
		return
	}
	if s.place == nil {
		s.place = map[*resolvedList]int{}
	}
	s.place[list] = len(s.all)
	s.all = append(s.all, list)
}

func (s *listSet) remove(list *resolvedList) bool {
	at, isThere := s.place[list]
	if isThere {
		delete(s.place, list)
		s.all[at] = nil
	}
	return isThere
}

func (s *listSet) items() []*resolvedList {
	items := make([]*resolvedList, 0, len(s.place))
	for _, list := range s.all {
		if list != nil {
			items = append(items, list)
		}
	}
	return items
}
