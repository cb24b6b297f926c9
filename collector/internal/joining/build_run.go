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
}

// buildRun leads from the spans of a run to the run that attribution reads (spec §3 "Retrieval log",
// §9).
func buildRun(seed *runSeed, tools *toolDeclarations) *model.Run {
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
	run.Calls = uniteSameCalls(seenCalls(nodes))
	run.Retrievals = retrievalsOf(nodes, run.Calls, tools)
	return run
}

func seenCalls(nodes []*spanNode) []*seenCall {
	seen := map[*spanNode]*seenCall{}
	var calls []*seenCall
	for _, node := range nodes {
		if node.facts.Model == nil {
			continue
		}
		call := &seenCall{span: node.facts, model: node.facts.Model}
		seen[node] = call
		calls = append(calls, call)
	}
	for node, call := range seen {
		for up := node.parent; up != nil; up = up.parent {
			if call.outer == nil {
				call.outer = seen[up]
			}
			if kind := up.kind(); kind == model.KindRetrieval || kind == model.KindRerank {
				call.isInsideRetrieval = true
			}
		}
	}
	return calls
}

type listsOfRun struct {
	nodes []*spanNode
	lists map[*spanNode]*model.RetrievalList
	made  map[*spanNode]*model.RunRetrieval
}

// retrievalsOf are retrieval and rerank spans, and declared tools' results, each with the nearest list
// around it.
func retrievalsOf(nodes []*spanNode, calls []*model.RunCall, tools *toolDeclarations) []*model.RunRetrieval {
	found := &listsOfRun{nodes, map[*spanNode]*model.RetrievalList{}, map[*spanNode]*model.RunRetrieval{}}
	holdsList := map[*spanNode]bool{}
	for _, node := range nodes {
		list := node.facts.Retrieval
		if list == nil {
			continue
		}
		found.lists[node] = list
		if list.Items == nil {
			continue
		}
		for up := node.parent; up != nil && !holdsList[up]; up = up.parent {
			holdsList[up] = true
		}
	}
	for _, node := range nodes {
		if node.facts.Kind != model.KindTool || holdsList[node] {
			continue
		}
		if tool := tools.declarationFor(node.facts); tool != nil {
			found.lists[node] = toolList(node.facts, tool, calls, tools)
		}
	}
	var retrievals []*model.RunRetrieval
	isRerankAlone := true
	for _, node := range nodes {
		if list := found.lists[node]; list != nil {
			retrievals = append(retrievals, found.make(node))
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

func (l *listsOfRun) make(node *spanNode) *model.RunRetrieval {
	if known := l.made[node]; known != nil {
		return known
	}
	// From the innermost list outwards; each is made once.
	retrieval := &model.RunRetrieval{Span: node.facts, List: l.lists[node]}
	l.made[node] = retrieval
	for inner, at := retrieval, node; ; {
		around := l.listAround(at)
		if around == nil {
			return retrieval
		}
		if known := l.made[around]; known != nil {
			inner.Enclosing = known
			return retrieval
		}
		inner.Enclosing = &model.RunRetrieval{Span: around.facts, List: l.lists[around]}
		l.made[around] = inner.Enclosing
		inner, at = inner.Enclosing, around
	}
}

func (l *listsOfRun) listAround(node *spanNode) *spanNode {
	for up := node.parent; up != nil; up = up.parent {
		if list := l.lists[up]; list != nil && list.Items != nil {
			return up
		}
	}
	return nil
}

// toolList is from the span where it logged its result, else from the message by which a later call was
// given it.
func toolList(span *model.SpanFacts, tool *model.RetrievalTool, calls []*model.RunCall, tools *toolDeclarations) *model.RetrievalList {
	if span.Tool != nil && span.Tool.Result != nil {
		return tools.listOf(span.Tool.Result, tool, span.Tool.Lossy)
	}
	if part := toolResultInMessages(span, calls); part != nil {
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
