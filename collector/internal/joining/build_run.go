package joining

import (
	"slices"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// runSeed is where a run was found, before its spans are read.
type runSeed struct {
	root  *spanNode
	nodes []*spanNode
	// runID is empty when it is not explicit.
	runID     string
	needsCase bool
	// nodesOfRunsBelow: their own inputs do not count as its questions.
	nodesOfRunsBelow map[*spanNode]bool
	// levels is how many runs over runs stand in one another here.
	levels int
}

// buildRun leads from the spans of a run to the run that attribution reads (spec §3 "Retrieval log",
// §9). isInsideRetrieval: a retrieval or rerank span is around the node, in the run or not.
func buildRun(seed *runSeed, tools *toolDeclarations, isInsideRetrieval func(*spanNode) bool) *model.Run {
	root := seed.root
	run := &model.Run{
		TraceID: root.traceID, SpanID: root.spanID, RunID: seed.runID, Root: root.facts,
		HasContradictoryAncestry: root.isContradictory, NeedsCase: seed.needsCase, AdjustedCount: 1,
	}
	var nodes []*spanNode
	for _, node := range seed.nodes {
		run.HasContradictoryAncestry = run.HasContradictoryAncestry || (node.facts != nil && node.isContradictory)
		if node.facts != nil {
			nodes = append(nodes, node)
		}
	}
	slices.SortStableFunc(nodes, func(a, b *spanNode) int { return compareSpans(a.facts, b.facts) })
	for _, node := range nodes {
		run.Members = append(run.Members, node.facts)
		if node.facts.Kind == model.KindAssembly {
			run.Assemblies = append(run.Assemblies, node.facts)
		}
		if input, isSet := node.facts.DeclaredInput.Get(); isSet && !seed.nodesOfRunsBelow[node] && !slices.Contains(run.DeclaredInputs, input) {
			run.DeclaredInputs = append(run.DeclaredInputs, input)
		}
	}
	first := root.facts
	if first == nil && len(run.Members) > 0 {
		first = run.Members[0]
	}
	if first != nil {
		run.StartTimeUnixNano, run.AdjustedCount = first.StartTimeUnixNano, first.AdjustedCount
	}
	own := make(map[*spanNode]bool, len(nodes))
	for _, node := range nodes {
		own[node] = true
	}
	run.Calls = uniteSameCalls(seenCalls(nodes, own, isInsideRetrieval))
	run.Retrievals = retrievalsOf(nodes, own, run.Calls, tools)
	return run
}

func seenCalls(nodes []*spanNode, own map[*spanNode]bool, isInsideRetrieval func(*spanNode) bool) []*seenCall {
	isCall := func(node *spanNode) bool { return node.facts.Model != nil }
	seen := &outsideIn[seenCall]{
		around: newNearestAround(own, isCall), made: map[*spanNode]*seenCall{},
		make: func(node *spanNode, outer *seenCall) *seenCall {
			call := &seenCall{span: node.facts, model: node.facts.Model, outer: outer, isInsideRetrieval: isInsideRetrieval(node)}
			if outer != nil {
				call.depth = outer.depth + 1
			}
			return call
		},
	}
	var calls []*seenCall
	for _, node := range nodes {
		if isCall(node) {
			calls = append(calls, seen.of(node))
		}
	}
	return calls
}

// retrievalsOf are retrieval and rerank spans, and declared tools' results, each with the nearest list
// around it.
func retrievalsOf(nodes []*spanNode, own map[*spanNode]bool, calls []*model.RunCall, tools *toolDeclarations) []*model.RunRetrieval {
	lists := map[*spanNode]*model.RetrievalList{}
	holdsList := map[*spanNode]bool{}
	for _, node := range nodes {
		list := node.facts.Retrieval
		if list == nil {
			continue
		}
		lists[node] = list
		if list.Items == nil {
			continue
		}
		for up := node.parent; up != nil && own[up] && !holdsList[up]; up = up.parent {
			holdsList[up] = true
		}
	}
	results := newToolResults(calls)
	for _, node := range nodes {
		if node.facts.Kind != model.KindTool || holdsList[node] {
			continue
		}
		if tool := tools.declarationFor(node.facts); tool != nil {
			lists[node] = toolList(node.facts, tool, results, tools)
		}
	}
	made := &outsideIn[model.RunRetrieval]{
		around: newNearestAround(own, func(node *spanNode) bool { return lists[node] != nil && lists[node].Items != nil }),
		made:   map[*spanNode]*model.RunRetrieval{},
		make: func(node *spanNode, enclosing *model.RunRetrieval) *model.RunRetrieval {
			return &model.RunRetrieval{Span: node.facts, List: lists[node], Enclosing: enclosing}
		},
	}
	var retrievals []*model.RunRetrieval
	isRerankAlone := true
	for _, node := range nodes {
		if list := lists[node]; list != nil {
			retrievals = append(retrievals, made.of(node))
			isRerankAlone = isRerankAlone && list.Stage == model.StageRerank
		}
	}
	if !isRerankAlone {
		return retrievals
	}
	// A reranker seen alone: what it was given stands in for the retrieval that nobody logged.
	var withInputs []*model.RunRetrieval
	for _, rerank := range retrievals {
		if list := rerank.List; list.Inputs != nil && list.Items != nil {
			withInputs = append(withInputs, &model.RunRetrieval{
				Span: rerank.Span, Enclosing: rerank,
				List: &model.RetrievalList{Stage: model.StageRetrieve, Items: list.Inputs, Lossy: list.Lossy, ForeignHash: list.ForeignHash},
			})
		}
		withInputs = append(withInputs, rerank)
	}
	return withInputs
}

// toolList is from the span where it logged its result, else from the message by which a later call was
// given it.
func toolList(span *model.SpanFacts, tool *model.RetrievalTool, results *toolResults, tools *toolDeclarations) *model.RetrievalList {
	if span.Tool != nil && span.Tool.Result != nil {
		return tools.listOf(span.Tool.Result, tool, span.Tool.Lossy)
	}
	if part := results.of(span); part != nil {
		value := part.Value
		if model.IsNullish(value) {
			leaves := make([]model.Value, len(part.Leaves))
			for at, leaf := range part.Leaves {
				leaves[at] = leaf
			}
			value = leaves
		}
		return tools.listOf(value, tool, part.Lossy)
	}
	return &model.RetrievalList{Stage: model.StageRetrieve, Lossy: span.Tool != nil && span.Tool.Lossy}
}
