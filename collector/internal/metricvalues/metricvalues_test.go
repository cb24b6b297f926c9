package metricvalues_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"

	"github.com/ragspan/ragspan/collector/internal/metricvalues"
	"github.com/ragspan/ragspan/collector/internal/model"
)

func TestValuesBeyondTheCapAreOverflow(t *testing.T) {
	capped := metricvalues.NewCappedValues(2)
	got, isNew := capped.Of("a")
	assert.Equal(t, "a", got)
	assert.True(t, isNew)
	_, _ = capped.Of("b")
	got, isNew = capped.Of("c")
	assert.Equal(t, metricvalues.Overflow, got)
	assert.False(t, isNew)
	got, isNew = capped.Of("a")
	assert.Equal(t, "a", got)
	assert.False(t, isNew)
}

func TestAValueIsShortAndWellFormed(t *testing.T) {
	for _, value := range []string{strings.Repeat("ä", 1000), strings.Repeat("\xff", 1<<20), strings.Repeat("\xffa", 1000), "x" + strings.Repeat("𝄞", 100), "ok\xc3"} {
		short := metricvalues.Short(value)
		assert.True(t, utf8.ValidString(short))
		assert.LessOrEqual(t, len(short), 256)
	}
	assert.Equal(t, "x"+strings.Repeat("𝄞", 63), metricvalues.Short("x"+strings.Repeat("𝄞", 100)), "no character is split")
	assert.Equal(t, "as it is", metricvalues.Short("as it is"))
}

func TestAWordOutsideOfItsSetIsOverflow(t *testing.T) {
	cut := metricvalues.ReasonsOf(model.VerdictH2)
	assert.Equal(t, "cut", metricvalues.Closed(model.ReasonCut, cut))
	assert.Equal(t, metricvalues.Overflow, metricvalues.Closed(model.ReasonTimeout, cut))
	assert.Empty(t, metricvalues.Closed("", cut), "left out")
	for _, verdict := range []model.VerdictName{model.VerdictHold, model.VerdictUndeclared, "made up"} {
		assert.Empty(t, metricvalues.ReasonsOf(verdict))
	}
}

func TestACountThatNoRunHasIsNone(t *testing.T) {
	assert.True(t, metricvalues.IsCount(1))
	assert.True(t, metricvalues.IsCount(1_000_000))
	for _, count := range []int64{-1, 0, 1_000_001, 1 << 62} {
		assert.False(t, metricvalues.IsCount(count))
	}
}
