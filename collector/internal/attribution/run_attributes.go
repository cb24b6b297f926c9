package attribution

import (
	"slices"
	"strconv"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// runAttributes are attributes of a run, as cases read them (spec §8): on any span of it or its resource,
// compared as text. Every value the run has under a key, the root's first.
func runAttributes(run *model.Run, key string) []string {
	spans := run.Members
	if run.Root != nil {
		spans = append([]*model.SpanFacts{run.Root}, run.Members...)
	}
	var values []string
	add := func(value model.Value) {
		if text, isScalar := attributeText(value); isScalar && !slices.Contains(values, text) {
			values = append(values, text)
		}
	}
	for _, span := range spans {
		add(span.Attributes.Get(key))
	}
	for _, span := range spans {
		add(span.Resource.Attributes.Get(key))
	}
	return values
}

func attributeText(value model.Value) (string, bool) {
	switch held := value.(type) {
	case string:
		return held, true
	case float64:
		return model.NumberText(held), true
	case model.Integer:
		return strconv.FormatInt(int64(held), 10), true
	case bool:
		return strconv.FormatBool(held), true
	}
	return "", false
}
