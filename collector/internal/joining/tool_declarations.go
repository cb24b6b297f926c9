package joining

import (
	"slices"

	"github.com/ragspan/ragspan/collector/internal/attribution"
	"github.com/ragspan/ragspan/collector/internal/model"
)

// toolDeclarations say which tools the options and the case file declare as retrieval tools (spec §8,
// §12 retrieval_tools), and read their results.
type toolDeclarations struct {
	book     *model.CaseBook
	declared []model.RetrievalTool
	hash     model.TextHash
	hasAny   bool
}

func newToolDeclarations(book *model.CaseBook, options *model.JudgingOptions) *toolDeclarations {
	made := &toolDeclarations{book: book, declared: options.RetrievalTools, hash: options.Hash, hasAny: len(options.RetrievalTools) > 0}
	if book != nil {
		made.hasAny = made.hasAny || slices.ContainsFunc(book.Services, func(one model.Service) bool { return len(one.RetrievalTools) > 0 })
	}
	return made
}

// declarationFor gives nil for a span that is no declared tool. The service's own declaration comes
// first.
func (t *toolDeclarations) declarationFor(span *model.SpanFacts) *model.RetrievalTool {
	if !t.hasAny || span.Kind != model.KindTool {
		return nil
	}
	name := span.Name
	if span.Tool != nil && span.Tool.Name != "" {
		name = span.Tool.Name
	}
	var own []model.RetrievalTool
	if called, isText := span.Resource.Attributes.Get("service.name").(string); isText {
		if service := attribution.ServiceNamed(t.book, called); service != nil {
			own = service.RetrievalTools
		}
	}
	for _, tools := range [][]model.RetrievalTool{own, t.declared} {
		for at := range tools {
			if attribution.MatchesName(tools[at].Name, name) {
				return &tools[at]
			}
		}
	}
	return nil
}

// listOf is a result that was logged, as a list.
func (t *toolDeclarations) listOf(result model.Value, tool *model.RetrievalTool, lossy bool) *model.RetrievalList {
	return model.RetrievalToolList(result, *tool, t.hash, lossy)
}
