package attribution

// patternSearch finds many patterns in one text, whole: where each stands first, and which bytes they
// cover together.
//
// How it works: of each pattern the 16 blocks of 16 bytes that begin in its middle go into a table
// (beginnings are often the same boilerplate). Wherever the pattern stands, one of them begins at a
// multiple of 16, so only every 16th place of a text is looked at; where a block stands, its patterns
// are compared. Short patterns, and texts that make comparing expensive (one character a million
// times), go through the automaton instead, whose cost no text can raise.
type patternSearch struct {
	patterns   []string
	isPrepared bool
	// table is nil when all patterns are short.
	table *blockTable
	// Block → the patterns that have it, and where.
	owners [][]blockOwner
	// Patterns too short to hold a block at every place.
	short          []int
	all            *prefixAutomaton
	shortAutomaton *prefixAutomaton
	// Bytes that may still be compared; every text adds its share.
	budget int
}

// blockOwner is a text that holds a block, and where.
type blockOwner struct {
	text, at int
}

type standingPatterns struct {
	// Pattern → where it starts first in the text, for those that stand.
	first map[int]int
	// Bytes covered by any pattern, in order, not touching.
	covered []bounds
}

const (
	// searchedMinBytes: a pattern of this length holds a whole block at one of 16 neighbouring places.
	searchedMinBytes = 2*blockBytes - 1
	// comparedPerByte: bytes that may be compared, per byte of patterns and text, before the automaton
	// takes over.
	comparedPerByte = 8
)

// newPatternSearch takes patterns that are distinct and not empty.
func newPatternSearch(patterns []string) *patternSearch {
	made := &patternSearch{patterns: patterns}
	for _, pattern := range patterns {
		made.budget += comparedPerByte * len(pattern)
	}
	return made
}

// search looks at parts of the text, in order: nothing matches across their borders.
func (s *patternSearch) search(text string, parts []bounds) standingPatterns {
	if found, isDone := s.compare(text, parts); isDone {
		return found
	}
	if s.all == nil {
		numbers := make([]int, len(s.patterns))
		for number := range numbers {
			numbers[number] = number
		}
		s.all = s.automaton(numbers)
	}
	return s.walk(s.all, text, parts)
}

// searchAll looks at the whole text.
func (s *patternSearch) searchAll(text string) standingPatterns {
	return s.search(text, []bounds{{0, len(text)}})
}

func (s *patternSearch) compare(text string, parts []bounds) (standingPatterns, bool) {
	if !s.isPrepared {
		s.makeBlocks()
	}
	s.budget += comparedPerByte * len(text)
	found := standingPatterns{first: map[int]int{}}
	if s.budget < 0 {
		return found, false
	}
	for _, part := range parts {
		if s.table == nil {
			break
		}
		s.table.scan(text, part.from, part.to, blockBytes, func(block, at int) bool {
			for _, owner := range s.owners[block] {
				pattern := s.patterns[owner.text]
				start := at - owner.at
				s.budget -= blockBytes
				if start < part.from || start+len(pattern) > part.to {
					continue
				}
				s.budget -= len(pattern)
				if text[start:start+len(pattern)] == pattern {
					if known, isKnown := found.first[owner.text]; !isKnown || start < known {
						found.first[owner.text] = start
					}
					found.covered = append(found.covered, bounds{start, start + len(pattern)})
				}
				if s.budget < 0 {
					return false
				}
			}
			return true
		})
		if s.budget < 0 {
			return found, false
		}
	}
	if len(s.short) > 0 {
		if s.shortAutomaton == nil {
			s.shortAutomaton = s.automaton(s.short)
		}
		walked := s.walk(s.shortAutomaton, text, parts)
		for number, start := range walked.first {
			found.first[number] = start
		}
		found.covered = append(found.covered, walked.covered...)
	}
	found.covered = joinBounds(found.covered)
	return found, true
}

func (s *patternSearch) makeBlocks() {
	s.isPrepared = true
	for number, pattern := range s.patterns {
		if len(pattern) < searchedMinBytes {
			s.short = append(s.short, number)
			continue
		}
		if s.table == nil {
			s.table = newBlockTable(len(s.patterns) * blockBytes)
		}
		middle := (len(pattern) - searchedMinBytes) / 2
		for start := middle; start < middle+blockBytes; start++ {
			block := s.table.add(pattern, start)
			if block == len(s.owners) {
				s.owners = append(s.owners, nil)
			}
			s.owners[block] = append(s.owners[block], blockOwner{number, start})
		}
	}
}

func (s *patternSearch) automaton(numbers []int) *prefixAutomaton {
	patterns := make([]string, len(numbers))
	for at, number := range numbers {
		patterns[at] = s.patterns[number]
	}
	made := newPrefixAutomaton(patterns, false)
	for _, number := range numbers {
		made.watch(s.patterns[number], len(s.patterns[number]), number)
	}
	return made
}

// walk does the same by the automaton, which watches for each pattern's end.
func (s *patternSearch) walk(automaton *prefixAutomaton, text string, parts []bounds) standingPatterns {
	covered, reached := automaton.cover(text, parts)
	first := make(map[int]int, len(reached))
	for _, number := range reached {
		pattern := s.patterns[number]
		first[number] = automaton.places(pattern, len(pattern))[0] - len(pattern)
	}
	return standingPatterns{first: first, covered: covered}
}
