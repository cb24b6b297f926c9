package ragspanprocessor

import (
	"testing"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
)

// sumOf adds up the data points that have the attributes, given as name, value, name, value.
func sumOf(t testing.TB, data metricdata.Aggregation, attributes []string) float64 {
	t.Helper()
	total := 0.0
	switch sum := data.(type) {
	case metricdata.Sum[float64]:
		for _, point := range sum.DataPoints {
			if hasAll(point.Attributes, attributes) {
				total += point.Value
			}
		}
	case metricdata.Sum[int64]:
		for _, point := range sum.DataPoints {
			if hasAll(point.Attributes, attributes) {
				total += float64(point.Value)
			}
		}
	default:
		t.Fatalf("%T is no sum", data)
	}
	return total
}

func hasAll(set attribute.Set, attributes []string) bool {
	for at := 0; at+1 < len(attributes); at += 2 {
		if value, isThere := set.Value(attribute.Key(attributes[at])); !isThere || value.AsString() != attributes[at+1] {
			return false
		}
	}
	return true
}
