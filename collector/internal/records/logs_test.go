package records_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"

	"github.com/ragspan/ragspan/collector/internal/model"
	"github.com/ragspan/ragspan/collector/internal/records"
)

func logRecord(fill func(plog.LogRecord)) plog.LogRecord {
	record := plog.NewLogRecord()
	record.SetTraceID(traceID)
	record.SetSpanID(spanID)
	fill(record)
	return record
}

func TestALogRecordBecomesAnEventWithItsBody(t *testing.T) {
	event, namesSpan := records.FromLogRecord(logRecord(func(record plog.LogRecord) {
		record.SetObservedTimestamp(9)
		record.SetDroppedAttributesCount(1)
		record.Attributes().PutStr("event.name", "gen_ai.user.message")
		record.Attributes().PutStr("body", "hidden")
		record.Body().SetEmptyMap().PutStr("content", "Hi")
	}))
	require.True(t, namesSpan)
	assert.Equal(t, records.LogEvent{TraceID: traceText, SpanID: spanText, Event: model.SpanEvent{
		Name: "gen_ai.user.message", TimeUnixNano: 9, DroppedAttributesCount: 1,
		Attributes: model.ObjectOf("event.name", "gen_ai.user.message", "body", model.ObjectOf("content", "Hi")),
	}}, event)
	event, _ = records.FromLogRecord(logRecord(func(record plog.LogRecord) {
		record.SetEventName("gen_ai.choice")
		record.SetTimestamp(3)
		record.SetObservedTimestamp(9)
		record.Attributes().PutStr("event.name", "other")
	}))
	assert.Equal(t, "gen_ai.choice", event.Event.Name)
	assert.Equal(t, uint64(3), event.Event.TimeUnixNano)
	assert.False(t, event.Event.Attributes.Has("body"))
	_, namesSpan = records.FromLogRecord(logRecord(func(record plog.LogRecord) { record.SetSpanID(pcommon.SpanID{}) }))
	assert.False(t, namesSpan)
}

func TestLogRecordsStandBehindTheEventsOfTheirSpanInOrderOfTime(t *testing.T) {
	traces, span := oneSpan()
	span.Events().AppendEmpty().SetName("event")
	logs := plog.NewLogs()
	ofScope := logs.ResourceLogs().AppendEmpty().ScopeLogs().AppendEmpty()
	for _, one := range []struct {
		name string
		time pcommon.Timestamp
	}{{"late", 5}, {"early", 2}, {"early too", 2}} {
		logRecord(func(record plog.LogRecord) {
			record.SetEventName(one.name)
			record.SetTimestamp(one.time)
		}).CopyTo(ofScope.LogRecords().AppendEmpty())
	}
	stray := ofScope.LogRecords().AppendEmpty()
	stray.SetTraceID(traceID)
	stray.SetSpanID(pcommon.SpanID{9})

	got := records.FromTraces(traces)
	records.AddLogEvents(got, records.FromLogs(logs))
	var names []string
	for _, event := range got[0].Events {
		names = append(names, event.Name)
	}
	assert.Equal(t, []string{"event", "early", "early too", "late"}, names)
	records.AddLogEvents(got, nil)
	assert.Len(t, got[0].Events, 4)
}
