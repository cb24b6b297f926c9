package files

import (
	"slices"
	"strings"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// VerdictJSON is the JSON form of verdicts (spec §14), the same bytes from both languages: keys sorted,
// two-space indent, one LF at the end, what does not apply left out, no empty array.
func VerdictJSON(verdicts []*model.RunVerdict) string {
	runs := make([]model.Value, len(verdicts))
	for at, verdict := range verdicts {
		runs[at] = verdictValue(verdict)
	}
	return CanonicalJSON(model.ObjectOf("version", 1.0, "runs", runs))
}

// CanonicalJSON is any value in that form. Absent members and empty arrays are left out.
func CanonicalJSON(value model.Value) string {
	return string(append(appendCanonical(nil, value, 0), '\n'))
}

func appendCanonical(to []byte, value model.Value, depth int) []byte {
	switch held := value.(type) {
	case []model.Value:
		if len(held) == 0 {
			return append(to, "[]"...)
		}
		to = append(to, '[')
		for at, one := range held {
			to = appendCanonical(appendLine(to, at, depth+1), one, depth+1)
		}
		return append(appendIndent(to, depth), ']')
	case *model.Object:
		var keys []string
		for key, one := range held.All() {
			if list, isList := one.([]model.Value); one != nil && (!isList || len(list) > 0) {
				keys = append(keys, key)
			}
		}
		if len(keys) == 0 {
			return append(to, "{}"...)
		}
		slices.Sort(keys)
		to = append(to, '{')
		for at, key := range keys {
			to = append(append(appendLine(to, at, depth+1), model.QuotedJSON(key)...), ": "...)
			to = appendCanonical(to, held.Get(key), depth+1)
		}
		return append(appendIndent(to, depth), '}')
	case string:
		return append(to, lineSeparators.Replace(model.QuotedJSON(held))...)
	}
	text, _ := model.JSONText(value)
	return append(to, text...)
}

func appendLine(to []byte, at, depth int) []byte {
	if at > 0 {
		to = append(to, ',')
	}
	return appendIndent(to, depth)
}

func appendIndent(to []byte, depth int) []byte {
	return append(append(to, '\n'), strings.Repeat("  ", depth)...)
}

// lineSeparators: a run id may hold them; both halves escape them.
var lineSeparators = strings.NewReplacer("\u2028", `\u2028`, "\u2029", `\u2029`)

// plain builds an object of what applies.
type plain struct{ *model.Object }

func newPlain() plain { return plain{model.NewObject(0)} }

func (p plain) text(key, value string) plain {
	if value != "" {
		p.Set(key, value)
	}
	return p
}

func (p plain) count(key string, value model.Optional[int64]) plain {
	if number, isSet := value.Get(); isSet {
		p.Set(key, float64(number))
	}
	return p
}

func (p plain) object(key string, value plain) plain {
	if value.Len() > 0 {
		p.Set(key, value.Object)
	}
	return p
}

func texts[T ~string](values []T) []model.Value {
	list := make([]model.Value, len(values))
	for at, value := range values {
		list[at] = string(value)
	}
	return list
}

func verdictValue(verdict *model.RunVerdict) *model.Object {
	made := newPlain().
		text("trace_id", verdict.TraceID).text("span_id", verdict.SpanID).text("run_id", verdict.RunID).
		text("answered_by", verdict.AnsweredBy).
		text("verdict", string(verdict.Verdict)).text("reason", string(verdict.Reason)).
		text("boundary", string(verdict.Boundary)).
		text("case", verdict.Case).count("cases_matched", verdict.CasesMatched).text("pattern", verdict.Pattern).
		text("outcome", string(verdict.Outcome)).text("loss", string(verdict.Loss)).text("route", string(verdict.Route)).
		text("explanation", verdict.Explanation)
	made.Set("candidates", texts(verdict.Candidates))
	if verdict.Evidence != nil {
		// With a case there is always something to say.
		made.Set("evidence", evidenceValue(verdict.Evidence).Object)
	}
	if chunks := verdict.Chunks; chunks != nil {
		counts := newPlain()
		counts.Set("retrieved", float64(chunks.Retrieved))
		counts.Set("distinct", float64(chunks.Distinct))
		for fate, count := range chunks.ByFate {
			if count > 0 {
				counts.Set(string(fate), float64(count))
			}
		}
		made.object("chunks", counts)
	}
	audit := newPlain()
	for finding, count := range verdict.Audit {
		if count > 0 {
			audit.Set(string(finding), float64(count))
		}
	}
	hashes := &verdict.SHA256
	return made.object("audit", audit).object("sha256", newPlain().
		text("input", hashes.Input).text("context", hashes.Context).text("output", hashes.Output).text("config", hashes.Config)).Object
}

func evidenceValue(evidence *model.Evidence) plain {
	made := newPlain().
		text("digest", evidence.Digest).count("length", evidence.Length).
		count("rank", evidence.Rank).text("stage", string(evidence.Stage)).count("candidates_seen", evidence.CandidatesSeen).
		count("top_k", evidence.TopK).text("top_k_source", string(evidence.TopKSource)).
		count("offset", evidence.Offset).count("message", evidence.Message).count("part", evidence.Part).
		text("form", string(evidence.Form)).count("kept_bytes", evidence.KeptBytes).count("planned_at", evidence.PlannedAt)
	if evidence.OffsetMismatch {
		made.Set("offset_mismatch", true)
	}
	if cut := evidence.Cut; cut != nil {
		made.object("cut", newPlain().count("at", cut.At).text("unit", string(cut.Unit)).text("side", string(cut.Side)))
	}
	if quote := evidence.Quote; quote != nil {
		made.Set("quote", model.ObjectOf("offset", float64(quote.Offset), "length", float64(quote.Length)))
	}
	made.Set("distractors", texts(evidence.Distractors))
	return made
}
