package joining

import (
	"slices"

	"github.com/ragspan/ragspan/collector/internal/attribution"
	"github.com/ragspan/ragspan/collector/internal/model"
)

// handover is what a model call begun after the last of the runs below it ended took over from them
// (spec §9).
type handover string

const (
	// handoverOutput: an output of theirs (sub-questions).
	handoverOutput handover = "output"
	// handoverChunk: a chunk of theirs (reranking or grading in a step span).
	handoverChunk handover = "chunk"
	// handoverNone: nothing (titles, summaries, judges).
	handoverNone handover = "none"
)

func handoverOf(held *pending) handover {
	runs := held.runsBelow
	var later []*spanNode
	for _, call := range held.calls {
		if !slices.ContainsFunc(runs, func(run *runSeed) bool { return !beginsAfter(call, run) }) {
			later = append(later, call)
		}
	}
	if len(later) == 0 {
		return handoverNone
	}
	var below []*spanNode
	for _, run := range runs {
		below = append(below, run.nodes...)
	}
	if slices.ContainsFunc(later, func(call *spanNode) bool { return takesOutput(call, below) }) {
		return handoverOutput
	}
	if slices.ContainsFunc(later, func(call *spanNode) bool { return takesChunk(call, below, held.nodes) }) {
		return handoverChunk
	}
	return handoverNone
}

func beginsAfter(call *spanNode, run *runSeed) bool {
	isAfter := func(node *spanNode) bool {
		if node.facts == nil || node.facts.Resource.Key != call.facts.Resource.Key {
			return true
		}
		end := node.facts.EndTimeUnixNano
		return end != 0 && end <= call.facts.StartTimeUnixNano
	}
	if run.root.facts != nil {
		return isAfter(run.root)
	}
	return !slices.ContainsFunc(run.nodes, func(node *spanNode) bool { return !isAfter(node) })
}

func takesOutput(call *spanNode, below []*spanNode) bool {
	if call.facts.Model == nil || call.facts.Model.Messages == nil {
		return false
	}
	context := attribution.NewSentContext(call.facts.Model, "")
	return slices.ContainsFunc(below, func(node *spanNode) bool {
		return node.facts != nil && node.facts.Model != nil && node.facts.Status != model.StatusError &&
			attribution.CarriesOutput(context, node.facts.Model)
	})
}

func takesChunk(call *spanNode, below, beside []*spanNode) bool {
	digests := map[string]bool{}
	var texts []string
	for _, node := range below {
		if node.facts == nil || node.facts.Retrieval == nil {
			continue
		}
		for at := range node.facts.Retrieval.Items {
			item := &node.facts.Retrieval.Items[at]
			digests[item.Digest] = true
			if text, hasText := item.Text.Get(); hasText {
				texts = append(texts, text)
			}
		}
	}
	if call.facts.Model != nil && call.facts.Model.Messages != nil {
		context := attribution.NewSentContext(call.facts.Model, "")
		if slices.Contains(attribution.WhichHeld(context, texts), true) {
			return true
		}
	}
	// By record alone: an assembly beside the call that kept one of their chunks.
	return slices.ContainsFunc(beside, func(node *spanNode) bool {
		return node.facts != nil && node.facts.Assembly != nil &&
			slices.ContainsFunc(node.facts.Assembly.Chunks, func(chunk model.AssembledChunk) bool {
				return chunk.Digest != "" && chunk.KeptBytes.Or(1) > 0 && chunk.Offset.Or(0) >= 0 && digests[chunk.Digest]
			})
	})
}
