package attribution

// prefixAutomaton is the automaton of Aho and Corasick over the items of a log: one walk over a text
// tells, for every item and every length, where its prefix of that length stands first. It is what
// keeps the search for kept parts linear whatever the text is (spec §4 "Parts": hostile text included).
//
// How it works: a node is a prefix of one or more items; fail names the longest proper suffix of it
// that is a node too. While a text is walked, the node is the longest prefix of any item that ends
// here; it and its fail chain are stamped with the place, unless they are already. As places only go
// forward, the first stamp is the first place, and an already stamped node ends the chain: all of it
// costs one step per byte.
//
// The mirrored automaton reads items and texts from the end: suffixes, and their last place.
type prefixAutomaton struct {
	isMirrored   bool
	rootChildren [256]int32
	nodes        []automatonNode
	stamp        int32
}

type automatonNode struct {
	child, sibling, fail int32
	// Length of the longest whole item that ends at the node (by itself or along its fail chain).
	whole   int32
	stamp   int32
	place   int32
	watched int32
	label   byte
	// Another item than the one that made the node passes it.
	isShared bool
}

const (
	rootNode  int32 = 0
	unwatched int32 = -1
)

// newPrefixAutomaton takes patterns that are distinct and not empty.
func newPrefixAutomaton(patterns []string, isMirrored bool) *prefixAutomaton {
	capacity := 1
	for _, pattern := range patterns {
		capacity += len(pattern)
	}
	made := &prefixAutomaton{isMirrored: isMirrored, nodes: make([]automatonNode, 1, capacity)}
	made.nodes[0].watched = unwatched
	for _, pattern := range patterns {
		made.insert(pattern)
	}
	made.link()
	return made
}

// share takes another item, which is only looked at for what it shares with those in here.
func (a *prefixAutomaton) share(other string) {
	node := rootNode
	for depth := range len(other) {
		if node = a.step(node, a.byteAt(other, depth)); node == rootNode {
			return
		}
		a.nodes[node].isShared = true
	}
}

// sharedLength is the bytes of the longest start (mirrored: end) that the pattern shares with another.
func (a *prefixAutomaton) sharedLength(pattern string) int {
	node := rootNode
	for depth := range len(pattern) {
		node = a.step(node, a.byteAt(pattern, depth))
		if !a.nodes[node].isShared {
			return depth
		}
	}
	return len(pattern)
}

// watch: walk reports value when the prefix of that length stands in the text. One value per node.
func (a *prefixAutomaton) watch(pattern string, length, value int) {
	node := rootNode
	for depth := range length {
		node = a.step(node, a.byteAt(pattern, depth))
	}
	a.nodes[node].watched = int32(value)
}

// walk walks the given parts of a text, in order; it returns the watched values that were reached, each
// once.
func (a *prefixAutomaton) walk(text string, parts []bounds) []int {
	a.stamp++
	var reached []int
	if !a.isMirrored {
		for _, part := range parts {
			node := rootNode
			for at := part.from; at < part.to; at++ {
				if node = a.next(node, text[at]); node != rootNode {
					reached = a.stampChain(node, int32(at+1), reached)
				}
			}
		}
		return reached
	}
	for index := len(parts) - 1; index >= 0; index-- {
		node := rootNode
		for at := parts[index].to - 1; at >= parts[index].from; at-- {
			if node = a.next(node, text[at]); node != rootNode {
				reached = a.stampChain(node, int32(at), reached)
			}
		}
	}
	return reached
}

// places are those of the pattern's prefixes (mirrored: suffixes) in the text walked last: places[i] is
// the end (mirrored: start) of the first (last) one of length from + i. As far as any stands.
func (a *prefixAutomaton) places(pattern string, from int) []int {
	var places []int
	node := rootNode
	for depth := range len(pattern) {
		node = a.step(node, a.byteAt(pattern, depth))
		if a.nodes[node].stamp != a.stamp {
			break
		}
		if depth+1 >= from {
			places = append(places, int(a.nodes[node].place))
		}
	}
	return places
}

// cover is like walk; also every stretch that whole patterns cover, joined, in order. Forward only.
func (a *prefixAutomaton) cover(text string, parts []bounds) (covered []bounds, reached []int) {
	a.stamp++
	for _, part := range parts {
		node := rootNode
		for at := part.from; at < part.to; at++ {
			if node = a.next(node, text[at]); node == rootNode {
				continue
			}
			reached = a.stampChain(node, int32(at+1), reached)
			if length := int(a.nodes[node].whole); length > 0 {
				covered = joinStretch(covered, at+1-length, at+1)
			}
		}
	}
	return covered, reached
}

func (a *prefixAutomaton) byteAt(pattern string, depth int) byte {
	if a.isMirrored {
		return pattern[len(pattern)-1-depth]
	}
	return pattern[depth]
}

func (a *prefixAutomaton) insert(pattern string) {
	node := rootNode
	for depth := range len(pattern) {
		label := a.byteAt(pattern, depth)
		if child := a.step(node, label); child != rootNode {
			a.nodes[child].isShared = true
			node = child
			continue
		}
		added := int32(len(a.nodes))
		a.nodes = append(a.nodes, automatonNode{label: label, sibling: a.nodes[node].child, watched: unwatched})
		if node == rootNode {
			a.rootChildren[label] = added
		}
		a.nodes[node].child = added
		node = added
	}
	a.nodes[node].whole = int32(len(pattern))
}

// link goes breadth first, so that a node's fail is ready before the node.
func (a *prefixAutomaton) link() {
	order := make([]int32, 1, len(a.nodes))
	for next := 0; next < len(order); next++ {
		node := order[next]
		for child := a.nodes[node].child; child != rootNode; child = a.nodes[child].sibling {
			order = append(order, child)
			fail := rootNode
			if node != rootNode {
				fail = a.next(a.nodes[node].fail, a.nodes[child].label)
			}
			a.nodes[child].fail = fail
			if a.nodes[child].whole == 0 {
				a.nodes[child].whole = a.nodes[fail].whole
			}
		}
	}
}

// step is the child by a byte; the root when there is none.
func (a *prefixAutomaton) step(node int32, label byte) int32 {
	if node == rootNode {
		return a.rootChildren[label]
	}
	child := a.nodes[node].child
	for child != rootNode && a.nodes[child].label != label {
		child = a.nodes[child].sibling
	}
	return child
}

func (a *prefixAutomaton) next(node int32, label byte) int32 {
	for from := node; from != rootNode; from = a.nodes[from].fail {
		if child := a.step(from, label); child != rootNode {
			return child
		}
	}
	return a.rootChildren[label]
}

func (a *prefixAutomaton) stampChain(node, place int32, reached []int) []int {
	for at := node; at != rootNode && a.nodes[at].stamp != a.stamp; at = a.nodes[at].fail {
		one := &a.nodes[at]
		one.stamp = a.stamp
		one.place = place
		if one.watched != unwatched {
			reached = append(reached, int(one.watched))
		}
	}
	return reached
}
