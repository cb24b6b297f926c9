package attribution

import (
	"slices"
	"unicode/utf8"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// standingTexts are, per distinct text handed on that stands at least in part, all of it or what each call
// kept of it. Whole in whatever form; nothing beyond maxScanBytes.
func (s *runScan) standingTexts() [][]string {
	if s.exceedsMaxScan() {
		return nil
	}
	var found [][]string
	for number, group := range s.log.groups {
		if group.text == noText {
			continue
		}
		if texts := textsOf(s.log.texts[group.text].raw, s.standing(number)); len(texts) > 0 {
			found = append(found, texts)
		}
	}
	return found
}

// textsOf is what of a text stands in the sent contexts: the text itself where it is whole, in whatever
// form; else the prefix and suffix that each call keeps.
func textsOf(raw string, stands *standing) []string {
	if stands.shows == showsWhole || (stands.shows == showsAltered && stands.form != model.FormEdited) {
		return []string{raw}
	}
	var texts []string
	for _, part := range stands.parts {
		for _, text := range []string{raw[:borderBefore(raw, part.prefix)], raw[borderAfter(raw, int64(len(raw))-part.suffix):]} {
			if text != "" && !slices.Contains(texts, text) {
				texts = append(texts, text)
			}
		}
	}
	return texts
}

// borderBefore: what a record says was kept may end within a code point, or beyond the text.
func borderBefore(text string, at int64) int {
	border := int(min(at, int64(len(text))))
	for border > 0 && border < len(text) && !utf8.RuneStart(text[border]) {
		border--
	}
	return border
}

func borderAfter(text string, at int64) int {
	border := int(max(at, 0))
	for border < len(text) && !utf8.RuneStart(text[border]) {
		border++
	}
	return border
}
