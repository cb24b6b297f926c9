package joining

import "github.com/ragspan/ragspan/collector/internal/model"

// places say where each span of a tree stands: what kinds are around it.
type places struct {
	// insideRetrieval: a retrieval or rerank span is around it: graders and rewriters, which never answer
	// (spec §5).
	insideRetrieval map[*spanNode]bool
	insideTool      map[*spanNode]bool
}

// placesOf is one pass from the root down.
func placesOf(tree *spanNode) *places {
	found := &places{map[*spanNode]bool{}, map[*spanNode]bool{}}
	stack := []*spanNode{tree}
	for len(stack) > 0 {
		node := stack[len(stack)-1]
		stack = append(stack[:len(stack)-1], node.children...)
		kind := node.kind()
		isRetrieval := kind == model.KindRetrieval || kind == model.KindRerank || found.insideRetrieval[node]
		isTool := kind == model.KindTool || found.insideTool[node]
		for _, child := range node.children {
			if isRetrieval {
				found.insideRetrieval[child] = true
			}
			if isTool {
				found.insideTool[child] = true
			}
		}
	}
	return found
}

// mayBeRoot: a retrieval, rerank, embedding, tool or model span is never a run's root, and what is inside
// a tool or retrieval span belongs to the run around it (spec §9).
func (p *places) mayBeRoot(node *spanNode) bool {
	switch node.kind() {
	case model.KindRetrieval, model.KindRerank, model.KindEmbedding, model.KindTool, model.KindModel:
		return false
	case model.KindAssembly, model.KindOther:
	}
	return !p.insideTool[node] && !p.insideRetrieval[node]
}
