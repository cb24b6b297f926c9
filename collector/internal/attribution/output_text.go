package attribution

import "github.com/ragspan/ragspan/collector/internal/model"

// openingBytes are far beyond the part of an output that opening is asked about, so that the cut
// itself cannot be seen.
const openingBytes = 2048

// outputText is an output made ready for all that reads it (generation check, outcome, claim audit):
// decoded and folded once, and only if somebody asks.
type outputText struct {
	raw         string
	document    model.Value
	isDocument  bool
	isParsed    bool
	decodedText *mappedText
	sensitive   *Folded
	insensitive *Folded
}

func newOutputText(raw string) *outputText {
	return &outputText{raw: raw}
}

// parsed is set when the whole output is one JSON document.
func (o *outputText) parsed() (model.Value, bool) {
	if !o.isParsed {
		o.isParsed = true
		o.document, o.isDocument = parseJSONDocument(o.raw)
	}
	return o.document, o.isDocument
}

// decoded is the raw output, with the escapes of a JSON document decoded.
func (o *outputText) decoded() *mappedText {
	if o.decodedText == nil {
		if _, isDocument := o.parsed(); isDocument {
			o.decodedText = decodeJSONEscapes(o.raw)
		} else {
			o.decodedText = unchangedText(o.raw)
		}
	}
	return o.decodedText
}

// passages are what a reader of the answer sees: the strings of a JSON object or array, else the
// output itself. An answer that is one quotation, or one mark [1], happens to be JSON as well: it
// stays.
func (o *outputText) passages() []string {
	value, _ := o.parsed()
	_, isList := value.([]model.Value)
	if _, isObject := value.(*model.Object); !isObject && !isList {
		return []string{o.decoded().text}
	}
	leaves := model.StringLeaves(value)
	if len(leaves) == 0 && isList {
		return []string{o.decoded().text}
	}
	return leaves
}

func (o *outputText) folded(caseSensitive bool) *Folded {
	if caseSensitive {
		if o.sensitive == nil {
			o.sensitive = foldMapped(o.decoded(), true)
		}
		return o.sensitive
	}
	if o.insensitive == nil {
		o.insensitive = foldMapped(o.decoded(), false)
	}
	return o.insensitive
}

// opening is enough of the folded output to see what it opens with; the whole one where that is at
// hand.
func (o *outputText) opening() *Folded {
	_, isDocument := o.parsed()
	if o.insensitive != nil || len(o.raw) <= openingBytes || isDocument {
		return o.folded(false)
	}
	return Fold(o.raw[:codePointBorder(o.raw, openingBytes)], false)
}

// codePointBorder is the last border of code points at or before a place.
func codePointBorder(text string, at int) int {
	for at > 0 && at < len(text) && text[at]&0xC0 == 0x80 {
		at--
	}
	return at
}
