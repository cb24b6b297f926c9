package ragspanconnector

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ragspan/ragspan/collector/internal/metricvalues"
	"github.com/ragspan/ragspan/collector/internal/semconv"
)

func TestTheReadmeNamesEveryOptionAndMetric(t *testing.T) {
	text, err := os.ReadFile("README.md")
	require.NoError(t, err)
	readme := string(text)
	var name func(prefix string, of reflect.Type)
	name = func(prefix string, of reflect.Type) {
		for field := range of.Fields() {
			option := prefix + field.Tag.Get("mapstructure")
			if field.Type.Kind() == reflect.Struct {
				name(option+"::", field.Type)
				continue
			}
			assert.Contains(t, readme, "| `"+option+"` |")
		}
	}
	name("", reflect.TypeFor[Config]())
	for _, metric := range []string{
		semconv.MetricVerdicts, semconv.MetricRuns, semconv.MetricChunks, semconv.MetricAuditFindings, semconv.MetricSpans,
		semconv.MetricContextSize,
	} {
		assert.Contains(t, readme, "| `"+metric+"` |")
	}
	// What it says of the words outside of the table, in the words of the code.
	assert.Positive(t, strings.Count(readme, "`"+metricvalues.Overflow+"`"))
}
