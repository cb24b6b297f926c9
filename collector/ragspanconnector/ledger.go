package ragspanconnector

import (
	"strings"
	"time"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/pmetric"

	"github.com/ragspan/ragspan/collector/internal/metricvalues"
)

// ledger is all that was counted, by application. Not for concurrent use.
type ledger struct {
	config  *Config
	byKey   map[string]*application
	inOrder []*application
}

func newLedger(config *Config) *ledger {
	return &ledger{config: config, byKey: map[string]*application{}}
}

// of gives the application of a resource; beyond max_services one that stands for all further ones.
func (l *ledger) of(resource []label, now time.Time) *application {
	key := keyOf(resource)
	found := l.byKey[key]
	if found == nil && len(l.byKey) >= l.config.MaxServices {
		resource = l.overflowResource()
		key = keyOf(resource)
		found = l.byKey[key]
	}
	if found == nil {
		found = newApplication(resource, now)
		l.byKey[key] = found
		l.inOrder = append(l.inOrder, found)
	}
	found.lastSeen = now
	return found
}

// overflowResource names service.name, or the first attribute that is kept.
func (l *ledger) overflowResource() []label {
	name := ""
	for _, one := range l.config.ResourceAttributes {
		if name == "" || one == serviceName {
			name = one
		}
	}
	if name == "" {
		return nil
	}
	return []label{{name, metricvalues.Overflow}}
}

// keptOf reads what is kept of a resource.
func keptOf(resource pcommon.Resource, names []string) []label {
	var kept []label
	for _, name := range names {
		value, isThere := resource.Attributes().Get(name)
		if !isThere {
			continue
		}
		kept = withLabel(kept, name, scalarText(value))
	}
	return kept
}

// scalarText is empty for what is no scalar.
func scalarText(value pcommon.Value) string {
	switch value.Type() {
	case pcommon.ValueTypeStr:
		return strings.Clone(metricvalues.Short(value.Str()))
	case pcommon.ValueTypeBool, pcommon.ValueTypeInt, pcommon.ValueTypeDouble:
		return value.AsString()
	case pcommon.ValueTypeEmpty, pcommon.ValueTypeMap, pcommon.ValueTypeSlice, pcommon.ValueTypeBytes:
	}
	return ""
}

func (l *ledger) metrics(now time.Time) pmetric.Metrics {
	metrics := pmetric.NewMetrics()
	metrics.ResourceMetrics().EnsureCapacity(len(l.inOrder))
	for _, one := range l.inOrder {
		one.writeTo(metrics, now)
	}
	return metrics
}

func (l *ledger) accepted() {
	for _, one := range l.inOrder {
		one.accepted()
	}
}

func (l *ledger) withholds() bool {
	for _, one := range l.inOrder {
		if one.withholds() {
			return true
		}
	}
	return false
}

// expire forgets applications of which nothing came for series_expiration; one that comes again begins at
// zero, with a start time of its own. What was counted and not told stays.
func (l *ledger) expire(now time.Time) {
	if l.config.SeriesExpiration <= 0 {
		return
	}
	var kept []*application
	for _, one := range l.inOrder {
		if now.Sub(one.lastSeen) < l.config.SeriesExpiration || one.withholds() {
			kept = append(kept, one)
			continue
		}
		delete(l.byKey, keyOf(one.resource))
	}
	l.inOrder = kept
}
