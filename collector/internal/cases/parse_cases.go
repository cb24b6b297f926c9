package cases

import (
	"strings"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// ParsedCases are cases in force.
type ParsedCases struct {
	Book *model.CaseBook
	// File is the same as plain data, to be written elsewhere.
	File *CaseFile
}

// Parse leads from text, YAML or JSON, to cases in force (spec §8). All problems are told, in the order
// of the file; then there are no cases. fileName is only said again in problems.
func Parse(source, fileName string) (*ParsedCases, []Problem) {
	found := &problems{}
	from, places := treeOfYAML(strings.TrimPrefix(source, "\uFEFF"), found)
	var parsed *ParsedCases
	if from != nil {
		patterns := newPatternReader(found)
		file := readCaseFile(from, patterns)
		parsed = &ParsedCases{Book: compileCaseFile(file, patterns), File: file}
	}
	if parsed != nil && found.isEmpty() {
		return parsed, nil
	}
	return nil, found.placed(fileName, places.positionOf)
}
