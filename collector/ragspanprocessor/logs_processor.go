package ragspanprocessor

import (
	"context"
	"sync"

	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/consumer"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/processor"

	"github.com/ragspan/ragspan/collector/internal/contentdigest"
	"github.com/ragspan/ragspan/collector/internal/model"
	"github.com/ragspan/ragspan/collector/internal/pending"
	"github.com/ragspan/ragspan/collector/internal/records"
	"github.com/ragspan/ragspan/collector/internal/translator"
)

// logsProcessor reads GenAI events that travel as log records, for the traces pipelines of the same
// configuration; the records go on as they came, or as digests.
type logsProcessor struct {
	config *Config
	next   consumer.Logs
	clock  clock
	guard  *guard
	events *logEvents
	hash   model.TextHash
	once   sync.Once
}

func newLogsProcessor(settings processor.Settings, config *Config, next consumer.Logs, clock clock) *logsProcessor {
	return &logsProcessor{
		config: config, next: next, clock: clock, events: joinLogEvents(config, true),
		guard: &guard{logger: settings.Logger, onFault: func() {}},
		hash:  model.NewTextHash(string(config.HashKey)),
	}
}

// Capabilities: captured text may be taken off.
func (p *logsProcessor) Capabilities() consumer.Capabilities {
	return consumer.Capabilities{MutatesData: p.config.Content == ContentDigest}
}

// Start does nothing: the traces pipeline decides.
func (*logsProcessor) Start(context.Context, component.Host) error { return nil }

// Shutdown leaves what is shared; a second call does nothing.
func (p *logsProcessor) Shutdown(context.Context) error {
	p.once.Do(func() { leaveLogEvents(p.config) })
	return nil
}

// ConsumeLogs hands on at once.
func (p *logsProcessor) ConsumeLogs(ctx context.Context, logs plog.Logs) error {
	p.guard.run("reading log records", func() { p.read(logs) })
	return p.next.ConsumeLogs(ctx, logs)
}

func (p *logsProcessor) read(logs plog.Logs) {
	now := p.clock.now().UnixNano()
	for _, ofResource := range logs.ResourceLogs().All() {
		for _, ofScope := range ofResource.ScopeLogs().All() {
			for _, record := range ofScope.LogRecords().All() {
				if !concernsUs(record) {
					continue
				}
				event, namesSpan := records.FromLogRecord(record)
				if namesSpan {
					key := pending.SpanKey{Trace: pending.TraceID(record.TraceID()), Span: pending.SpanID(record.SpanID())}
					p.events.add(key, event.Event, records.SizeOfEvent(&event.Event), now)
				}
				if p.config.Content == ContentDigest {
					contentdigest.RewriteLogRecord(record, p.hash)
				}
			}
		}
	}
}

// concernsUs looks at the name and at the names of attributes alone.
func concernsUs(record plog.LogRecord) bool {
	name := record.EventName()
	if name == "" {
		if value, isThere := record.Attributes().Get("event.name"); isThere && value.Type() == pcommon.ValueTypeStr {
			name = value.Str()
		}
	}
	if translator.IsDialectEvent(name) {
		return true
	}
	for key := range record.Attributes().All() {
		if translator.IsDialectKey(key) {
			return true
		}
	}
	return false
}
