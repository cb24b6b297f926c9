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

// runOffer is what a run offers to a later call.
type runOffer struct {
	// outputs of 16 bytes or more, trimmed.
	outputs []string
	texts   []string
	digests []string
	units   int
}

// Text may be read so many times over, and no more: a ladder of a thousand steps is hostile.
const (
	handoverReadings = 8
	handoverMinUnits = 4_000_000
	// handoverUnitsPerCall is what a call costs however little it was given.
	handoverUnitsPerCall = 2_000
)

// handovers are one trace's.
type handovers struct {
	tree     *spanNode
	offers   map[*runSeed]*runOffer
	contexts map[*spanNode]*attribution.SentContext
	// Calls that took over nothing from so many runs: only further runs can change that.
	nothingFrom map[*spanNode]int
	unitsLeft   model.Optional[int]
}

func newHandovers(tree *spanNode) *handovers {
	return &handovers{
		tree: tree, offers: map[*runSeed]*runOffer{},
		contexts: map[*spanNode]*attribution.SentContext{}, nothingFrom: map[*spanNode]int{},
	}
}

// of: around is the span that holds the runs and the calls.
func (h *handovers) of(held *pending, around *spanNode) handover {
	runs := held.runsBelow
	ends := lastEnds(runs)
	var later []*spanNode
	for _, call := range held.calls {
		if beginsAfter(call, ends) {
			later = append(later, call)
		}
	}
	if len(later) == 0 {
		return handoverNone
	}
	var outputs, texts []string
	digests := map[string]bool{}
	offered := 0
	for _, run := range runs {
		offer := h.offerOf(run)
		outputs = append(outputs, offer.outputs...)
		texts = append(texts, offer.texts...)
		for _, digest := range offer.digests {
			digests[digest] = true
		}
		offered += offer.units
	}
	var contexts []*attribution.SentContext
	read := 0
	for _, call := range later {
		if h.nothingFrom[call] == len(runs) {
			continue
		}
		h.nothingFrom[call] = len(runs)
		if context := h.contextOf(call); context != nil {
			contexts = append(contexts, context)
			read += handoverUnitsPerCall + context.Size() + offered
		}
	}
	if !h.mayRead(read) {
		return handoverNone
	}
	finder := attribution.NewTextFinder(outputs)
	takesOutput := func(context *attribution.SentContext) bool { return len(finder.Standing(context)) > 0 }
	if slices.ContainsFunc(contexts, takesOutput) {
		if isAnsweredBelow(around, finder, later) {
			return handoverNone
		}
		return handoverOutput
	}
	takesChunk := func(context *attribution.SentContext) bool {
		return slices.Contains(attribution.WhichHeld(context, texts), true)
	}
	if (len(texts) > 0 && slices.ContainsFunc(contexts, takesChunk)) || keepsOne(held.nodes, digests) {
		return handoverChunk
	}
	return handoverNone
}

// contextOf gives nil when the call's messages were not logged.
func (h *handovers) contextOf(call *spanNode) *attribution.SentContext {
	sent := call.facts.Model
	if sent == nil || sent.Messages == nil {
		return nil
	}
	if h.contexts[call] == nil {
		h.contexts[call] = attribution.NewSentContext(sent, "")
	}
	return h.contexts[call]
}

func (h *handovers) mayRead(read int) bool {
	if !h.unitsLeft.IsSet() {
		h.unitsLeft = model.Some(max(handoverMinUnits, handoverReadings*h.allUnits()))
	}
	left := h.unitsLeft.Or(0) - read
	h.unitsLeft = model.Some(left)
	return left >= 0
}

func (h *handovers) allUnits() int {
	units := 0
	for _, node := range postOrder(h.tree) {
		if node.facts == nil {
			continue
		}
		if list := node.facts.Retrieval; list != nil {
			for at := range list.Items {
				units += len(list.Items[at].Text.Or(""))
			}
		}
		call := node.facts.Model
		if call == nil {
			continue
		}
		units += handoverUnitsPerCall
		if call.Output != nil {
			units += len(call.Output.Text.Or(model.CapturedText{}).Text)
		}
		for _, message := range call.Messages {
			for at := range message.Parts {
				for _, leaf := range message.Parts[at].Leaves {
					units += len(leaf)
				}
			}
		}
	}
	return units
}

func (h *handovers) offerOf(run *runSeed) *runOffer {
	if offer := h.offers[run]; offer != nil {
		return offer
	}
	offer := &runOffer{}
	seen := map[string]bool{}
	for _, node := range run.nodes {
		facts := node.facts
		if facts == nil {
			continue
		}
		if facts.Model != nil && facts.Status != model.StatusError {
			offer.outputs = append(offer.outputs, attribution.CarriedStrings(facts.Model)...)
		}
		if facts.Retrieval == nil {
			continue
		}
		for at := range facts.Retrieval.Items {
			item := &facts.Retrieval.Items[at]
			if text, hasText := item.Text.Get(); hasText && !seen[text] {
				seen[text] = true
				offer.texts = append(offer.texts, text)
			}
			if item.Digest != "" {
				offer.digests = append(offer.digests, item.Digest)
			}
		}
	}
	for _, text := range slices.Concat(offer.outputs, offer.texts) {
		offer.units += len(text)
	}
	h.offers[run] = offer
	return offer
}

// isAnsweredBelow: what the span logs as its output is of a run below and of no later call: these judge
// or title it.
func isAnsweredBelow(around *spanNode, below *attribution.TextFinder, later []*spanNode) bool {
	if around.facts == nil {
		return false
	}
	logged, isSet := around.facts.Output.Get()
	if !isSet {
		return false
	}
	output := attribution.TextsAsContext(attribution.LoggedTexts(logged.Text))
	if len(below.Standing(output)) == 0 {
		return false
	}
	var own []string
	for _, call := range later {
		if call.facts.Model != nil {
			own = append(own, attribution.OutputStrings(call.facts.Model)...)
		}
	}
	return len(attribution.NewTextFinder(own).Standing(output)) == 0
}

// lastEnds are, per resource, when the last of the runs ended; 0: one of them has not.
func lastEnds(runs []*runSeed) map[string]uint64 {
	ends := map[string]uint64{}
	for _, run := range runs {
		// A stand-in has no end of its own: its spans have.
		nodes := []*spanNode{run.root}
		if run.root.facts == nil {
			nodes = run.nodes
		}
		for _, node := range nodes {
			if node.facts == nil {
				continue
			}
			key, end := node.facts.Resource.Key, node.facts.EndTimeUnixNano
			known, isThere := ends[key]
			if !isThere || end == 0 || (known != 0 && end > known) {
				ends[key] = end
			}
		}
	}
	return ends
}

func beginsAfter(call *spanNode, ends map[string]uint64) bool {
	end, isThere := ends[call.facts.Resource.Key]
	return !isThere || (end != 0 && end <= call.facts.StartTimeUnixNano)
}

// keepsOne: by record alone: an assembly beside the call that kept one of their chunks.
func keepsOne(beside []*spanNode, digests map[string]bool) bool {
	return slices.ContainsFunc(beside, func(node *spanNode) bool {
		return node.facts != nil && node.facts.Assembly != nil &&
			slices.ContainsFunc(node.facts.Assembly.Chunks, func(chunk model.AssembledChunk) bool {
				return chunk.Digest != "" && chunk.KeptBytes.Or(1) > 0 && chunk.Offset.Or(0) >= 0 && digests[chunk.Digest]
			})
	})
}
