package ragspanconnector

import (
	"strings"
	"time"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/pmetric"
)

// untold is no value that a sum has.
const untold = -1

// label is one attribute of a series.
type label struct{ name, value string }

// family is all series of one cumulative monotonic sum of one application.
type family struct {
	name, unit, description string
	byKey                   map[string]*sumSeries
	// In order of their first sight, so that a flush is the same from run to run.
	inOrder []*sumSeries
}

func newFamily(name, unit, description string) *family {
	return &family{name: name, unit: unit, description: description, byKey: map[string]*sumSeries{}}
}

// sumSeries is one of them. It is told at zero once before it is told to have grown: a rate over a series
// that begins at one has no value until the second run.
type sumSeries struct {
	labels []label
	start  time.Time
	value  float64
	// What the flush under way says, and what the last one said that was taken; −1: none yet.
	written, told float64
	exemplars     exemplars
}

func (f *family) has(labels []label) bool {
	return f.byKey[keyOf(labels)] != nil
}

// add grows a series; by zero makes it known.
func (f *family) add(by float64, labels []label, now time.Time) *sumSeries {
	key := keyOf(labels)
	series := f.byKey[key]
	if series == nil {
		series = &sumSeries{labels: labels, start: now, written: untold, told: untold}
		f.byKey[key] = series
		f.inOrder = append(f.inOrder, series)
	}
	series.value += by
	return series
}

// keyOf: a NUL between parts; one within a value can only join series, never panic or grow.
func keyOf(labels []label) string {
	var key strings.Builder
	for _, one := range labels {
		key.WriteString(one.name)
		key.WriteByte(0)
		key.WriteString(one.value)
		key.WriteByte(0)
	}
	return key.String()
}

func (f *family) writeTo(metrics pmetric.MetricSlice, now time.Time) {
	if len(f.inOrder) == 0 {
		return
	}
	metric := metrics.AppendEmpty()
	metric.SetName(f.name)
	metric.SetUnit(f.unit)
	metric.SetDescription(f.description)
	sum := metric.SetEmptySum()
	sum.SetIsMonotonic(true)
	sum.SetAggregationTemporality(pmetric.AggregationTemporalityCumulative)
	sum.DataPoints().EnsureCapacity(len(f.inOrder))
	for _, series := range f.inOrder {
		point := sum.DataPoints().AppendEmpty()
		point.SetStartTimestamp(pcommon.NewTimestampFromTime(series.start))
		point.SetTimestamp(pcommon.NewTimestampFromTime(now))
		point.Attributes().EnsureCapacity(len(series.labels))
		for _, one := range series.labels {
			point.Attributes().PutStr(one.name, one.value)
		}
		if series.told == untold {
			series.written = 0
			point.SetDoubleValue(0)
			continue
		}
		series.written = series.value
		point.SetDoubleValue(series.value)
		series.exemplars.writeTo(point.Exemplars())
	}
}

// accepted: what was written reached the next consumer. A series that began since is not among it.
func (f *family) accepted() {
	for _, series := range f.inOrder {
		series.told = series.written
	}
}

// withholds tells whether something was counted that no flush has told.
func (f *family) withholds() bool {
	for _, series := range f.inOrder {
		if series.value > max(series.told, 0) {
			return true
		}
	}
	return false
}
