package model

import (
	"iter"
	"slices"
)

// usualSize is that of most objects in messages.
const usualSize = 4

// indexedFrom is the size from which an Object keeps a hash table: short ones are faster searched.
const indexedFrom = 12

// Object is a structured value with the key order of a JavaScript object: array indexes in
// ascending order, then the other keys in the order they were first set. The order shows in what
// JSON text an object makes and in which of many URLs are kept. A nil *Object has no keys.
//
// An Object that others may see is not written any more.
type Object struct {
	entries []entry
	// By key; only for large objects.
	places map[string]int
	// Some key is an array index.
	hasIndexes bool
}

type entry struct {
	key   string
	value Value
}

// NewObject makes an object with room for size keys.
func NewObject(size int) *Object {
	if size == 0 {
		return &Object{}
	}
	return &Object{entries: make([]entry, 0, size)}
}

// ObjectOf makes an object of keys and values in turn, for code that spells one out.
func ObjectOf(pairs ...Value) *Object {
	object := NewObject(len(pairs) / 2)
	for at := 0; at+1 < len(pairs); at += 2 {
		object.Set(pairs[at].(string), pairs[at+1])
	}
	return object
}

// Len is the number of keys.
func (o *Object) Len() int {
	if o == nil {
		return 0
	}
	return len(o.entries)
}

// Get returns the value of a key; nil when it is absent.
func (o *Object) Get(key string) Value {
	if at := o.place(key); at >= 0 {
		return o.entries[at].value
	}
	return nil
}

// Has tells whether the key is there, be its value Null.
func (o *Object) Has(key string) bool {
	return o.place(key) >= 0
}

// Set sets a key; of two equal keys the last counts, at the place of the first (JSON.parse).
func (o *Object) Set(key string, value Value) {
	if at := o.place(key); at >= 0 {
		o.entries[at].value = value
		return
	}
	o.add(key, value)
}

// SetFirst sets a key that is not there yet: of two equal attribute keys the first counts.
func (o *Object) SetFirst(key string, value Value) {
	if o.place(key) < 0 {
		o.add(key, value)
	}
}

// With returns a copy in which key has the value.
func (o *Object) With(key string, value Value) *Object {
	copied := NewObject(o.Len() + 1)
	if o != nil {
		for _, one := range o.entries {
			copied.add(one.key, one.value)
		}
	}
	copied.Set(key, value)
	return copied
}

// All yields keys and values in the order of a JavaScript object.
func (o *Object) All() iter.Seq2[string, Value] {
	return func(yield func(string, Value) bool) {
		if o == nil {
			return
		}
		if !o.hasIndexes {
			for _, one := range o.entries {
				if !yield(one.key, one.value) {
					return
				}
			}
			return
		}
		for _, at := range o.order() {
			if !yield(o.entries[at].key, o.entries[at].value) {
				return
			}
		}
	}
}

func (o *Object) place(key string) int {
	if o == nil {
		return -1
	}
	if o.places != nil {
		if at, isThere := o.places[key]; isThere {
			return at
		}
		return -1
	}
	for at := range o.entries {
		if o.entries[at].key == key {
			return at
		}
	}
	return -1
}

func (o *Object) add(key string, value Value) {
	if o.entries == nil {
		o.entries = make([]entry, 0, usualSize)
	}
	o.entries = append(o.entries, entry{key, value})
	if _, isIndex := arrayIndex(key); isIndex {
		o.hasIndexes = true
	}
	switch {
	case o.places != nil:
		o.places[key] = len(o.entries) - 1
	case len(o.entries) == indexedFrom:
		o.places = make(map[string]int, 2*indexedFrom)
		for at := range o.entries {
			o.places[o.entries[at].key] = at
		}
	}
}

// order gives the places of the entries, array indexes first.
func (o *Object) order() []int {
	type indexed struct {
		index uint64
		place int
	}
	var indexes []indexed
	var others []int
	for at := range o.entries {
		if index, isIndex := arrayIndex(o.entries[at].key); isIndex {
			indexes = append(indexes, indexed{index, at})
		} else {
			others = append(others, at)
		}
	}
	slices.SortFunc(indexes, func(a, b indexed) int {
		if a.index < b.index {
			return -1
		}
		return 1
	})
	order := make([]int, 0, len(o.entries))
	for _, one := range indexes {
		order = append(order, one.place)
	}
	return append(order, others...)
}

// arrayIndex reads "0" to "4294967294" without leading zeros.
func arrayIndex(key string) (uint64, bool) {
	const largest = 1<<32 - 2
	if key == "" || len(key) > 10 || (key[0] == '0' && len(key) > 1) {
		return 0, false
	}
	var index uint64
	for at := 0; at < len(key); at++ {
		if key[at] < '0' || key[at] > '9' {
			return 0, false
		}
		index = index*10 + uint64(key[at]-'0')
	}
	return index, index <= largest
}
