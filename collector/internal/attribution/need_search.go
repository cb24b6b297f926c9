package attribution

import (
	"slices"
	"strings"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// needSearch is S of a need (spec §4 "Need"): where its bytes stand in the contributing calls, or why
// that is not known.
type needSearch struct {
	input     *scanInput
	log       *groupedLog
	segments  *runSegments
	texts     *textScan
	standings *itemStandings
}

// noDigest is known, and nobody's.
const noDigest = "none"

// findLine looks for a line, and the item of the log that holds it, when one does.
func (s *needSearch) findLine(line string, group *logGroup) sentFinding {
	if found, isFound := s.findBytes(line); isFound {
		return found
	}
	itself := s.sought(line)
	if group == nil {
		return s.absent(itself, line, s.log.read(), nil)
	}
	// By record the line stands or falls with its item.
	what := &sought{recorded: recorded{digest: group.digest, length: group.length, invalid: itself.invalid}, hasText: true}
	return s.absent(what, line, s.log.digests, func(one *scanCall, keptBytes int64) bool {
		return s.isRangeKept(group, line, keptBytes, one.record.CutSide)
	})
}

func (s *needSearch) findText(text string) sentFinding {
	if found, isFound := s.findBytes(text); isFound {
		return found
	}
	return s.absent(s.sought(text), text, s.log.digests, nil)
}

func (s *needSearch) findDigest(digest string) sentFinding {
	if text, isLogged := s.log.textFor[digest]; isLogged {
		return s.findText(text)
	}
	if digest == "" {
		digest = noDigest
	} else if hashed := s.standings.findHashed(digest, model.Optional[int64]{}); hashed != nil {
		found := s.hashedPlace(hashed)
		found.offsetMismatch = !hashed.isAsDeclared
		return found
	}
	return s.absent(&sought{recorded: recorded{digest: digest}, isFromNowhere: true}, "", s.log.digests, nil)
}

// placeOf is where an item that stands whole does so first.
func (s *needSearch) placeOf(group *logGroup, stands *standing) sentFinding {
	var found sentFinding
	switch {
	case stands.hashed != nil:
		return s.hashedPlace(stands.hashed)
	case stands.recorded != nil:
		return recordedFinding(stands.recorded.call, stands.recorded.finding)
	case stands.altered != nil:
		found, _ = s.alteredPlace(stands.altered)
	default:
		if text, hasText := s.textOf(group); hasText {
			found, _ = s.findExactly(text)
		}
	}
	return found
}

func (s *needSearch) isSelfReport(group *logGroup) bool {
	text, hasText := s.textOf(group)
	return hasText && s.standsAsReport(text)
}

func (s *needSearch) textOf(group *logGroup) (string, bool) {
	if text, hasText := group.item.Text.Get(); hasText {
		return text, true
	}
	if group.text == noText {
		return "", false
	}
	return s.log.texts[group.text].raw, true
}

func (s *needSearch) sought(text string) *sought {
	return &sought{
		recorded: recorded{digest: s.input.hash.Digest(text), length: model.Some(int64(len(text))), invalid: model.IsInvalidText(text)},
		hasText:  true,
	}
}

func (s *needSearch) findBytes(text string) (sentFinding, bool) {
	if found, isFound := s.findExactly(text); isFound || len(s.input.acceptForms) == 0 {
		return found, isFound
	}
	altered, isAltered := s.findAltered(text)
	if !isAltered || !hasForm(s.input.acceptForms, altered.form) {
		return sentFinding{}, false
	}
	return s.alteredPlace(&altered)
}

// findExactly: in a form that is presence, in the first call that holds it.
func (s *needSearch) findExactly(text string) (sentFinding, bool) {
	for call := range s.input.calls {
		if at, isFound := findPresent(s.input.calls[call].context, text); isFound {
			return findingAt(call, at), true
		}
	}
	return sentFinding{}, false
}

// findAltered: in a recognised form, outside the bytes of items found whole.
func (s *needSearch) findAltered(text string) (alteredPlace, bool) {
	core := TrimWhiteSpace(text)
	if core == "" {
		return alteredPlace{}, false
	}
	one := &logText{raw: text, core: core, isHandedOn: true}
	found, isFound := findAlteredTexts(s.segments.distinct, s.texts.covered(), []*logText{one}, []int{0})[0]
	return found, isFound
}

func (s *needSearch) alteredPlace(altered *alteredPlace) (sentFinding, bool) {
	for call, segments := range s.segments.ofCall {
		for _, one := range segments {
			if one.distinct == altered.segment {
				return findingAt(call, placeAt(one.segment, one.index, altered.form, altered.from)), true
			}
		}
	}
	return sentFinding{}, false
}

func (s *needSearch) hashedPlace(hashed *hashedPlace) sentFinding {
	one := s.input.calls[hashed.call].context.segments[hashed.segment]
	return findingAt(hashed.call, placeAt(one, hashed.segment, model.FormExact, hashed.at))
}

// absent: text is empty when its bytes are not known; logDigests: a line may stand inside any chunk whose
// text is not at hand, so that a record of such chunks does not show it gone; isKept tells of a part by record whether it holds
// what is sought.
func (s *needSearch) absent(what *sought, text string, logDigests *digestSet, isKept func(one *scanCall, keptBytes int64) bool) sentFinding {
	var reasons []model.Reason
	if len(s.input.calls) == 0 {
		reasons = append(reasons, model.ReasonContextUnlogged)
	}
	for call := range s.input.calls {
		one := &s.input.calls[call]
		finding := judgeAbsence(one, what, logDigests, s.input.acceptForms)
		switch finding.is {
		case knownIn:
			return recordedFinding(call, finding.byRecord)
		case notKnown:
			if finding.byRecord.is == recordPart && isKept != nil && isKept(one, finding.byRecord.keptBytes.Or(0)) {
				return recordedFinding(call, finding.byRecord)
			}
			reasons = append(reasons, finding.reason)
		case knownOut:
		}
	}
	found := sentFinding{state: knownOut, selfReport: what.hasText && s.standsAsReport(text)}
	if reason := firstReason(reasons); reason != "" {
		found.state, found.reason = notKnown, reason
		return found
	}
	if what.hasText {
		if altered, isAltered := s.findAltered(text); isAltered {
			found.form = altered.form
		}
	}
	return found
}

func (s *needSearch) standsAsReport(text string) bool {
	return slices.ContainsFunc(s.input.calls, func(one scanCall) bool { return isSelfReport(one.context, text) })
}

// isRangeKept: the line lies within what the record kept of the item: its start, or with a cut at the
// head its end.
func (s *needSearch) isRangeKept(group *logGroup, line string, keptBytes int64, side model.CutSide) bool {
	text, hasText := s.textOf(group)
	if !hasText || side == model.SideMiddle {
		return false
	}
	found, isFound := findInText(text, line)
	if !isFound {
		return false
	}
	if side == model.SideHead {
		return int64(len(text)-strings.LastIndex(text, found.matched)) <= keptBytes
	}
	return int64(strings.Index(text, found.matched)+len(found.matched)) <= keptBytes
}

func findingAt(call int, at place) sentFinding {
	return sentFinding{
		state: knownIn, call: model.Some(call), offset: model.Some(int64(at.offset)),
		message: model.Some(int64(at.message)), part: model.Some(int64(at.part)), form: at.form,
	}
}

// recordedFinding: nothing but the record says so: no offset was proved.
func recordedFinding(call int, finding recordFinding) sentFinding {
	found := sentFinding{state: knownIn, call: model.Some(call), keptBytes: finding.keptBytes}
	if finding.is == recordIn {
		found.form = finding.form
	}
	return found
}
