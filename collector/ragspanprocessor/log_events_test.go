package ragspanprocessor

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
)

func TestLogRecordsThatAreGivenUpAreCounted(t *testing.T) {
	rig := newRig(t, func(config *Config) { config.NumTraces = 2 })
	logs := plog.NewLogs()
	records := logs.ResourceLogs().AppendEmpty().ScopeLogs().AppendEmpty().LogRecords()
	for number := range byte(5) {
		record := records.AppendEmpty()
		record.SetEventName("gen_ai.user.message")
		record.SetTraceID(numbered(uint64(number)))
		record.SetSpanID(pcommon.SpanID{number + 1})
		record.Body().SetStr("a question")
	}
	rig.consumeLogs(logs)
	assert.Equal(t, 3.0, rig.count("ragspan.dropped", "ragspan.reason", "log_record"))
}
