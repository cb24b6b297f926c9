package cases

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ragspan/ragspan/collector/internal/attribution"
	"github.com/ragspan/ragspan/collector/internal/model"
)

// compileCaseFile gives a case file as attribution takes it: patterns compiled, templates and dates read
// (spec §8). What is no pattern is left out.
func compileCaseFile(file *CaseFile, patterns *patternReader) *model.CaseBook {
	book := &model.CaseBook{IncorrectChunks: map[string]struct{}{}, AttributeKeys: map[string]struct{}{}}
	for at := range file.Services {
		shape := &file.Services[at]
		book.Services = append(book.Services, model.Service{
			Name: shape.Name, TopK: shape.TopK, AcceptForms: shape.AcceptForms, RetrievalTools: shape.RetrievalTools,
			Refusals: patterns.patterns(shape.Refusals, false), ExpectedLoss: shape.ExpectedLoss,
		})
	}
	slices.SortStableFunc(book.Services, moreSpecificFirst)
	for at := range file.Cases {
		book.Cases = append(book.Cases, compileCase(&file.Cases[at], patterns))
		for _, key := range attributeKeys(&file.Cases[at]) {
			book.AttributeKeys[key] = struct{}{}
		}
	}
	for _, digest := range file.IncorrectChunks {
		book.IncorrectChunks[digest] = struct{}{}
	}
	return book
}

// moreSpecificFirst: the exact name before a longer prefix before a shorter one: the order of a mapping
// means nothing.
func moreSpecificFirst(a, b model.Service) int {
	if isOpen := strings.HasSuffix(a.Name, "*"); isOpen != strings.HasSuffix(b.Name, "*") {
		if isOpen {
			return 1
		}
		return -1
	}
	return cmp.Compare(len(b.Name), len(a.Name))
}

func compileCase(shape *CaseShape, patterns *patternReader) *model.Case {
	made := &model.Case{
		ID: shape.ID, Snapshot: shape.Snapshot, When: compileWhen(&shape.When, patterns),
		Expect: compileExpect(&shape.Expect, patterns),
	}
	if stale, isDate := staleFromMillis(shape.Until); isDate {
		made.UntilUnixMillis = model.Some(stale)
	}
	for at := range shape.Need {
		need := &shape.Need[at]
		compiled := model.Need{Chunks: templates(need.Chunk), IDs: templates(need.ID), LineIs: need.LineIs}
		if need.Line != "" {
			compiled.Line = parseTemplate(need.Line)
		}
		made.Needs = append(made.Needs, compiled)
	}
	return made
}

func compileWhen(shape *WhenShape, patterns *patternReader) model.CaseWhen {
	when := model.CaseWhen{InputSHA256: shape.InputSHA256, Retrieved: templates(shape.Retrieved)}
	if shape.Input != "" {
		when.Input = parseTemplate(shape.Input)
	}
	if shape.InputMatches != nil {
		if pattern := patterns.pattern(*shape.InputMatches, false); pattern != nil {
			// Questions are folded as outputs are: how a user types white space or an apostrophe means nothing.
			when.InputMatches = func(question string) bool {
				_, isFound := pattern.Find(attribution.Fold(question, false), 0)
				return isFound
			}
		}
	}
	for _, attribute := range shape.Attributes {
		when.Attributes = append(when.Attributes, model.CaseAttribute{Key: attribute.Key, Value: parseTemplate(attribute.Value)})
	}
	return when
}

func compileExpect(shape *ExpectShape, patterns *patternReader) model.Expectation {
	entries := func(shapes [][]PatternShape) [][]model.TextPattern {
		var made [][]model.TextPattern
		for _, entry := range shapes {
			made = append(made, patterns.patterns(entry, shape.CaseSensitive))
		}
		return made
	}
	return model.Expectation{
		Must: entries(shape.Must), MustNot: entries(shape.MustNot),
		Allow:           patterns.patterns(shape.Allow, shape.CaseSensitive),
		Refusals:        patterns.patterns(shape.Refusals, shape.CaseSensitive),
		IsCaseSensitive: shape.CaseSensitive,
	}
}

func attributeKeys(shape *CaseShape) []string {
	var keys []string
	texts := append([]string{shape.When.Input}, shape.When.Retrieved...)
	for _, attribute := range shape.When.Attributes {
		keys = append(keys, attribute.Key)
		texts = append(texts, attribute.Value)
	}
	for at := range shape.Need {
		need := &shape.Need[at]
		texts = slices.Concat(texts, []string{need.Line}, need.Chunk, need.ID)
	}
	for _, text := range texts {
		keys = append(keys, templateKeys(text)...)
	}
	return keys
}
