package attribution

import "github.com/ragspan/ragspan/collector/internal/model"

// itemStandings tell how each item of a log stands in the contributing calls of a run (spec §4), from
// bytes first, then by record. They are the callPlaces of its cuts.
type itemStandings struct {
	input    *scanInput
	log      *groupedLog
	segments *runSegments
	scan     *textScan
	// Digest of each distinct segment, made when first asked for.
	segmentDigests map[string]int
	// Bytes that may still be hashed.
	hashable      int64
	isHashableSet bool
}

// mostHashed: claims may name one place a thousand times: in all so many times the context's bytes are
// hashed for them.
const mostHashed = 16

func (s *itemStandings) mayHash(size int64) bool {
	if !s.isHashableSet {
		s.isHashableSet = true
		for _, one := range s.segments.distinct {
			s.hashable += mostHashed * int64(len(one.text))
		}
	}
	s.hashable -= size
	return s.hashable >= 0
}

func (s *itemStandings) of(group *logGroup) *standing {
	if group.text != noText {
		if s.scan.isWhole(group.text) {
			return &standing{state: knownIn, shows: showsWhole}
		}
		if len(s.input.acceptForms) > 0 {
			if altered, isAltered := s.scan.alteredPlaceOf(group.text); isAltered && hasForm(s.input.acceptForms, altered.form) {
				return &standing{state: knownIn, shows: showsWhole, altered: &altered}
			}
		}
	} else if group.digest != "" {
		if hashed := s.findHashed(group.digest, group.length); hashed != nil {
			return &standing{state: knownIn, shows: showsWhole, hashed: hashed}
		}
	}
	return s.notWhole(group)
}

// findHashed looks for a text known by digest alone: where it was claimed to be, or as a segment of its
// own.
func (s *itemStandings) findHashed(digest string, length model.Optional[int64]) *hashedPlace {
	for call := range s.input.calls {
		one := &s.input.calls[call]
		for _, chunk := range one.record.chunksOf(digest) {
			size := length.Else(chunk.KeptBytes).Or(0)
			if chunk.Offset.Or(-1) < 0 || size <= 0 {
				continue
			}
			claimed, isFound := findClaimed(one.context, chunk.Offset.Or(0), one.record, func(where *segment, at int) bool {
				return s.mayHash(size) && where.isEvidence && fitsDigest(where, at, size, digest, s.input.hash)
			})
			if isFound {
				return &hashedPlace{call, claimed.segment, claimed.at, claimed.isAsDeclared}
			}
		}
	}
	if s.segmentDigests == nil {
		s.segmentDigests = map[string]int{}
		for number, one := range s.segments.distinct {
			s.segmentDigests[s.input.hash.Digest(one.text)] = number
		}
	}
	distinct, isSegment := s.segmentDigests[digest]
	if !isSegment {
		return nil
	}
	for call, segments := range s.segments.ofCall {
		for _, one := range segments {
			if one.distinct == distinct {
				return &hashedPlace{call, one.index, 0, true}
			}
		}
	}
	return nil
}

func (s *itemStandings) standsAfter(call int, place *partPlace) bool {
	if s.scan.standsAfter(place.distinct, place.to) {
		return true
	}
	for _, one := range s.segments.ofCall[call][place.position+1:] {
		if s.scan.standsIn(one.distinct) {
			return true
		}
	}
	return false
}

func (s *itemStandings) standsBefore(call int, place *partPlace) bool {
	if s.scan.standsBefore(place.distinct, place.from) {
		return true
	}
	for _, one := range s.segments.ofCall[call][:place.position] {
		if s.scan.standsIn(one.distinct) {
			return true
		}
	}
	return false
}

func (s *itemStandings) notWhole(group *logGroup) *standing {
	var reasons []model.Reason
	if len(s.input.calls) == 0 {
		reasons = append(reasons, model.ReasonContextUnlogged)
	}
	form := model.Form("")
	parts := map[int]callPart{}
	what := &sought{recorded: group.recorded, hasText: group.text != noText}
	for call := range s.input.calls {
		one := &s.input.calls[call]
		finding := judgeAbsence(one, what, s.log.digests, s.input.acceptForms)
		switch finding.is {
		case knownIn:
			return &standing{state: knownIn, shows: showsWhole, recorded: &recordedPlace{call, finding.byRecord}}
		case notKnown:
			reasons = append(reasons, finding.reason)
		case knownOut:
		}
		byRecord := &finding.byRecord
		isOutByRecord := byRecord.is == recordOut
		if isOutByRecord && form == "" {
			form = byRecord.form
		}
		kept := byRecord.keptBytes.Or(0)
		if kept <= 0 || (byRecord.is != recordPart && (!isOutByRecord || byRecord.form != model.FormEdited)) {
			continue
		}
		part := callPart{prefix: kept}
		if one.record.CutSide == model.SideHead {
			part = callPart{suffix: kept}
		}
		parts[call] = part
	}
	if reason := firstReason(reasons); reason != "" {
		shows := showsUnknown
		if len(parts) > 0 {
			shows = showsPart
		}
		return &standing{state: notKnown, reason: reason, shows: shows, parts: parts, isSplit: areSplit(parts, group.length)}
	}
	byRecord := showsNothing
	switch form {
	case "":
	case model.FormEdited:
		byRecord = showsEdited
	default:
		byRecord = showsAltered
	}
	if group.text == noText {
		return isOut(byRecord, group, parts, form)
	}
	if altered, isAltered := s.scan.alteredPlaceOf(group.text); isAltered {
		made := isOut(showsAltered, group, nil, altered.form)
		made.altered = &altered
		return made
	}
	for call := range s.input.calls {
		if part, isKept := s.bestPart(call, group.text); isKept {
			parts[call] = part
		}
	}
	switch {
	case s.scan.isEdited(group.text):
		return isOut(showsEdited, group, parts, model.FormEdited)
	case len(parts) > 0:
		return isOut(showsPart, group, parts, "")
	}
	return isOut(byRecord, group, parts, form)
}

func isOut(shows shown, group *logGroup, parts map[int]callPart, form model.Form) *standing {
	return &standing{state: knownOut, shows: shows, parts: parts, isSplit: areSplit(parts, group.length), form: form}
}

// bestPart is the segment of a call that keeps most; of equals the first.
func (s *itemStandings) bestPart(call, text int) (best callPart, isKept bool) {
	if !s.scan.isKept(text) {
		return best, false
	}
	for position, one := range s.segments.ofCall[call] {
		kept, isHere := s.scan.kept(one.distinct, text)
		if !isHere || (isKept && int64(kept.prefix+kept.suffix) <= best.prefix+best.suffix) {
			continue
		}
		isKept = true
		best = callPart{int64(kept.prefix), int64(kept.suffix), &partPlace{
			position: position, distinct: one.distinct, bounds: kept.bounds,
			endUnproven: one.segment.endUnproven && kept.to == len(one.segment.text),
		}}
	}
	return best, isKept
}
