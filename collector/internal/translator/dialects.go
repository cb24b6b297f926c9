package translator

import (
	"strings"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// dialects, in the order in which they are believed. A new one is its file and a line here.
var dialects = []*dialect{&ragspan, &genAI, &openinference}

// dialectSet has a bit per dialect of dialects.
type dialectSet uint8

// prefixEntry is one prefix of one dialect.
type prefixEntry struct {
	prefix string
	bit    dialectSet
}

// prefixesByFirst are the prefixes by the first byte of a key: most keys of most spans are done after
// one look.
var prefixesByFirst = indexPrefixes()

func indexPrefixes() (byFirst [256][]prefixEntry) {
	for index, one := range dialects {
		for _, prefix := range one.attributePrefixes {
			byFirst[prefix[0]] = append(byFirst[prefix[0]], prefixEntry{prefix, 1 << index})
		}
	}
	return byFirst
}

// dialectsOn tells which dialects have something on the span.
func dialectsOn(record *model.SpanRecord) dialectSet {
	var found dialectSet
	for key := range record.Attributes.All() {
		found |= dialectsOfKey(key)
	}
	for at := range record.Events {
		found |= dialectsOfEvent(eventName(&record.Events[at]))
	}
	return found
}

func dialectsOfKey(key string) dialectSet {
	var found dialectSet
	if key == "" {
		return found
	}
	for _, one := range prefixesByFirst[key[0]] {
		if strings.HasPrefix(key, one.prefix) {
			found |= one.bit
		}
	}
	return found
}

func dialectsOfEvent(name string) dialectSet {
	var found dialectSet
	for index, one := range dialects {
		if one.eventPrefix != "" && strings.HasPrefix(name, one.eventPrefix) {
			found |= 1 << index
		}
	}
	return found
}

// ConcernsUs tells whether some dialect has a word on the span: any other needs no translation.
func ConcernsUs(record *model.SpanRecord) bool {
	return dialectsOn(record) != 0
}

// IsDialectKey tells of one attribute whether some dialect reads its family: ConcernsUs for those who
// look at a span before they copy it.
func IsDialectKey(key string) bool {
	return dialectsOfKey(key) != 0
}

// IsDialectEvent tells of a span event or a log record, by its name, whether some dialect reads its
// family.
func IsDialectEvent(name string) bool {
	return dialectsOfEvent(name) != 0
}
