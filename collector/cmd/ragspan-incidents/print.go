package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode"

	"github.com/ragspan/ragspan/collector/internal/incidentfiles"
)

// printText lists what was verified, one file a line, and says what was refused and what to do.
func printText(out, complaints io.Writer, found *findings) {
	rows := make([][]string, len(found.verified))
	widths := make([]int, 4)
	for at, file := range found.verified {
		rows[at] = []string{string(file.kind), escaped(file.id), escaped(file.says), timeWords(file.time), escaped(file.path)}
		for column := range widths {
			widths[column] = max(widths[column], len([]rune(rows[at][column])))
		}
	}
	for _, row := range rows {
		for column, width := range widths {
			fmt.Fprint(out, row[column], strings.Repeat(" ", width-len([]rune(row[column]))+2))
		}
		fmt.Fprintln(out, row[len(row)-1])
	}
	for _, one := range found.refused {
		fmt.Fprintf(complaints, "refused: %s\n", escaped(one.problem))
		if one.hint != "" {
			fmt.Fprintf(complaints, "         %s\n", one.hint)
		}
	}
	fmt.Fprintf(out, "%d verified, %d refused\n", len(found.verified), len(found.refused))
}

func timeWords(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return at.UTC().Format(time.RFC3339)
}

type jsonFile struct {
	File         string             `json:"file"`
	Kind         incidentfiles.Kind `json:"kind"`
	ID           string             `json:"id,omitempty"`
	Says         string             `json:"says"`
	Time         string             `json:"time,omitempty"`
	SHA256       string             `json:"sha256,omitempty"`
	FrozenSHA256 string             `json:"frozen_sha256,omitempty"`
}

type jsonRefused struct {
	File    string `json:"file"`
	Problem string `json:"problem"`
	Hint    string `json:"hint,omitempty"`
}

func printJSON(out io.Writer, found *findings) {
	made := struct {
		Verified []jsonFile    `json:"verified"`
		Refused  []jsonRefused `json:"refused"`
	}{[]jsonFile{}, []jsonRefused{}}
	for _, file := range found.verified {
		made.Verified = append(made.Verified, jsonFile{
			file.path, file.kind, file.id, file.says, timeWords(file.time), file.seal, file.frozen,
		})
	}
	for _, one := range found.refused {
		made.Refused = append(made.Refused, jsonRefused{one.path, one.problem, one.hint})
	}
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	// The values are texts alone; a reader that has gone is no error of ours.
	_ = encoder.Encode(made)
}

// escaped makes text out of a file safe for a terminal, as src/cli/escape-text.ts does.
func escaped(text string) string {
	var to strings.Builder
	for _, point := range text {
		if isUnsafe(point) {
			fmt.Fprintf(&to, `\u{%x}`, point)
		} else {
			to.WriteRune(point)
		}
	}
	return to.String()
}

func isUnsafe(point rune) bool {
	const zeroWidthJoiner = 0x200D
	switch {
	case unicode.In(point, unicode.Cc, unicode.Zl, unicode.Zp), point != zeroWidthJoiner && unicode.Is(unicode.Cf, point):
		return true
	case point >= 0xE0000 && point <= 0xE0FFF:
		return true
	}
	return strings.ContainsRune("\u115f\u1160\u3164\uffa0\ufffe\uffff", point)
}
