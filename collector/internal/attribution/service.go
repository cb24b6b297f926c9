package attribution

import (
	"slices"

	"github.com/ragspan/ragspan/collector/internal/model"
)

const serviceName = "service.name"

// serviceOf is what the case file says of the run's service (spec §8 services): the service of the root,
// else of a call, else of a retrieval: the first that the case file names; nil when it names none.
func serviceOf(run *model.Run, book *model.CaseBook) *model.Service {
	if book == nil || len(book.Services) == 0 {
		return nil
	}
	var spans []*model.SpanFacts
	if run.Root != nil {
		spans = append(spans, run.Root)
	}
	for _, call := range run.Calls {
		spans = append(spans, call.Span)
	}
	for _, retrieval := range run.Retrievals {
		spans = append(spans, retrieval.Span)
	}
	seen := map[string]bool{}
	for _, span := range slices.Concat(spans, run.Members) {
		name, isText := span.Resource.Attributes.Get(serviceName).(string)
		if !isText || seen[name] {
			continue
		}
		seen[name] = true
		if service := ServiceNamed(book, name); service != nil {
			return service
		}
	}
	return nil
}

// ServiceNamed is the service that a case file declares for a name; nil when there is none.
func ServiceNamed(book *model.CaseBook, name string) *model.Service {
	if book == nil {
		return nil
	}
	for at := range book.Services {
		if MatchesName(book.Services[at].Name, name) {
			return &book.Services[at]
		}
	}
	return nil
}
