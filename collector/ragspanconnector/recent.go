package ragspanconnector

import "container/list"

// recent remembers the last so many keys with a value each; the one not asked for longest goes first. Not
// for concurrent use.
type recent[K comparable, V any] struct {
	most  int
	byKey map[K]*list.Element
	byUse list.List
}

type remembered[K comparable, V any] struct {
	key   K
	value V
}

func newRecent[K comparable, V any](most int) *recent[K, V] {
	return &recent[K, V]{most: most, byKey: map[K]*list.Element{}}
}

func (r *recent[K, V]) get(key K) (value V, isKnown bool) {
	element := r.byKey[key]
	if element == nil {
		return value, false
	}
	r.byUse.MoveToBack(element)
	return element.Value.(*remembered[K, V]).value, true
}

func (r *recent[K, V]) put(key K, value V) {
	if element := r.byKey[key]; element != nil {
		element.Value.(*remembered[K, V]).value = value
		r.byUse.MoveToBack(element)
		return
	}
	if r.most <= 0 {
		return
	}
	if len(r.byKey) >= r.most {
		oldest := r.byUse.Front()
		delete(r.byKey, oldest.Value.(*remembered[K, V]).key)
		r.byUse.Remove(oldest)
	}
	r.byKey[key] = r.byUse.PushBack(&remembered[K, V]{key, value})
}

// isNew tells of the first sight of a key, and remembers it.
func isNew[K comparable](seen *recent[K, struct{}], key K) bool {
	if _, isKnown := seen.get(key); isKnown {
		return false
	}
	seen.put(key, struct{}{})
	return true
}
