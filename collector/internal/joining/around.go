package joining

// What stands around each span of a run. Iterative: a hostile trace may be ten thousand spans deep.

// nearestAround finds for a node the nearest one around it that is sought, inside the nodes of a run.
// Linear over all that is asked.
type nearestAround struct {
	nodes    map[*spanNode]bool
	isSought func(*spanNode) bool
	known    map[*spanNode]*spanNode
}

func newNearestAround(nodes map[*spanNode]bool, isSought func(*spanNode) bool) *nearestAround {
	return &nearestAround{nodes, isSought, map[*spanNode]*spanNode{}}
}

// of gives nil when there is none.
func (a *nearestAround) of(node *spanNode) *spanNode {
	var passed []*spanNode
	var found *spanNode
	for at := node; ; {
		known, isKnown := a.known[at]
		if isKnown {
			found = known
			break
		}
		passed = append(passed, at)
		up := at.parent
		if up == nil || !a.nodes[up] {
			break
		}
		if a.isSought(up) {
			found = up
			break
		}
		at = up
	}
	for _, one := range passed {
		a.known[one] = found
	}
	return found
}

// outsideIn makes something of a node, each once, what is made of the node around it first.
type outsideIn[T any] struct {
	around *nearestAround
	made   map[*spanNode]*T
	// make gets nil where nothing is around.
	make func(node *spanNode, outer *T) *T
}

func (o *outsideIn[T]) of(node *spanNode) *T {
	var chain []*spanNode
	for at := node; at != nil && o.made[at] == nil; at = o.around.of(at) {
		chain = append(chain, at)
	}
	for index := len(chain) - 1; index >= 0; index-- {
		var outer *T
		if around := o.around.of(chain[index]); around != nil {
			outer = o.made[around]
		}
		o.made[chain[index]] = o.make(chain[index], outer)
	}
	return o.made[node]
}
