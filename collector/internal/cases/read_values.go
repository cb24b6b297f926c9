package cases

import (
	"regexp"
	"strings"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// The kinds of values that stand in several places of a case file.

// readAlternatives reads an entry of must or must_not: a pattern, or a list of alternatives.
func readAlternatives(from *tree, path *keyPath, patterns *patternReader) ([]PatternShape, bool) {
	if from.kind != treeList {
		pattern, isRead := patterns.read(from, path)
		return []PatternShape{pattern}, isRead
	}
	if len(from.items) == 0 {
		patterns.problems.report(path, "is an empty list of alternatives; write at least one, or remove it")
	}
	return readList(from, path, patterns.read), true
}

// readStarText: * stands at the end only.
func readStarText(from *tree, path *keyPath, found *problems) (string, bool) {
	text := readText(from, path, found)
	if text == "" {
		return "", false
	}
	if star := strings.IndexByte(text, '*'); star < 0 || star == len(text)-1 {
		return text, true
	}
	found.reportValue(path, text, "has a `*` that is not at the end; only the end can be left open")
	return "", false
}

var (
	digestSpelling = regexp.MustCompile(`^[0-9a-f]{32}$`)
	sha256Spelling = regexp.MustCompile(`^[0-9a-f]{64}$`)
)

func readDigest(from *tree, path *keyPath, found *problems) (string, bool) {
	text := model.LowerJS(readText(from, path, found))
	if text == "" || digestSpelling.MatchString(text) {
		return text, text != ""
	}
	hint := "write 32 hexadecimal characters: the start of the SHA-256 of the chunk"
	if sha256Spelling.MatchString(text) {
		hint = "use its first 32 characters"
	}
	found.reportValue(path, text, "is no digest; "+hint)
	return "", false
}

// readDigestTemplate: a digest, or a template that becomes one.
func readDigestTemplate(from *tree, path *keyPath, found *problems) (string, bool) {
	if from.kind == treeText && len(templateKeys(from.text)) > 0 {
		return from.text, true
	}
	return readDigest(from, path, found)
}

func readSHA256(from *tree, path *keyPath, found *problems) string {
	text := model.LowerJS(readText(from, path, found))
	if text == "" || sha256Spelling.MatchString(text) {
		return text
	}
	found.reportValue(path, text, "is no hash; write the 64 hexadecimal characters of the SHA-256 of the input")
	return ""
}
