package ragspanprocessor

import (
	"sync"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
)

// series are the cumulative values of one metric. A reader sees each at zero before it sees it grow: a
// rate over a series that begins at one has no value until the second run.
type series struct {
	mutex  sync.Mutex
	values map[attribute.Distinct]*oneSeries
}

type oneSeries struct {
	labels metric.MeasurementOption
	value  float64
	isSeen bool
}

// add grows a series; zero makes it known.
func (s *series) add(value float64, attributes ...attribute.KeyValue) {
	set := attribute.NewSet(attributes...)
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.values == nil {
		s.values = map[attribute.Distinct]*oneSeries{}
	}
	one := s.values[set.Equivalent()]
	if one == nil {
		one = &oneSeries{labels: metric.WithAttributeSet(set)}
		s.values[set.Equivalent()] = one
	}
	one.value += value
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
