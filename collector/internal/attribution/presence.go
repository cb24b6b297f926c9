package attribution

import (
	"strings"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// Presence: bytes found whole, or not (spec §4 "Presence").

type place struct {
	form model.Form
	// offset is bytes from the start of the sent context, raw.
	offset  int
	message int
	part    int
	segment int
}

func isEvidence(one *segment) bool { return one.isEvidence }

func isNoEvidence(one *segment) bool { return !one.isEvidence }

// findPresent: in a form that is presence, in the segments that are evidence.
func findPresent(context *SentContext, text string) (place, bool) {
	return findAmong(context, isEvidence, text)
}

// isSelfReport: the same in the segments that are not evidence.
func isSelfReport(context *SentContext, text string) bool {
	_, isFound := findAmong(context, isNoEvidence, text)
	return isFound
}

// WhichPresent tells which of many texts stand in the context in a form that is presence. Linear in all
// of them together.
func WhichPresent(context *SentContext, texts []string) []bool {
	return whichStand(context, texts, func(scan *textScan, text int) bool { return scan.isWhole(text) })
}

// WhichHeld tells which of many texts are whole there or keep a prefix or suffix of 16 bytes (spec §4
// "Parts").
func WhichHeld(context *SentContext, texts []string) []bool {
	return whichStand(context, texts, func(scan *textScan, text int) bool { return scan.isWhole(text) || scan.isKept(text) })
}

type foundLine struct {
	form model.Form
	// matched is the raw text that says the line.
	matched string
	// from is where it starts.
	from int
}

// findInText finds a line in one text, in any form; the first hit decides.
func findInText(text, line string) (foundLine, bool) {
	if at := findLeftmost(text, line); at >= 0 {
		return foundLine{model.FormExact, line, at}, true
	}
	core := TrimWhiteSpace(line)
	if core == "" {
		return foundLine{}, false
	}
	if core != line {
		if at := findLeftmost(text, core); at >= 0 {
			return foundLine{model.FormTrim, core, at}, true
		}
	}
	prepared := newPreparedText(text)
	for _, one := range prepared.decoded() {
		if found, isFound := matchIn(one, core, model.FormJSON, text); isFound {
			return found, true
		}
	}
	sought := newPreparedText(core)
	mayBeFolded := holdsWords(text, core)
	for _, form := range model.AcceptableForms {
		if form != model.FormHTML && !mayBeFolded {
			continue
		}
		one := prepared.reading(form)
		spelled := sought.raw
		if form != model.FormHTML {
			spelled = sought.reading(form)
		}
		if one == prepared.raw && spelled == sought.raw {
			continue
		}
		if found, isFound := matchIn(one, spelled.text, form, text); isFound {
			return found, true
		}
	}
	return foundLine{}, false
}

func matchIn(one *reading, sought string, form model.Form, text string) (foundLine, bool) {
	at := findLeftmost(one.text, sought)
	if at < 0 {
		return foundLine{}, false
	}
	from, to := one.rawStart(at), one.rawEnd(at+len(sought))
	return foundLine{form, text[from:to], from}, true
}

// holdsWords is a cheap no: neither composing nor folding makes or unmakes runs of three or more plain
// letters and digits (their last one apart, which a mark may follow; K, which the Kelvin sign becomes).
func holdsWords(text, line string) bool {
	for start := 0; start < len(line); {
		end := start
		for end < len(line) && isPlainWord(line[end]) {
			end++
		}
		if end-start >= 3 && !strings.Contains(text, line[start:end-1]) {
			return false
		}
		start = end + 1
	}
	return true
}

func isPlainWord(unit byte) bool {
	return (unit >= '0' && unit <= '9') || (unit >= 'a' && unit <= 'z') || (unit >= 'A' && unit <= 'Z' && unit != 'K')
}

// findAmong is the first place in the segments that isSought names, form before form.
func findAmong(context *SentContext, isSought func(*segment) bool, text string) (place, bool) {
	core := TrimWhiteSpace(text)
	if core == "" {
		return place{}, false
	}
	forms := []model.Form{model.FormExact}
	if core != text {
		forms = append(forms, model.FormTrim)
	}
	for _, form := range forms {
		sought := text
		if form == model.FormTrim {
			sought = core
		}
		for index, one := range context.segments {
			if !isSought(one) {
				continue
			}
			if at := findLeftmost(one.text, sought); at >= 0 {
				return placeAt(one, index, form, at), true
			}
		}
	}
	for index, one := range context.segments {
		if !isSought(one) {
			continue
		}
		for _, decoded := range one.prepared.decoded() {
			if at := findLeftmost(decoded.text, core); at >= 0 {
				return placeAt(one, index, model.FormJSON, decoded.rawStart(at)), true
			}
		}
	}
	return place{}, false
}

func placeAt(one *segment, index int, form model.Form, at int) place {
	return place{form: form, offset: one.startByte + at, message: one.message, part: one.part, segment: index}
}

func whichStand(context *SentContext, texts []string, holds func(scan *textScan, text int) bool) []bool {
	var segments []*preparedText
	for _, one := range context.segments {
		if one.isEvidence {
			segments = append(segments, one.prepared)
		}
	}
	numbers := map[string]int{}
	var distinct []*logText
	for _, text := range texts {
		core := TrimWhiteSpace(text)
		if _, isKnown := numbers[core]; isKnown || core == "" {
			continue
		}
		numbers[core] = len(distinct)
		distinct = append(distinct, &logText{raw: core, core: core, isHandedOn: true})
	}
	scan := newTextScan(segments, distinct, context.question)
	found := make([]bool, len(texts))
	for at, text := range texts {
		number, isKnown := numbers[TrimWhiteSpace(text)]
		found[at] = isKnown && holds(scan, number)
	}
	return found
}
