package cases

import (
	"regexp"
	"strconv"

	"github.com/ragspan/ragspan/collector/internal/model"
)

var (
	fileKeys    = []string{"version", "services", "cases", "incorrect_chunks"}
	serviceKeys = []string{"top_k", "accept_forms", "retrieval_tools", "refusals", "expected_loss"}
	toolKeys    = []string{"name", "text", "id"}
	count       = regexp.MustCompile(`^[1-9]\d{0,8}$`)
	// toolPath: names joined by dots, [] for every item of a list: results[].content.
	toolPath = regexp.MustCompile(`^(?:[^.\[\]]+|\[\])(?:\[\]|\.[^.\[\]]+)*$`)
)

// readCaseFile reads a tree as a case file (spec §8): keys, types and words. What fits is returned even
// when problems were found: only a file without any is put in force.
func readCaseFile(from *tree, patterns *patternReader) *CaseFile {
	found := patterns.problems
	read := &CaseFile{}
	file := openMap(from, &rootPath, fileKeys, found)
	if file == nil {
		return read
	}
	if version := file.text("version"); version != "" && version != "1" {
		found.reportValue(file.at("version"), version, "is no known version; write 1")
	}
	ids := map[string]bool{}
	read.Cases = listIfAny(file, "cases", func(item *tree, path *keyPath) (CaseShape, bool) {
		shape, isRead := readCase(item, path, patterns)
		if isRead && shape.ID != "" && ids[shape.ID] {
			found.reportValue(path.key("id"), shape.ID, "is the id of another case; choose one of its own")
		}
		ids[shape.ID] = true
		return shape, isRead
	})
	read.Services = readServices(file, patterns)
	read.IncorrectChunks = listIfAny(file, "incorrect_chunks", func(item *tree, path *keyPath) (string, bool) {
		return readDigest(item, path, found)
	})
	return read
}

// listIfAny: a list whose entries are all commented out is a list without entries.
func listIfAny[T any](file *mapReader, key string, read itemReader[T]) []T {
	if held := file.get(key); held != nil && held.kind == treeText && held.text == "" {
		return nil
	}
	return listOf(file, key, read)
}

func readServices(file *mapReader, patterns *patternReader) []ServiceShape {
	from := file.get("services")
	if from == nil || (from.kind == treeText && from.text == "") {
		return nil
	}
	path := file.at("services")
	if from.kind != treeMap {
		file.problems.report(path, "is no mapping; write service names with their settings below")
		return nil
	}
	var services []ServiceShape
	for _, name := range from.keys {
		below := path.key(name)
		readStarText(&tree{text: name}, below, file.problems)
		if reader := openMap(from.fields[name], below, serviceKeys, file.problems); reader != nil {
			services = append(services, readService(name, reader, patterns))
		}
	}
	return services
}

func readService(name string, reader *mapReader, patterns *patternReader) ServiceShape {
	return ServiceShape{
		Name:        name,
		TopK:        readCount(reader, "top_k"),
		AcceptForms: wordsOf(reader, "accept_forms", model.AcceptableForms),
		RetrievalTools: listOf(reader, "retrieval_tools", func(item *tree, path *keyPath) (model.RetrievalTool, bool) {
			return readTool(item, path, reader.problems)
		}),
		Refusals:     listOf(reader, "refusals", patterns.read),
		ExpectedLoss: wordsOf(reader, "expected_loss", model.Losses[:len(model.Losses)-1]),
	}
}

func wordsOf[W ~string](reader *mapReader, key string, words []W) []W {
	known := make([]string, len(words))
	for at, word := range words {
		known[at] = string(word)
	}
	return listOf(reader, key, func(item *tree, path *keyPath) (W, bool) {
		text := readText(item, path, reader.problems)
		if text == "" {
			return "", false
		}
		word := readWord(text, path, known, reader.problems)
		return W(word), word != ""
	})
}

func readCount(reader *mapReader, key string) model.Optional[int64] {
	text := reader.text(key)
	if text == "" {
		return model.Optional[int64]{}
	}
	if count.MatchString(text) {
		number, _ := strconv.ParseInt(text, 10, 64)
		return model.Some(number)
	}
	reader.problems.reportValue(reader.at(key), text, "is no count; write a whole number from 1")
	return model.Optional[int64]{}
}

func readTool(from *tree, path *keyPath, found *problems) (tool model.RetrievalTool, isRead bool) {
	// A name alone: its result is split into string leaves.
	if from.kind == treeText {
		tool.Name, isRead = readStarText(from, path, found)
		return tool, isRead
	}
	reader := openMap(from, path, toolKeys, found)
	if reader == nil {
		return tool, false
	}
	if named := reader.get("name"); named == nil {
		found.report(path, "has no name; add the name of the tool, `*` at the end")
	} else {
		tool.Name, isRead = readStarText(named, reader.at("name"), found)
	}
	tool.Text = readPath(reader, "text")
	tool.ID = readPath(reader, "id")
	if tool.ID != "" && !reader.has("text") {
		found.reportValue(reader.at("id"), tool.ID, "stands without a text path; add text")
	}
	return tool, isRead
}

func readPath(reader *mapReader, key string) string {
	path := reader.text(key)
	if path == "" || toolPath.MatchString(path) {
		return path
	}
	reader.problems.reportValue(reader.at(key), path, "is no path; write names joined by dots, and [] for every item of a list")
	return ""
}
