package cases

import "github.com/ragspan/ragspan/collector/internal/model"

// maxDepth is deeper than any case file is: hostile nesting ends here.
const maxDepth = 32

type treeKind int

const (
	treeText treeKind = iota
	treeList
	treeMap
)

// tree is a case file as plain text in lists and mappings. Scalars are their source text (spec §8).
type tree struct {
	kind  treeKind
	text  string
	items []*tree
	// keys of a mapping, in order.
	keys   []string
	fields map[string]*tree
}

// isBlank: a text of nothing but white space.
func (t *tree) isBlank() bool { return t.kind == treeText && model.TrimJS(t.text) == "" }

func (t *tree) what() string {
	switch {
	case t.kind == treeList:
		return "is a list"
	case t.kind == treeMap:
		return "is a mapping"
	case t.isBlank():
		return "is empty"
	}
	return "is the text " + quoted(t.text)
}
