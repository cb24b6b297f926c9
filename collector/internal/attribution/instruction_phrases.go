package attribution

import (
	"slices"
	"strings"
)

// Phrases of alternatives and optional words, looked for at each word that one of them starts with.
// What is looked at from one word on is bounded by the longest phrase, so that no text is slow.

type phraseStep struct {
	alternatives [][]instructionWord
	isOptional   bool
	// isAny: any one word.
	isAny bool
}

type instructionPhrases struct {
	vocabulary map[string]int
	// startingWith is by the word that they can start with.
	startingWith map[int][][]phraseStep
}

var phraseSpaces = strings.NewReplacer("_", " ", "~", " ")

func compilePhrases(spelled [][]spelledStep) *instructionPhrases {
	phrases := &instructionPhrases{vocabulary: map[string]int{}, startingWith: map[int][][]phraseStep{}}
	idOf := func(word string) int {
		id, isKnown := phrases.vocabulary[word]
		if !isKnown {
			id = len(phrases.vocabulary)
			phrases.vocabulary[word] = id
		}
		return id
	}
	for _, one := range spelled {
		steps := make([]phraseStep, len(one))
		for at, step := range one {
			steps[at] = phraseStep{isOptional: step.isOptional, isAny: step.alternatives[0] == "."}
			for _, text := range step.alternatives {
				words := splitInstructionWords(FoldedString(phraseSpaces.Replace(text), false), idOf)
				steps[at].alternatives = append(steps[at].alternatives, words)
			}
		}
		var firsts []int
		for _, words := range steps[0].alternatives {
			if first := words[0].id; !slices.Contains(firsts, first) {
				firsts = append(firsts, first)
				phrases.startingWith[first] = append(phrases.startingWith[first], steps)
			}
		}
	}
	return phrases
}

func (p *instructionPhrases) standIn(folded string) bool {
	words := splitInstructionWords(folded, func(word string) int {
		if id, isKnown := p.vocabulary[word]; isKnown {
			return id
		}
		return noWord
	})
	for at := range words {
		if words[at].id == noWord {
			continue
		}
		for _, steps := range p.startingWith[words[at].id] {
			if phraseStandsAt(steps, words, at) {
				return true
			}
		}
	}
	return false
}

// phraseStandsAt keeps all places that the steps so far can have come to: as few as the phrase is long.
func phraseStandsAt(steps []phraseStep, words []instructionWord, start int) bool {
	places := []int{start}
	for at := range steps {
		var next []int
		if steps[at].isOptional {
			next = append(next, places...)
		}
		for _, place := range places {
			if place == len(words) || (place > start && words[place].gap == gapHard) {
				continue
			}
			next = steps[at].appendEnds(next, words, place)
		}
		if len(next) == 0 {
			return false
		}
		places = next
	}
	return true
}

// appendEnds adds, once each, where an alternative that starts at a word ends.
func (s *phraseStep) appendEnds(ends []int, words []instructionWord, at int) []int {
	add := func(end int) {
		if !slices.Contains(ends, end) {
			ends = append(ends, end)
		}
	}
	if s.isAny {
		add(at + 1)
		return ends
	}
	for _, alternative := range s.alternatives {
		if stands(alternative, words[at:]) {
			add(at + len(alternative))
		}
	}
	return ends
}

func stands(alternative, words []instructionWord) bool {
	if len(alternative) > len(words) {
		return false
	}
	for index, word := range alternative {
		if words[index].id != word.id || (index > 0 && words[index].gap > word.gap) {
			return false
		}
	}
	return true
}
