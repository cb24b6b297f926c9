package attribution

import (
	"slices"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// R and S of one need (spec §4 "Need", §5 "Table"): whether it was in the log, whether it stood in what
// was sent, which item it is about, and why where that cannot be told.

// entryKind is what the need's item was.
type entryKind string

const (
	entryHandedOn    entryKind = "handed_on"
	entryBelow       entryKind = "below"
	entryRerankedOut entryKind = "reranked_out"
)

type needFinding struct {
	need            *resolvedNeed
	retrieved       Knowledge
	retrievedReason model.Reason
	h1Reason        model.Reason
	sent            Knowledge
	sentReason      model.Reason
	h2Reason        model.Reason
	// entry is the need's item: handed on, or the candidate it was; nil when there is none.
	entry   *logItem
	entryIs entryKind
	// matches are positions in the log's handed on of every matching item, ascending.
	matches []int
	// fate of the need's item, when it was handed on.
	fate *itemFate
	// finding is of the line if given, else of the item.
	finding      sentFinding
	isSelfReport bool
}

type needSearcher struct {
	need     *resolvedNeed
	log      *runLog
	scans    *runScans
	handedOn []itemMatch
	matches  []int
	// best is the position of the need's item; −1 when none was handed on.
	best        int
	candidate   *logItem
	candidateIs entryKind
}

func findNeed(need *resolvedNeed, log *runLog, scans *runScans, options *model.JudgingOptions) *needFinding {
	s := &needSearcher{need: need, log: log, scans: scans, best: -1}
	for index, entry := range log.handedOn {
		match := matchItem(entry, need)
		s.handedOn = append(s.handedOn, match)
		if match.is == matches {
			s.matches = append(s.matches, index)
		}
	}
	found := &needFinding{need: need, matches: s.matches}
	// The matching item whose fate comes first in the list of spec §4, then the lowest rank.
	for _, index := range s.matches {
		fate := scans.all.ofItem(index)
		if found.fate == nil || slices.Index(model.Fates, fate.fate) < slices.Index(model.Fates, found.fate.fate) {
			s.best, found.fate = index, &fate
		}
	}
	if len(s.matches) == 0 {
		s.findCandidate()
		found.entry, found.entryIs = s.candidate, s.candidateIs
	} else {
		found.entry, found.entryIs = log.handedOn[s.best], entryHandedOn
	}
	found.retrieved, found.retrievedReason = s.judgeRetrieved()
	found.finding = s.locate(scans.all)
	found.sent, found.sentReason = s.judgeSent(&found.finding)
	found.h1Reason = s.h1Reason(options.Corpus)
	found.h2Reason = h2Reason(found.fate, &found.finding)
	found.isSelfReport = found.sent != knownIn && found.finding.selfReport
	return found
}

func (s *needSearcher) judgeRetrieved() (Knowledge, model.Reason) {
	if len(s.matches) > 0 {
		return knownIn, ""
	}
	if !s.log.isLogged {
		return notKnown, model.ReasonRetrievalUnlogged
	}
	reasons := slices.Clone(s.log.gaps)
	for _, match := range s.handedOn {
		if match.is == matchUntold {
			reasons = append(reasons, match.reason)
		}
	}
	if reason := firstReason(reasons); reason != "" {
		return notKnown, reason
	}
	return knownOut, ""
}

func (s *needSearcher) findCandidate() {
	for _, one := range []struct {
		entries []*logItem
		is      entryKind
	}{{s.log.below, entryBelow}, {s.log.belowEarlier, entryBelow}, {s.log.rerankedOut, entryRerankedOut}} {
		for _, entry := range one.entries {
			if matchItem(entry, s.need).is == matches {
				s.candidate, s.candidateIs = entry, one.is
				return
			}
		}
	}
}

func (s *needSearcher) locate(scan *runScan) sentFinding {
	if s.need.hasLine {
		return scan.ofLine(s.lineToSend(), s.best)
	}
	var findings []sentFinding
	for _, index := range s.matches {
		findings = append(findings, scan.ofItem(index).sentFinding)
	}
	if len(findings) > 0 {
		return pickFinding(findings)
	}
	for _, digest := range s.need.chunks {
		findings = append(findings, scan.ofDigest(digest))
	}
	if s.candidate != nil {
		if text, hasText := s.candidate.item.Text.Get(); hasText {
			findings = append(findings, scan.ofText(text))
		} else if s.candidate.item.Digest != "" {
			findings = append(findings, scan.ofDigest(s.candidate.item.Digest))
		}
	}
	// An id alone has no bytes to look for: it is found nowhere.
	if len(findings) == 0 {
		findings = append(findings, scan.ofDigest(""))
	}
	return pickFinding(findings)
}

// lineToSend: a line found in the log only altered: the log's bytes are then what the context must hold.
func (s *needSearcher) lineToSend() string {
	if s.best < 0 || !s.handedOn[s.best].isAltered {
		return s.need.line
	}
	if slices.ContainsFunc(s.handedOn, func(match itemMatch) bool { return match.is == matches && !match.isAltered }) {
		return s.need.line
	}
	return s.handedOn[s.best].altered
}

// pickFinding: in wherever one is in; unknown where one is; the first otherwise (fate order is the
// caller's).
func pickFinding(findings []sentFinding) sentFinding {
	for _, holds := range []func(sentFinding) bool{
		func(one sentFinding) bool { return one.state == knownIn },
		func(one sentFinding) bool { return one.state == notKnown },
		func(one sentFinding) bool { return one.selfReport },
	} {
		if at := slices.IndexFunc(findings, holds); at >= 0 {
			return findings[at]
		}
	}
	return findings[0]
}

func (s *needSearcher) judgeSent(first *sentFinding) (Knowledge, model.Reason) {
	if first.state == knownIn {
		call, isSet := first.call.Get()
		if !isSet || call >= len(s.scans.isTruncated) || !s.scans.isTruncated[call] {
			return knownIn, ""
		}
		if elsewhere := s.scans.untruncated(); elsewhere != nil && s.locate(elsewhere).state == knownIn {
			return knownIn, ""
		}
		return notKnown, model.ReasonEngineTruncated
	}
	var reasons []model.Reason
	if s.scans.isUnlogged {
		reasons = append(reasons, model.ReasonContextUnlogged)
	}
	if first.state == notKnown {
		reason := first.reason
		if reason == "" {
			reason = model.ReasonContentOff
		}
		reasons = append(reasons, reason)
	}
	transforming := s.scans.transforming()
	if transforming != nil && s.locate(transforming).state == knownIn {
		reasons = append(reasons, model.ReasonTransformed)
	}
	if !s.need.hasLine && len(s.matches) > 0 && isAllEdited(s.scans.all.fates()) {
		reasons = append(reasons, model.ReasonTransformed)
	}
	if reason := firstReason(reasons); reason != "" {
		return notKnown, reason
	}
	return knownOut, ""
}

// isAllEdited: every item that reached the context was edited: a step between rewrites them all.
func isAllEdited(fates []itemFate) bool {
	hasReached := false
	for at := range fates {
		one := &fates[at]
		if one.fate != model.FateSent && one.fate != model.FateAltered && one.keptBytes.Or(0) <= 0 {
			continue
		}
		hasReached = true
		if one.fate != model.FateAltered || one.form != model.FormEdited {
			return false
		}
	}
	return hasReached
}

func (s *needSearcher) h1Reason(corpus map[string]struct{}) model.Reason {
	switch {
	case s.log.hasFailed:
		return model.ReasonRetrievalFailed
	case s.log.isExplicitlyEmpty:
		return model.ReasonEmpty
	case s.candidateIs == entryBelow:
		return model.ReasonBelowK
	case s.candidateIs == entryRerankedOut:
		return model.ReasonRerankedOut
	}
	if corpus == nil || len(s.need.chunks) == 0 {
		return model.ReasonNotRetrieved
	}
	for _, digest := range s.need.chunks {
		if _, isThere := corpus[digest]; isThere {
			return model.ReasonNotRetrieved
		}
	}
	return model.ReasonNotInCorpus
}

func h2Reason(fate *itemFate, finding *sentFinding) model.Reason {
	if finding.split || (fate != nil && fate.split) {
		return model.ReasonSplit
	}
	if fate == nil {
		return model.ReasonDropped
	}
	switch fate.fate {
	case model.FateCut, model.FateClipped, model.FateAltered, model.FatePackedOut, model.FateDeselected, model.FateDropped:
		return model.Reason(fate.fate)
	case model.FateSent:
		// The item's bytes stand but not the line's (an altered line), or the item cannot be told.
		return model.ReasonAltered
	case model.FateUnknown:
	}
	return model.ReasonDropped
}
