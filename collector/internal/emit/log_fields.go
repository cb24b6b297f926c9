package emit

import (
	"go.uber.org/zap"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// LogFields are the event as the fields of a log record, with the trace and the span it speaks of: the
// answering call, else the run's root.
func LogFields(verdict *model.RunVerdict, facts Facts) []zap.Field {
	spanID := verdict.AnsweredBy
	if spanID == "" {
		spanID = verdict.SpanID
	}
	list := &zapFields{[]zap.Field{zap.String("trace_id", verdict.TraceID), zap.String("span_id", spanID)}}
	eventFields(list, verdict, facts)
	return list.fields
}

type zapFields struct{ fields []zap.Field }

func (f *zapFields) text(name, value string) { f.fields = append(f.fields, zap.String(name, value)) }
func (f *zapFields) number(name string, value int64) {
	f.fields = append(f.fields, zap.Int64(name, value))
}
func (f *zapFields) flag(name string, value bool) { f.fields = append(f.fields, zap.Bool(name, value)) }
func (f *zapFields) texts(name string, values []string) {
	f.fields = append(f.fields, zap.Strings(name, values))
}
