package attribution

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// The claim audit (spec §6): counts, on every run, what an answer says of its sources that the bytes do
// not bear out. Never a verdict.

type auditInput struct {
	output *outputText
	// segments are the texts of all segments of the calls that contribute.
	segments []string
	// isContextWhole false: telemetry may have changed the bytes, so that "not in the sent context"
	// proves nothing.
	isContextWhole bool
	isOutputWhole  bool
	// items are the log: handed on, and the other candidates after them.
	items []auditItem
	// labels: none when the assembly issued none.
	labels []issuedLabel
	// urls in the metadata of the log's items.
	urls []string
}

// auditClaims gives the findings that are not zero; nothing when the context has no text.
func auditClaims(input *auditInput) model.Audit {
	segments := slices.DeleteFunc(slices.Clone(input.segments), func(text string) bool { return text == "" })
	counts := model.Audit{}
	if len(segments) == 0 {
		return counts
	}
	auditCitations(input.output, input.labels, input.items, input.isOutputWhole, counts)
	if input.isContextWhole && input.isOutputWhole {
		counts[model.FindingMisquoted] = int64(countMisquoted(input.output, segments))
		counts[model.FindingUnknownURL] = int64(countUnknownURLs(input.output, segments, input.urls))
	}
	for finding, count := range counts {
		if count == 0 {
			delete(counts, finding)
		}
	}
	return counts
}

const minQuotedCodePoints = 20

func countMisquoted(output *outputText, segments []string) int {
	var quoted []string
	for _, passage := range output.passages() {
		for _, text := range quotations(passage) {
			if text = TrimWhiteSpace(text); utf8.RuneCountInString(text) >= minQuotedCodePoints {
				quoted = append(quoted, text)
			}
		}
	}
	// What stands there byte for byte needs no folding; beyond a few, asking one by one costs more.
	if len(quoted) <= few {
		quoted = slices.DeleteFunc(quoted, func(text string) bool { return standsAsIs(withoutLastStop(text), segments) })
	}
	if len(quoted) == 0 {
		return 0
	}
	unseen := make([]string, len(quoted))
	for at, text := range quoted {
		unseen[at] = withoutLastStop(plainWords(text))
	}
	misquoted := absentTexts(unseen, allPlainWords(segments))
	if len(misquoted) == 0 {
		return 0
	}
	return len(absentTexts(misquoted, allPlainWords(decodedSegments(segments))))
}

var straightQuotes = strings.NewReplacer(
	"*", "", "_", "", "`", "",
	"“", `"`, "”", `"`, "„", `"`, "‟", `"`, "«", `"`, "»", `"`,
	"‘", "'", "‚", "'", "‛", "'",
)

// plainWords is either side of the comparison: NFC, folded, straight quotes, no emphasis.
func plainWords(text string) string {
	return TrimWhiteSpace(FoldedString(straightQuotes.Replace(text), false))
}

func allPlainWords(texts []string) []string {
	plain := make([]string, len(texts))
	for at, text := range texts {
		plain[at] = plainWords(text)
	}
	return plain
}

func withoutLastStop(text string) string {
	if strings.HasSuffix(text, ".") || strings.HasSuffix(text, ",") {
		return text[:len(text)-1]
	}
	return text
}

// standsAsIs: byte for byte, and no mark at an edge would make another letter of the one before it.
func standsAsIs(text string, segments []string) bool {
	if first, _ := utf8.DecodeRuneInString(text); isGroupExtender(first) {
		return false
	}
	sought := prepareNeedle(text)
	return slices.ContainsFunc(segments, func(segment string) bool {
		return sought.find(segment, 0, func(at int) bool {
			after, _ := utf8.DecodeRuneInString(segment[at+len(text):])
			return !isGroupExtender(after)
		}) >= 0
	})
}

func countUnknownURLs(output *outputText, segments, urls []string) int {
	var stated []string
	for _, passage := range output.passages() {
		stated = append(stated, statedURLs(passage)...)
	}
	if len(stated) == 0 {
		return 0
	}
	unseen := absentTexts(stated, slices.Concat(segments, urls))
	if len(unseen) == 0 {
		return 0
	}
	return len(absentTexts(unseen, decodedSegments(segments)))
}

// decodedSegments are what segments say once their JSON escapes are decoded: that form is presence,
// too (spec §4).
func decodedSegments(segments []string) []string {
	var decoded []string
	for _, text := range segments {
		if strings.Contains(text, `\`) {
			for _, one := range jsonReadings(newRawReading(text)) {
				decoded = append(decoded, one.text)
			}
		}
	}
	return decoded
}
