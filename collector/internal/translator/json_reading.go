package translator

import (
	"github.com/ragspan/ragspan/collector/internal/model"
)

// jsonKind says what a text turned out to be.
type jsonKind int

const (
	// jsonText: a bare number, a word, prose.
	jsonText jsonKind = iota
	// jsonWhole: an object, a list or a quoted string.
	jsonWhole
	// jsonBroken: begins like JSON and does not parse; the value is what stands before a cut, when it
	// is a cut (spec §3 "Lossy": unparseable JSON).
	jsonBroken
)

type jsonReading struct {
	kind  jsonKind
	value model.Value
}

// readJSON reads JSON out of an attribute, whatever it holds.
func readJSON(text string) jsonReading {
	start := skipSpace(text, 0)
	if start == len(text) || (text[start] != '{' && text[start] != '[' && text[start] != '"') {
		return jsonReading{}
	}
	if value, ok := model.ParseJSON(text); ok {
		return jsonReading{kind: jsonWhole, value: value}
	}
	if beginsLikeJSON(text) {
		return jsonReading{kind: jsonBroken, value: completeTruncatedJSON(text)}
	}
	return jsonReading{}
}

// beginsLikeJSON finds {", [", [{" and the like: prose in brackets ([1] …, [[link]]) does not begin
// so.
func beginsLikeJSON(text string) bool {
	start := skipSpace(text, 0)
	at := start
	for at < len(text) && text[at] == '[' {
		at = skipSpace(text, at+1)
	}
	if at < len(text) && text[at] == '{' {
		at = skipSpace(text, at+1)
		return at < len(text) && text[at] == '"'
	}
	return at > start && at < len(text) && text[at] == '"'
}

// skipSpace skips JSON's white space.
func skipSpace(text string, from int) int {
	at := from
	for at < len(text) && (text[at] == ' ' || text[at] == '\n' || text[at] == '\r' || text[at] == '\t') {
		at++
	}
	return at
}
