package cases

import "github.com/ragspan/ragspan/collector/internal/model"

// maxTotalSize: instructions of all RE2 patterns of a file. Thousands of patterns fit; a hostile file
// does not.
const maxTotalSize = 1_000_000

type patternKey struct {
	PatternShape
	caseSensitive bool
}

// patternReader reads the patterns of one case file: each compiled once, and all of them together within
// bounds.
type patternReader struct {
	problems *problems
	compiled map[patternKey]model.TextPattern
	sizeLeft int
}

func newPatternReader(found *problems) *patternReader {
	return &patternReader{found, map[patternKey]model.TextPattern{}, maxTotalSize}
}

// read takes a string, or {text: …} for a literal in slashes. False: reported.
func (r *patternReader) read(from *tree, path *keyPath) (PatternShape, bool) {
	var shape PatternShape
	if from.kind == treeMap {
		reader := openMap(from, path, []string{"text"}, r.problems)
		if !reader.has("text") {
			r.problems.report(path, `is an empty pattern; write {text: "…"}`)
		}
		shape = PatternShape{reader.text("text"), true}
	} else {
		shape.Source = readText(from, path, r.problems)
	}
	if shape.Source == "" {
		return shape, false
	}
	if problem := r.compile(shape, false); problem != "" {
		r.problems.reportValue(path, shape.Source, problem)
		return shape, false
	}
	return shape, true
}

// pattern is one that was read. nil: reported.
func (r *patternReader) pattern(shape PatternShape, caseSensitive bool) model.TextPattern {
	if problem := r.compile(shape, caseSensitive); problem != "" {
		r.problems.reportValue(&rootPath, shape.Source, problem)
	}
	return r.compiled[patternKey{shape, caseSensitive}]
}

// patterns leaves out what is no pattern.
func (r *patternReader) patterns(shapes []PatternShape, caseSensitive bool) []model.TextPattern {
	var made []model.TextPattern
	for _, shape := range shapes {
		if pattern := r.pattern(shape, caseSensitive); pattern != nil {
			made = append(made, pattern)
		}
	}
	return made
}

func (r *patternReader) compile(shape PatternShape, caseSensitive bool) string {
	key := patternKey{shape, caseSensitive}
	if r.compiled[key] != nil {
		return ""
	}
	if r.sizeLeft <= 0 {
		return "comes after too many large patterns; use fewer, or smaller repeat counts"
	}
	made := compilePattern(shape, caseSensitive)
	r.sizeLeft -= made.size
	if made.problem != "" {
		return made.problem
	}
	r.compiled[key] = made.pattern
	return ""
}
