package files_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ragspan/ragspan/collector/internal/files"
	"github.com/ragspan/ragspan/collector/internal/model"
)

func TestVerdictsAreSortedIndentedAndWithoutWhatDoesNotApply(t *testing.T) {
	verdict := &model.RunVerdict{
		TraceID: "t", RunID: "a\u2028<b>", Verdict: model.VerdictUnknown, Explanation: "x",
		Candidates: []model.VerdictName{model.VerdictH1, model.VerdictH2},
		Chunks:     &model.ChunkCounts{Retrieved: 1, Distinct: 1, ByFate: map[model.Fate]int64{model.FateSent: 1, model.FateCut: 0}},
		Audit:      model.Audit{model.FindingMisquoted: 0},
	}
	assert.Equal(t, `{
  "runs": [
    {
      "candidates": [
        "H1",
        "H2"
      ],
      "chunks": {
        "distinct": 1,
        "retrieved": 1,
        "sent": 1
      },
      "explanation": "x",
      "run_id": "a\u2028<b>",
      "trace_id": "t",
      "verdict": "UNKNOWN"
    }
  ],
  "version": 1
}
`, files.VerdictJSON([]*model.RunVerdict{verdict}))
	assert.Equal(t, "{\n  \"version\": 1\n}\n", files.VerdictJSON(nil))
}
