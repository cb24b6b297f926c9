package attribution

import (
	"slices"
	"strings"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// Which items of the log match a need (spec §4 "Need"), and what cannot be told.

// label is an id, or a prefix of one.
type label struct {
	text     string
	isPrefix bool
}

// resolvedNeed is a need with the run's attributes put in.
type resolvedNeed struct {
	hasLine    bool
	line       string
	lineDigest string
	// chunks are distinct, in order.
	chunks []string
	ids    []label
	lineIs model.LineStanding
}

type attributeReader func(key string) (string, bool)

func resolveNeed(need *model.Need, attribute attributeReader, hash model.TextHash) *resolvedNeed {
	resolved := &resolvedNeed{lineIs: need.LineIs}
	if need.Line != nil {
		if line, isSet := need.Line.Resolve(attribute); isSet {
			resolved.hasLine, resolved.line, resolved.lineDigest = true, line, hash.Digest(line)
		}
	}
	for _, template := range need.Chunks {
		if digest, isSet := template.Resolve(attribute); isSet {
			if digest = model.LowerJS(digest); !slices.Contains(resolved.chunks, digest) {
				resolved.chunks = append(resolved.chunks, digest)
			}
		}
	}
	for _, template := range need.IDs {
		text, isSet := template.Resolve(attribute)
		if !isSet {
			continue
		}
		// The star is the author's: one that comes out of an attribute is a character.
		isPrefix := strings.HasSuffix(template.Source(), "*")
		if isPrefix {
			text = text[:len(text)-1]
		}
		resolved.ids = append(resolved.ids, label{text, isPrefix})
	}
	return resolved
}

type matchState string

const (
	matches      matchState = "match"
	matchesOther matchState = "other"
	matchUntold  matchState = "untold"
)

type itemMatch struct {
	is matchState
	// altered are the log's own bytes of an altered line.
	altered   string
	isAltered bool
	reason    model.Reason
}

func matchItem(entry *logItem, need *resolvedNeed) itemMatch {
	item := entry.item
	byDigest := item.Digest != "" && !entry.isForeignHash
	isNeeded := byDigest && (slices.Contains(need.chunks, item.Digest) || item.Digest == need.lineDigest)
	if text, hasText := item.Text.Get(); need.hasLine && hasText {
		if found, isFound := findInText(text, need.line); isFound {
			if isAlteredForm(found.form) {
				return itemMatch{is: matches, altered: found.matched, isAltered: true}
			}
			return itemMatch{is: matches}
		}
		if !item.Invalid && !item.Lossy {
			return itemMatch{is: matchesOther}
		}
		// Hashes made at the source are immune to what telemetry did to the text.
		if isNeeded {
			return itemMatch{is: matches}
		}
		return itemMatch{is: matchUntold, reason: whyUntold(entry)}
	}
	if isNeeded || (item.ID != "" && slices.ContainsFunc(need.ids, func(one label) bool { return one.fits(item.ID) })) {
		return itemMatch{is: matches}
	}
	// Identity is the digest: with one at hand a missing id changes nothing.
	isTold := !need.hasLine && (len(need.chunks) == 0 || byDigest) &&
		(len(need.ids) == 0 || item.ID != "" || (byDigest && len(need.chunks) > 0))
	if isTold {
		return itemMatch{is: matchesOther}
	}
	return itemMatch{is: matchUntold, reason: whyUntold(entry)}
}

func (l label) fits(id string) bool {
	if l.isPrefix {
		return strings.HasPrefix(id, l.text)
	}
	return id == l.text
}

func whyUntold(entry *logItem) model.Reason {
	switch {
	case entry.isForeignHash:
		return model.ReasonHashMismatch
	case entry.item.Invalid:
		return model.ReasonInvalidText
	case entry.item.Lossy:
		return model.ReasonLossyCapture
	}
	return model.ReasonContentOff
}

// MatchesName tells of a name with * at the end only, as services and tools are named.
func MatchesName(pattern, name string) bool {
	if prefix, isOpen := strings.CutSuffix(pattern, "*"); isOpen {
		return strings.HasPrefix(name, prefix)
	}
	return name == pattern
}
