package contentdigest_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/plog"

	"github.com/ragspan/ragspan/collector/internal/contentdigest"
	"github.com/ragspan/ragspan/collector/internal/model"
)

func TestALogRecordLosesTheTextOfItsBodyAndAttributes(t *testing.T) {
	logs := plog.NewLogs()
	record := logs.ResourceLogs().AppendEmpty().ScopeLogs().AppendEmpty().LogRecords().AppendEmpty()
	record.SetEventName("gen_ai.user.message")
	record.Body().SetEmptyMap().PutStr("content", "where is my refund, please")
	record.Attributes().PutStr("content", "the ledger says PENDING today")
	record.Attributes().PutStr("gen_ai.system", "openai")
	for range 2 {
		contentdigest.RewriteLogRecord(record, model.NewTextHash("key"))
		wire, err := (&plog.ProtoMarshaler{}).MarshalLogs(logs)
		require.NoError(t, err)
		assert.NotContains(t, string(wire), "my refund")
		assert.NotContains(t, string(wire), "PENDING")
		kept := record.Attributes().AsRaw()
		assert.Equal(t, "openai", kept["gen_ai.system"])
		assert.Len(t, kept["body.sha256"], 64)
		assert.Len(t, kept["content.sha256"], 64)
		assert.NotZero(t, kept["body.bytes"])
		assert.Equal(t, model.NewTextHash("key").KeyName, kept["ragspan.hash.key"])
	}
}

func TestOtherLogRecordsAreNotChanged(t *testing.T) {
	record := plog.NewLogRecord()
	record.Body().SetStr("started")
	record.Attributes().PutStr("content", "a line of the application")
	contentdigest.RewriteLogRecord(record, model.TextHash{})
	assert.Equal(t, "started", record.Body().Str())
	assert.Equal(t, map[string]any{"content": "a line of the application"}, record.Attributes().AsRaw())
}
