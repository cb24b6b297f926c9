package ragspanprocessor

import (
	"slices"
	"sync"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"github.com/ragspan/ragspan/collector/internal/metricvalues"
)

// series are the cumulative values of one metric. A reader sees each at zero before it sees it grow: a
// rate over a series that begins at one has no value until the second run.
type series struct {
	// mostOptional series have labels beyond the closed ones.
	mostOptional int
	optional     int
	mutex        sync.Mutex
	values       map[attribute.Distinct]*oneSeries
}

type oneSeries struct {
	labels metric.MeasurementOption
	value  float64
	isSeen bool
}

// add grows a series; zero makes it known.
func (s *series) add(value float64, labels ...attribute.KeyValue) { s.addWith(value, labels, nil) }

// addWith has optional labels as well. Where there is no room for one more series with such they are overflow,
// and then left out: the count by the closed ones is exact in any case.
func (s *series) addWith(value float64, closed, optional []attribute.KeyValue) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if len(optional) == 0 {
		s.of(closed).value += value
		return
	}
	one := s.ofOptional(closed, optional, s.mostOptional/2)
	if one == nil {
		one = s.ofOptional(closed, overflowing(optional), s.mostOptional)
	}
	if one == nil {
		one = s.of(closed)
	}
	one.value += value
}

// ofOptional is nil when the series would be a new one beyond so many.
func (s *series) ofOptional(closed, optional []attribute.KeyValue, most int) *oneSeries {
	labels := append(slices.Clip(closed), optional...)
	set := attribute.NewSet(labels...)
	if one := s.values[set.Equivalent()]; one != nil {
		return one
	}
	if s.optional >= most {
		return nil
	}
	s.optional++
	return s.of(labels)
}

func (s *series) of(labels []attribute.KeyValue) *oneSeries {
	set := attribute.NewSet(labels...)
	one := s.values[set.Equivalent()]
	if one == nil {
		if s.values == nil {
			s.values = map[attribute.Distinct]*oneSeries{}
		}
		one = &oneSeries{labels: metric.WithAttributeSet(set)}
		s.values[set.Equivalent()] = one
	}
	return one
}

func overflowing(labels []attribute.KeyValue) []attribute.KeyValue {
	all := make([]attribute.KeyValue, len(labels))
	for at, one := range labels {
		all[at] = attribute.String(string(one.Key), metricvalues.Overflow)
	}
	return all
}

// observe tells all to a reader.
func (s *series) observe(tell func(value float64, labels metric.MeasurementOption)) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for _, one := range s.values {
		if one.isSeen {
			tell(one.value, one.labels)
			continue
		}
		one.isSeen = true
		tell(0, one.labels)
	}
}
