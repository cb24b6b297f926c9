package ragspanprocessor

import (
	"os"
	"reflect"
	"regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The table of options names every option, once, and no other.
func TestReadmeNamesEveryOption(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	require.NoError(t, err)
	var told []string
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z_]+)` \\| .* \\| .* \\|$").FindAllStringSubmatch(string(readme), -1) {
		told = append(told, row[1])
	}
	var options []string
	for field := range reflect.TypeFor[Config]().Fields() {
		options = append(options, field.Tag.Get("mapstructure"))
	}
	slices.Sort(told)
	slices.Sort(options)
	assert.Equal(t, options, told)
}

// Every reason that is counted is explained.
func TestReadmeNamesEveryReasonOfDropped(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	require.NoError(t, err)
	for _, reason := range []string{droppedLate, droppedEvicted, droppedRefused, droppedJournal, droppedFault, droppedLogRecord} {
		assert.Contains(t, string(readme), "| `"+reason+"` |")
	}
}
