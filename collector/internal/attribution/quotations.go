package attribution

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// Text in quotation marks (spec §6 "Claim audit", misquoted): "…", “…”, „…“, «…» on one line; what is
// marked as code is skipped. Linear time.

func closerOf(opener rune) string {
	switch opener {
	case '"':
		return `"`
	case '“':
		return "”"
	case '„':
		return "“"
	case '«':
		return "»"
	}
	return ""
}

var (
	lineBreaks = regexp.MustCompile(`\r\n|[\n\r]`)
	// fenceMark follows at most three white spaces.
	fenceMark = regexp.MustCompile("^(?:`{3,}|~{3,})")
)

// quotations are the texts between the marks, in order.
func quotations(passage string) []string {
	if !strings.ContainsAny(passage, `"“„«`) {
		return nil
	}
	var found []string
	fence := ""
	for _, line := range lineBreaks.Split(passage, -1) {
		mark, after := openingFence(line)
		switch {
		case fence != "":
			// Closed by at least as many of the same character; an unclosed fence runs to the end.
			if strings.HasPrefix(mark, fence) && model.TrimJS(line) == mark {
				fence = ""
			}
		case mark != "" && !strings.Contains(after, "`"):
			fence = mark
		default:
			found = collectFromLine(line, found)
		}
	}
	return found
}

// openingFence is the fence that a line begins with, and what stands after it.
func openingFence(line string) (mark, after string) {
	rest := line
	for range 3 {
		point, size := utf8.DecodeRuneInString(rest)
		if size == 0 || !model.IsJSSpace(point) {
			break
		}
		rest = rest[size:]
	}
	mark = fenceMark.FindString(rest)
	return mark, rest[len(mark):]
}

func collectFromLine(line string, found []string) []string {
	marks := line
	if strings.Contains(line, "`") {
		marks = withoutCode(line)
	}
	nextCloser := map[string]int{}
	for index := 0; index < len(marks); {
		opener, size := utf8.DecodeRuneInString(marks[index:])
		closer := closerOf(opener)
		if closer == "" {
			index += size
			continue
		}
		end, isKnown := nextCloser[closer]
		if !isKnown || (end >= 0 && end <= index) {
			end = indexFrom(marks, closer, index+size)
			nextCloser[closer] = end
		}
		if end < 0 {
			index += size
			continue
		}
		found = append(found, line[index+size:end])
		index = end + len(closer)
	}
	return found
}

// withoutCode is the line with its code spans blanked out, so that no mark in them counts.
func withoutCode(line string) string {
	type run struct{ start, end int }
	var runs []run
	for start := strings.IndexByte(line, '`'); start >= 0; {
		end := start
		for end < len(line) && line[end] == '`' {
			end++
		}
		runs = append(runs, run{start, end})
		start = indexFrom(line, "`", end)
	}
	nextOfLength := map[int]int{}
	closers := make([]int, len(runs))
	for at := len(runs) - 1; at >= 0; at-- {
		length := runs[at].end - runs[at].start
		closers[at] = -1
		if closer, isThere := nextOfLength[length]; isThere {
			closers[at] = closer
		}
		nextOfLength[length] = at
	}
	var blanked strings.Builder
	copied := 0
	for at := 0; at < len(runs); at++ {
		if closers[at] < 0 {
			continue
		}
		start, end := runs[at].start, runs[closers[at]].end
		blanked.WriteString(line[copied:start])
		blanked.WriteString(strings.Repeat("\x00", end-start))
		copied = end
		at = closers[at]
	}
	blanked.WriteString(line[copied:])
	return blanked.String()
}
