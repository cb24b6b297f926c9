package cases

import (
	"regexp"

	"github.com/ragspan/ragspan/collector/internal/model"
)

var (
	caseKeys   = []string{"id", "when", "need", "expect", "snapshot", "until"}
	whenKeys   = []string{"input", "input_sha256", "input_matches", "attributes", "retrieved"}
	needKeys   = []string{"line", "chunk", "id", "line_is"}
	expectKeys = []string{"must", "must_not", "allow", "refusals", "case_sensitive"}
	caseID     = regexp.MustCompile(`^[a-z0-9._-]{1,64}$`)
)

// readCase reads one case of the file (spec §8). False only when it is no mapping.
func readCase(from *tree, path *keyPath, patterns *patternReader) (CaseShape, bool) {
	reader := openMap(from, path, caseKeys, patterns.problems)
	if reader == nil {
		return CaseShape{}, false
	}
	return CaseShape{
		Snapshot: reader.text("snapshot"),
		Until:    readUntil(reader),
		ID:       readID(reader),
		When:     readWhen(reader, patterns),
		Need:     readNeeds(reader),
		Expect:   readExpect(reader, patterns),
	}, true
}

func readID(reader *mapReader) string {
	if !reader.has("id") {
		reader.problems.report(reader.path, "has no id; add one of its own, it names the case in every verdict")
		return ""
	}
	id := reader.text("id")
	if id == "" || caseID.MatchString(id) {
		return id
	}
	reader.problems.reportValue(reader.at("id"), id, "is no case id; use 1 to 64 of a-z 0-9 . _ -")
	return ""
}

func readUntil(reader *mapReader) string {
	until := reader.text("until")
	if _, isDate := staleFromMillis(until); isDate || until == "" {
		return until
	}
	reader.problems.reportValue(reader.at("until"), until,
		"is no date; write one as 2026-12-31, or a time with its zone as 2026-12-31T18:00:00Z")
	return ""
}

// readWhen: left out: every run.
func readWhen(reader *mapReader, patterns *patternReader) (shape WhenShape) {
	from := reader.get("when")
	if from == nil {
		return shape
	}
	when := openMap(from, reader.at("when"), whenKeys, reader.problems)
	if when == nil {
		return shape
	}
	shape.Input = when.text("input")
	if hashed := when.get("input_sha256"); hashed != nil {
		shape.InputSHA256 = readSHA256(hashed, when.at("input_sha256"), when.problems)
	}
	if written := when.text("input_matches"); written != "" {
		if pattern, isRead := patterns.read(&tree{text: written}, when.at("input_matches")); isRead {
			shape.InputMatches = &pattern
		}
	}
	shape.Attributes = readAttributes(when)
	shape.Retrieved = filledList(when, "retrieved", func(item *tree, path *keyPath) (string, bool) {
		return readStarText(item, path, when.problems)
	})
	return shape
}

func readAttributes(when *mapReader) []AttributeShape {
	from := when.get("attributes")
	if from == nil {
		return nil
	}
	path := when.at("attributes")
	if from.kind != treeMap {
		when.problems.report(path, "is no mapping; write attribute names with their values")
		return nil
	}
	var attributes []AttributeShape
	for _, key := range from.keys {
		if text := readText(from.fields[key], path.key(key), when.problems); text != "" {
			attributes = append(attributes, AttributeShape{key, text})
		}
	}
	return attributes
}

// readNeeds: one need, or a list of which all must hold.
func readNeeds(reader *mapReader) []NeedShape {
	const missing = "has no need; say what must survive: line, chunk or id"
	from := reader.get("need")
	switch {
	case from == nil:
		reader.problems.report(reader.path, missing)
		return nil
	case from.kind == treeList && len(from.items) == 0:
		reader.problems.report(reader.at("need"), missing)
		return nil
	}
	return readList(from, reader.at("need"), func(item *tree, path *keyPath) (NeedShape, bool) {
		return readNeed(item, path, reader.problems)
	})
}

func readNeed(from *tree, path *keyPath, found *problems) (NeedShape, bool) {
	reader := openMap(from, path, needKeys, found)
	if reader == nil {
		return NeedShape{}, false
	}
	if !reader.has("line") && !reader.has("chunk") && !reader.has("id") {
		found.report(path, "needs nothing; add line, chunk or id")
	}
	shape := NeedShape{
		Line: reader.text("line"),
		Chunk: filledList(reader, "chunk", func(item *tree, below *keyPath) (string, bool) {
			return readDigestTemplate(item, below, found)
		}),
		ID: filledList(reader, "id", func(item *tree, below *keyPath) (string, bool) {
			return readStarText(item, below, found)
		}),
		LineIs: model.LineStanding(reader.word("line_is", string(model.LineCorrect), string(model.LineIncorrect), string(model.LineUnconfirmed))),
	}
	if shape.LineIs == "" {
		shape.LineIs = model.LineUnconfirmed
	}
	return shape, true
}

// filledList is a list that means "any of these": without entries nothing could ever fit.
func filledList[T any](reader *mapReader, key string, read itemReader[T]) []T {
	if from := reader.get(key); from != nil && from.kind == treeList && len(from.items) == 0 {
		reader.problems.report(reader.at(key), "is an empty list; add entries, or remove the key")
	}
	return listOf(reader, key, read)
}

func readExpect(reader *mapReader, patterns *patternReader) (shape ExpectShape) {
	from := reader.get("expect")
	if from == nil {
		return shape
	}
	expect := openMap(from, reader.at("expect"), expectKeys, reader.problems)
	if expect == nil {
		return shape
	}
	alternatives := func(item *tree, path *keyPath) ([]PatternShape, bool) { return readAlternatives(item, path, patterns) }
	return ExpectShape{
		Must:          listOf(expect, "must", alternatives),
		MustNot:       listOf(expect, "must_not", alternatives),
		Allow:         listOf(expect, "allow", patterns.read),
		Refusals:      listOf(expect, "refusals", patterns.read),
		CaseSensitive: expect.word("case_sensitive", "true", "false") == "true",
	}
}
