package attribution

import (
	_ "embed" // The list of patterns.
	"slices"
	"strings"
	"sync"
)

// Whether a text holds words that speak to the model instead of telling it something (spec §6 "Claim
// audit", instruction_in_chunk): a declared list of patterns, no judge. Linear time.

//go:generate node ../../../scripts/make-instruction-patterns.mjs

// builtinInstructionPatterns is data/instruction-patterns.txt, the list that both halves read.
//
//go:embed instruction_patterns.txt
var builtinInstructionPatterns string

// InstructionPatternsVersion is raised with any change of what is found.
const InstructionPatternsVersion = 1

type instructionPatterns struct {
	rules        map[string]bool
	markers      []string
	exactMarkers []string
	phrases      *instructionPhrases
	signs        *instructionSigns
}

var builtinInstructions = sync.OnceValue(func() *instructionPatterns {
	return compileInstructionPatterns(builtinInstructionPatterns)
})

func compileInstructionPatterns(source string) *instructionPatterns {
	list := readInstructionList(source)
	patterns := &instructionPatterns{
		rules: list.rules, exactMarkers: list.exactMarkers, phrases: compilePhrases(list.phrases),
	}
	var words, marks []string
	for _, steps := range list.phrases {
		for _, step := range steps {
			if step.isSign {
				words = append(words, step.alternatives...)
			}
		}
	}
	for _, marker := range list.markers {
		folded := FoldedString(marker, false)
		patterns.markers = append(patterns.markers, folded)
		marks = append(marks, strings.ReplaceAll(folded, " ", string(signJoint)))
	}
	for _, marker := range list.exactMarkers {
		marks = append(marks, FoldedString(marker, false)+string(signJoint))
	}
	patterns.signs = newInstructionSigns(words, marks)
	return patterns
}

func (p *instructionPatterns) standIn(text string) bool {
	return p.standInReading(text) || slices.ContainsFunc(decodedTexts(text), p.standInReading)
}

func (p *instructionPatterns) standInReading(text string) bool {
	if !holdsUnseen(text) {
		return p.isSeenIn(text)
	}
	return smuggles(text, p.rules) || slices.ContainsFunc(seenReadings(text), p.isSeenIn)
}

func (p *instructionPatterns) isSeenIn(text string) bool {
	if !p.signs.standIn(text) {
		return false
	}
	isInText := func(marker string) bool { return strings.Contains(text, marker) }
	if slices.ContainsFunc(p.exactMarkers, isInText) {
		return true
	}
	folded := FoldedString(text, false)
	isInFolded := func(marker string) bool { return strings.Contains(folded, marker) }
	return slices.ContainsFunc(p.markers, isInFolded) || p.phrases.standIn(folded)
}

// decodedTexts are what a text says once its JSON escapes, or its HTML entities, are decoded.
func decodedTexts(text string) []string {
	isEscaped, hasEntities := strings.Contains(text, `\`), strings.Contains(text, "&")
	if !isEscaped && !hasEntities {
		return nil
	}
	var decoded []string
	raw := newRawReading(text)
	if isEscaped {
		for _, one := range jsonReadings(raw) {
			decoded = append(decoded, one.text)
		}
	}
	if hasEntities {
		if one := htmlReading(raw); one != raw {
			decoded = append(decoded, one.text)
		}
	}
	return decoded
}
