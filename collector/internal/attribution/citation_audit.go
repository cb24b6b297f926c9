package attribution

import (
	"strconv"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// Whether the sources that an answer cites were issued, and sent (spec §6 "Claim audit"): distinct
// citations count.

// sourcePresence: whether an item, as far as is known, stood in the sent context at least in part.
type sourcePresence string

const (
	sourceSent    sourcePresence = "sent"
	sourceNotSent sourcePresence = "not_sent"
	sourceUnknown sourcePresence = "unknown"
)

type auditItem struct {
	// rank is 1-based, in the log.
	rank   int64
	id     string
	digest string
	// presence is asked only when the item is cited.
	presence func() sourcePresence
}

// issuedLabel is a citation label as the assembly recorded it.
type issuedLabel struct {
	label  string
	digest string
}

// auditCitations counts only where the assembly issued labels, or structured claims exist.
func auditCitations(output *outputText, labels []issuedLabel, items []auditItem, isOutputWhole bool, counts model.Audit) {
	document, _ := output.parsed()
	claims, hasClaims := structuredClaims(document)
	if len(labels) == 0 && !hasClaims {
		return
	}
	sources := newSources(labels, items)
	cited := map[string]struct{}{}
	for _, ids := range claims {
		for _, id := range ids {
			cited[id] = struct{}{}
		}
	}
	for _, passage := range output.passages() {
		collectCitations(passage, sources.isIssued, cited)
	}
	_, citesZero := cited["0"]
	isZeroBased := citesZero || sources.hasLabel("0")
	for label := range cited {
		presence, isKnown := sources.presenceOf(label, isZeroBased)
		switch {
		case !isKnown:
			counts[model.FindingUnknownID]++
		case presence == sourceNotSent:
			counts[model.FindingNotSent]++
		}
	}
	if !isOutputWhole {
		return
	}
	if !hasClaims {
		if len(cited) == 0 {
			counts[model.FindingNoCitation] = 1
		}
		return
	}
	for _, ids := range claims {
		if len(ids) == 0 {
			counts[model.FindingNoCitation]++
		}
	}
}

// sources is what a citation can name: a label of the assembly's own map, an id or digest of the log, a
// rank.
type sources struct {
	// Label → digest, which may be empty.
	labels map[string]string
	byName map[string]*auditItem
	byRank map[int64]*auditItem
}

func newSources(labels []issuedLabel, items []auditItem) *sources {
	made := &sources{labels: map[string]string{}, byName: map[string]*auditItem{}, byRank: map[int64]*auditItem{}}
	for _, one := range labels {
		made.labels[bareLabel(one.label)] = one.digest
	}
	for at := range items {
		item := &items[at]
		for _, name := range []string{item.id, item.digest} {
			if _, isThere := made.byName[name]; name != "" && !isThere {
				made.byName[name] = item
			}
		}
		if _, isThere := made.byRank[item.rank]; !isThere {
			made.byRank[item.rank] = item
		}
	}
	return made
}

func (s *sources) hasLabel(label string) bool {
	_, isThere := s.labels[label]
	return isThere
}

func (s *sources) isIssued(id string) bool {
	_, isThere := s.byName[id]
	return isThere || s.hasLabel(id)
}

// presenceOf gives false when nothing of that name was issued.
func (s *sources) presenceOf(label string, isZeroBased bool) (sourcePresence, bool) {
	// Labels are counted from 1 or from 0; a map with a 0 of its own says itself what it means.
	number, isNumber := plainNumber(label)
	if isNumber && isZeroBased {
		number++
	}
	if len(s.labels) > 0 {
		own := label
		if isNumber && !s.hasLabel("0") {
			own = strconv.FormatInt(number, 10)
		}
		if digest, isThere := s.labels[own]; isThere {
			if item := s.byName[digest]; digest != "" && item != nil {
				return item.presence(), true
			}
			return sourceUnknown, true
		}
	}
	if named := s.byName[label]; named != nil {
		return named.presence(), true
	}
	if !isNumber || len(s.labels) > 0 {
		return "", false
	}
	if ranked := s.byRank[number]; ranked != nil {
		return ranked.presence(), true
	}
	return "", false
}

// plainNumber reads one to three digits.
func plainNumber(label string) (int64, bool) {
	if label == "" || len(label) > 3 {
		return 0, false
	}
	var number int64
	for at := range len(label) {
		if label[at] < '0' || label[at] > '9' {
			return 0, false
		}
		number = number*10 + int64(label[at]-'0')
	}
	return number, true
}
