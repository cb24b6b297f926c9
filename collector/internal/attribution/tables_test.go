package attribution

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ragspan/ragspan/collector/internal/vectors"
)

func readFile(t *testing.T, path ...string) string {
	t.Helper()
	root, err := vectors.Root()
	require.NoError(t, err)
	text, err := os.ReadFile(filepath.Join(append([]string{root}, path...)...))
	require.NoError(t, err)
	return string(text)
}

func TestTheRefusalsAreTheListThatBothHalvesRead(t *testing.T) {
	assert.Equal(t, readFile(t, "data", "refusals.txt"), builtinRefusals, "run node scripts/make-refusals.mjs")
}

func TestTheUnicodeTablesAreThoseOfTheOtherHalf(t *testing.T) {
	other := readFile(t, "src", "attribution", "text", "unicode-tables.ts")
	assert.Contains(t, other, "'"+categoryRuns+"'", "run node scripts/make-unicode-tables.mjs")
	assert.Contains(t, other, "'"+lowerRuns+"'", "run node scripts/make-unicode-tables.mjs")
}

func TestEveryBuiltInRefusalIsOneAtTheStartOfAnAnswer(t *testing.T) {
	count := 0
	for _, same := range phrases() {
		for _, one := range same {
			count++
			assert.True(t, isRefusal(newOutputText(one.text+"."), nil, false), one.text)
		}
	}
	assert.Greater(t, count, 500)
}

func TestARefusalFarFromTheStartIsNone(t *testing.T) {
	const opening = "The refund was processed on September 2 and you will find it on your statement within a few days, as the bank says, whichever card you paid with, and whatever "
	assert.True(t, isRefusal(newOutputText("Sorry, I could not find that."), nil, false))
	assert.False(t, isRefusal(newOutputText(opening+"I could not find that."), nil, false))
	assert.True(t, isRefusal(newOutputText("Yes."), nil, true), "the application's own word")
}

func TestClassesOfUnicode15(t *testing.T) {
	assert.True(t, isAssigned(0x31350), "assigned in 15.0")
	assert.False(t, isAssigned(0x378))
	assert.False(t, isAssigned(0x2EBF0), "assigned in 15.1 only")
	assert.True(t, isLetterOrDigit('é'))
	assert.True(t, isLetterOrDigit('٣'))
	assert.False(t, isLetterOrDigit('_'))
	assert.True(t, isGroupExtender(0x301))
	assert.True(t, isGroupExtender(0x1161))
	assert.Equal(t, rune(0x130), toLowerCase(0x130))
	assert.Equal(t, 'σ', toLowerCase('ς'))
	assert.Equal(t, 'ß', toLowerCase('ẞ'))
}
