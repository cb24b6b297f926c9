package translator

import (
	"strconv"
	"strings"

	"github.com/ragspan/ragspan/collector/internal/model"
)

const (
	// Deeper keys are nobody's message.
	maxSteps = 32
	// A list may have this many gaps beyond its own length; an index farther off is hostile.
	maxGaps = 1000
)

// branch is a place among flattened keys (llm.input_messages.0.message.role).
type branch struct {
	names    []string
	children []*branch
	// By name; only where there are many.
	places map[string]int
	leaf   model.Value
}

// unflatten gives, by prefix (each ends with a dot), the structure that flattened attributes below
// it spell. A prefix without any key is left out. One pass over the keys, linear in their length.
func unflatten(attributes model.Attributes, prefixes ...string) map[string]model.Value {
	var roots map[string]*branch
	for key, value := range attributes.All() {
		prefix := listPrefixOf(key, prefixes)
		if prefix == "" {
			continue
		}
		rest := key[len(prefix):]
		if strings.Count(rest, ".") >= maxSteps {
			continue
		}
		root := roots[prefix]
		if root == nil {
			if roots == nil {
				roots = map[string]*branch{}
			}
			root = &branch{}
			roots[prefix] = root
		}
		at := root
		for step := range strings.SplitSeq(rest, ".") {
			at = at.child(step)
		}
		at.leaf = value
	}
	if roots == nil {
		return nil
	}
	values := make(map[string]model.Value, len(roots))
	for prefix, root := range roots {
		values[prefix] = root.value()
	}
	return values
}

// listPrefixOf finds lists alone: gen_ai.prompt.name is no part of gen_ai.prompt.0.content.
func listPrefixOf(key string, prefixes []string) string {
	for _, prefix := range prefixes {
		if isListKey(key, prefix) {
			return prefix
		}
	}
	return ""
}

func isListKey(key, prefix string) bool {
	return len(key) > len(prefix) && key[:len(prefix)] == prefix && isDigit(key[len(prefix)])
}

func (b *branch) child(name string) *branch {
	const indexedFrom = 12
	if b.places != nil {
		if at, isThere := b.places[name]; isThere {
			return b.children[at]
		}
	} else {
		for at, one := range b.names {
			if one == name {
				return b.children[at]
			}
		}
	}
	child := &branch{}
	b.names = append(b.names, name)
	b.children = append(b.children, child)
	switch {
	case b.places != nil:
		b.places[name] = len(b.names) - 1
	case len(b.names) == indexedFrom:
		b.places = make(map[string]int, 2*indexedFrom)
		for at, one := range b.names {
			b.places[one] = at
		}
	}
	return child
}

func (b *branch) value() model.Value {
	if len(b.children) == 0 {
		return b.leaf
	}
	if list, isList := b.list(); isList {
		return list
	}
	shape := model.NewObject(len(b.children))
	for at, name := range b.names {
		shape.Set(name, b.children[at].value())
	}
	return shape
}

// list gives false when the keys are no indexes. A missing index is null, so that ranks are kept.
func (b *branch) list() ([]model.Value, bool) {
	last := -1
	indexes := make([]int, len(b.names))
	for at, name := range b.names {
		index, isIndex := listIndex(name)
		if !isIndex {
			return nil, false
		}
		indexes[at] = index
		last = max(last, index)
	}
	// A hostile index must not make a list of its length: then one gap stands for all.
	if last >= 2*len(b.children)+maxGaps {
		list := []model.Value{model.Null{}}
		for _, child := range b.children {
			list = append(list, child.value())
		}
		return list, true
	}
	list := make([]model.Value, last+1)
	for at := range list {
		list[at] = model.Null{}
	}
	for at, index := range indexes {
		list[index] = b.children[at].value()
	}
	return list, true
}

// listIndex reads 0 or a number of up to nine digits without leading zeros.
func listIndex(name string) (int, bool) {
	const longest = 9
	if name == "" || len(name) > longest || (name[0] == '0' && name != "0") || digitsAt(name, 0) != len(name) {
		return 0, false
	}
	index, err := strconv.Atoi(name)
	return index, err == nil
}
