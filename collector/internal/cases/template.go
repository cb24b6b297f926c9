package cases

import (
	"regexp"
	"slices"
	"strings"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// templatePlace is a place of a text with ${attribute} places (spec §8): filled from the run; unset = no
// match.
var templatePlace = regexp.MustCompile(`\$\{([^{}]+)\}`)

type template struct {
	source string
	keys   []string
}

func parseTemplate(source string) model.Template {
	return &template{source, templateKeys(source)}
}

// Source is the text as it was written.
func (t *template) Source() string { return t.source }

// Resolve gives false when an attribute is unset.
func (t *template) Resolve(attribute func(key string) (string, bool)) (string, bool) {
	if len(t.keys) == 0 {
		return t.source, true
	}
	values := map[string]string{}
	for _, key := range t.keys {
		value, isSet := attribute(key)
		if !isSet {
			return "", false
		}
		values[key] = value
	}
	return templatePlace.ReplaceAllStringFunc(t.source, func(place string) string { return values[place[2:len(place)-1]] }), true
}

// templateKeys are the attributes that a text asks for, distinct.
func templateKeys(source string) []string {
	if !strings.Contains(source, "${") {
		return nil
	}
	var keys []string
	for _, found := range templatePlace.FindAllStringSubmatch(source, -1) {
		if !slices.Contains(keys, found[1]) {
			keys = append(keys, found[1])
		}
	}
	return keys
}

func templates(sources []string) []model.Template {
	parsed := make([]model.Template, len(sources))
	for at, source := range sources {
		parsed[at] = parseTemplate(source)
	}
	return parsed
}
