package attribution

import (
	"slices"
)

// few texts are looked for one by one, at the library's own speed.
const few = 16

// absentTexts are those of many texts that stand in none of the segments. Linear, however many texts a
// hostile output makes.
func absentTexts(texts, segments []string) []string {
	distinct := distinctTexts(texts)
	if len(distinct) <= few {
		return slices.DeleteFunc(distinct, func(text string) bool {
			sought := prepareNeedle(text)
			return slices.ContainsFunc(segments, func(segment string) bool { return sought.find(segment, 0, nil) >= 0 })
		})
	}
	search := newPatternSearch(distinct)
	isFound := map[int]bool{}
	for _, segment := range segments {
		for index := range search.searchAll(segment).first {
			isFound[index] = true
		}
	}
	var absent []string
	for index, text := range distinct {
		if !isFound[index] {
			absent = append(absent, text)
		}
	}
	return absent
}

// distinctTexts are the texts once each, in order, without the empty one.
func distinctTexts(texts []string) []string {
	seen := make(map[string]struct{}, len(texts))
	var distinct []string
	for _, text := range texts {
		if _, isThere := seen[text]; isThere || text == "" {
			continue
		}
		seen[text] = struct{}{}
		distinct = append(distinct, text)
	}
	return distinct
}
