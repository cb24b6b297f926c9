package translator

import (
	"strings"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// blobKind is what input.value or output.value turned out to be.
type blobKind int

const (
	blobAbsent blobKind = iota
	// blobRedacted: the text was taken away and a mark left in its place.
	blobRedacted
	blobText
	blobStructure
	// blobBroken: JSON that does not parse: the value is what could be saved.
	blobBroken
)

// blob is the whole request or response in one attribute. Where it is whole it is believed before
// the flattened keys, which attribute limits thin out (spec §3 "Lossy").
type blob struct {
	kind blobKind
	// Of a structure, broken or not; of a text its raw alone.
	captured
}

func readBlob(value, mimeType model.Value, values textReader) blob {
	if text, isText := asText(value); isText && model.IsRedactionMark(text) {
		return blob{kind: blobRedacted}
	}
	held := capture(value, expectsAny, values)
	switch {
	case held == nil || (held.hasRaw && held.raw == ""):
		return blob{kind: blobAbsent}
	case held.broken:
		return blob{kind: blobBroken, captured: *held}
	case !held.isText:
		return blob{kind: blobStructure, captured: *held}
	// What says it is JSON and begins with a bracket was JSON once.
	case mimeType == jsonMIME && beginsWithBracket(held.raw):
		broken := *held
		broken.value = nil
		return blob{kind: blobBroken, captured: broken}
	}
	return blob{kind: blobText, captured: *held}
}

func beginsWithBracket(text string) bool {
	trimmed := model.TrimJSStart(text)
	return strings.HasPrefix(trimmed, "[") || strings.HasPrefix(trimmed, "{")
}
