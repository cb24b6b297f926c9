package contentdigest

import (
	"strings"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// bodyKey is where events keep a log record's body.
const bodyKey = "body"

// RewriteLogRecord takes captured text off a GenAI event that travels as a log record: its body becomes
// body.sha256 and body.bytes, its attributes as on a span event. Other records are not changed.
func RewriteLogRecord(record plog.LogRecord, hash model.TextHash) {
	name := record.EventName()
	if name == "" {
		if held, isThere := record.Attributes().Get("event.name"); isThere {
			name = held.AsString()
		}
	}
	if !strings.HasPrefix(name, "gen_ai.") {
		return
	}
	// The span takes what a rewriting says of the span itself: under which key was hashed.
	rewriting := &rewriting{span: ptrace.NewSpan(), hash: hash}
	isOurs := isOurEvaluation(record.Attributes())
	read := func(key string) keyReading { return readEventKey(name, key, isOurs) }
	taken := rewriting.take(record.Attributes(), read)
	if body := record.Body(); body.Type() != pcommon.ValueTypeEmpty && !isScalar(body) {
		taken.add(bodyKey, body, keyReading{of: otherContent}, otherContent)
		pcommon.NewValueEmpty().CopyTo(body)
	}
	if !taken.isAny {
		return
	}
	rewriting.isForeign = hasForeignHashes(record.Attributes(), hash)
	dropped := rewriting.writeHashes(record.Attributes(), taken, standIns{})
	record.SetDroppedAttributesCount(record.DroppedAttributesCount() + dropped)
	rewriting.span.Attributes().Range(func(key string, value pcommon.Value) bool {
		value.CopyTo(record.Attributes().PutEmpty(key))
		return true
	})
}
