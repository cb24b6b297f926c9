package model

import "strings"

// Marks that telemetry leaves where it took text away (spec §3 "Lossy"): __REDACTED__, [REDACTED],
// <REDACTED>, [FILTERED], [MASKED], a lone ***, … N more items]. ASCII case is ignored. Every search
// below jumps from one candidate to the next: linear on hostile text.

var (
	bracketedMarks   = []string{"[redacted]", "[filtered]", "[masked]"}
	angledMarks      = []string{"<redacted>"}
	underscoredMarks = []string{"__redacted__"}
)

const (
	longestMark  = 12
	longestCount = 20
)

// HasRedactionMark tells whether a mark stands somewhere in the text: it is not what the application
// handed on.
func HasRedactionMark(text string) bool {
	return holdsAnyMark(text, "[", bracketedMarks) ||
		holdsAnyMark(text, "<", angledMarks) ||
		holdsAnyMark(text, "__", underscoredMarks) ||
		holdsLoneStars(text) ||
		holdsMoreItems(text)
}

// IsRedactionMark tells whether the text is a mark and nothing else: it says only that there was a
// text.
func IsRedactionMark(text string) bool {
	trimmed := TrimJS(text)
	if trimmed == "***" {
		return true
	}
	if UTF16Length(trimmed[:min(len(trimmed), 4*longestMark)]) > longestMark {
		return false
	}
	lower := LowerJS(trimmed)
	for _, marks := range [][]string{bracketedMarks, angledMarks, underscoredMarks} {
		for _, mark := range marks {
			if lower == mark {
				return true
			}
		}
	}
	return false
}

func holdsAnyMark(text, start string, marks []string) bool {
	for at := indexFrom(text, start, 0); at >= 0; at = indexFrom(text, start, at+1) {
		for _, mark := range marks {
			if matchesMark(text, at, mark) {
				return true
			}
		}
	}
	return false
}

// matchesMark compares with a mark in lower case.
func matchesMark(text string, at int, mark string) bool {
	if at+len(mark) > len(text) {
		return false
	}
	for index := range len(mark) {
		unit := text[at+index]
		if unit >= 'A' && unit <= 'Z' {
			unit += 'a' - 'A'
		}
		if unit != mark[index] {
			return false
		}
	}
	return true
}

// holdsLoneStars finds *** as a word of a line that says more, or as the whole text; alone on a line
// it is a Markdown rule.
func holdsLoneStars(text string) bool {
	for at := strings.Index(text, "***"); at >= 0; {
		end := at + 3
		for end < len(text) && text[end] == '*' {
			end++
		}
		if end-at == 3 && isMarkEdge(text, at-1) && isMarkEdge(text, end) && !isRuleAmongLines(text, at, end) {
			return true
		}
		at = indexFrom(text, "***", end)
	}
	return false
}

func isMarkEdge(text string, at int) bool {
	return at < 0 || at >= len(text) || strings.IndexByte(" \t\n\r\"'`.,;:!?()<>=[]{}/\\", text[at]) >= 0
}

func isRuleAmongLines(text string, from, to int) bool {
	start := from
	for start > 0 && (text[start-1] == ' ' || text[start-1] == '\t') {
		start--
	}
	end := to
	for end < len(text) && (text[end] == ' ' || text[end] == '\t' || text[end] == '\r') {
		end++
	}
	startsLine := start == 0 || text[start-1] == '\n'
	endsLine := end == len(text) || text[end] == '\n'
	return startsLine && endsLine && (start != 0 || end != len(text))
}

// holdsMoreItems finds "[…12 more items]" and "… 12 more items ]".
func holdsMoreItems(text string) bool {
	const mark, words = "…", " more item"
	for at := strings.Index(text, mark); at >= 0; at = indexFrom(text, mark, at+1) {
		end := at + len(mark)
		for end < len(text) && text[end] == ' ' {
			end++
		}
		count := end
		for end-count < longestCount && end < len(text) && text[end] >= '0' && text[end] <= '9' {
			end++
		}
		if end == count || !strings.HasPrefix(text[end:], words) {
			continue
		}
		end += len(words)
		if end < len(text) && text[end] == 's' {
			end++
		}
		for end < len(text) && (text[end] == ' ' || text[end] == '\n') {
			end++
		}
		if end < len(text) && text[end] == ']' {
			return true
		}
	}
	return false
}

// indexFrom is strings.Index at or after a place.
func indexFrom(text, sought string, from int) int {
	if from >= len(text) {
		return -1
	}
	if at := strings.Index(text[from:], sought); at >= 0 {
		return from + at
	}
	return -1
}
