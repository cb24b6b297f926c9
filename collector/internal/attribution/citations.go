package attribution

import (
	"math"
	"regexp"
	"strings"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// Citations in an answer (spec §6 "Claim audit"): [n], [ID:n], [^n] (n: 1–3 digits, optional letter), a
// bracketed issued id, and the ids of structured claims.

var numbered = regexp.MustCompile(`^(?:ID:|\^)?(\d{1,3}[A-Za-z]?)$`)

// numberedLabel is the number of a mark's inside.
func numberedLabel(inner string) (string, bool) {
	const longest = len("ID:123a")
	if len(inner) > longest {
		return "", false
	}
	found := numbered.FindStringSubmatch(inner)
	if found == nil {
		return "", false
	}
	return found[1], true
}

// bareLabel is the label inside its mark: [ID:7], ^7 and 7 name one thing.
func bareLabel(label string) string {
	inner := label
	if len(label) >= 2 && label[0] == '[' && label[len(label)-1] == ']' {
		inner = label[1 : len(label)-1]
	}
	if number, isNumber := numberedLabel(inner); isNumber {
		return number
	}
	return inner
}

// collectCitations adds the labels cited in a passage. isIssued: of ids that are no numbers, those that
// were issued. Linear time.
func collectCitations(passage string, isIssued func(id string) bool, cited map[string]struct{}) {
	open := -1
	for at := strings.IndexAny(passage, "[]"); at >= 0; {
		switch {
		case passage[at] == '[':
			open = at
		case open >= 0:
			inner := passage[open+1 : at]
			number, isNumber := numberedLabel(inner)
			switch {
			case !isNumber:
				if isIssued(inner) {
					cited[inner] = struct{}{}
				}
			case wordBefore(passage, open) == noPoint && !strings.HasPrefix(passage[at+1:], "("):
				cited[number] = struct{}{}
			}
			open = -1
		}
		next := strings.IndexAny(passage[at+1:], "[]")
		if next < 0 {
			return
		}
		at += 1 + next
	}
}

// structuredClaims gives one list of ids for each structured claim; false when the document has none.
func structuredClaims(document model.Value) ([][]string, bool) {
	object, isObject := document.(*model.Object)
	if !isObject {
		return nil, false
	}
	claims, isList := object.Get("claims").([]model.Value)
	if !isList {
		return nil, false
	}
	var lists [][]string
	hasList := false
	for _, one := range claims {
		claim, isClaim := one.(*model.Object)
		if !isClaim {
			continue
		}
		list := model.OrElse(claim.Get("chunkIds"), claim.Get("chunk_ids"), claim.Get("ids"))
		hasList = hasList || list != nil
		items, isItems := list.([]model.Value)
		if !isItems {
			items = []model.Value{list}
		}
		var ids []string
		for _, item := range items {
			if id := claimedID(item); id != "" {
				ids = append(ids, id)
			}
		}
		lists = append(lists, ids)
	}
	return lists, hasList
}

// claimedID: ids as strings, integers in decimal; missing ones are empty (spec §2).
func claimedID(value model.Value) string {
	switch held := value.(type) {
	case float64:
		if held == math.Trunc(held) && !math.IsInf(held, 0) {
			return model.NumberText(held)
		}
	case string:
		if !model.IsMissingID(held) {
			return bareLabel(held)
		}
	}
	return ""
}
