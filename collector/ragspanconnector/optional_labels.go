package ragspanconnector

import (
	"encoding/hex"

	"github.com/ragspan/ragspan/collector/internal/emit"
	"github.com/ragspan/ragspan/collector/internal/metricvalues"
	"github.com/ragspan/ragspan/collector/internal/semconv"
)

// answeringCall gives the call that the verdict names, which stands in the same trace.
func answeringCall(bearer spanID, run *emit.Existing) (spanID, bool) {
	call := spanID{trace: bearer.trace}
	if len(run.Answered) != 2*len(call.span) {
		return call, false
	}
	_, err := hex.Decode(call.span[:], []byte(run.Answered))
	return call, err == nil
}

// optionalLabels are the case, and what is opted in to, each with its cap: of the answering call or the
// verdict's own span, else the first that the trace said.
func (c *counter) optionalLabels(of *application, span *seenSpan, run *emit.Existing, answeringModel string) []label {
	var labels []label
	if run.Case != "" {
		shown, _ := of.cases.Of(run.Case)
		labels = append(labels, label{semconv.VerdictCaseID, shown})
	}
	ofTrace, _ := c.offered.get(span.id.trace)
	for _, name := range c.config.MetricAttributes {
		value := span.offered[name]
		if name == semconv.GenAIRequestModel && answeringModel != "" {
			value = answeringModel
		}
		if value == "" {
			value = ofTrace[name]
		}
		if value == "" {
			continue
		}
		if of.optedIn[name] == nil {
			of.optedIn[name] = metricvalues.NewCappedValues(maxOptedIn)
		}
		shown, _ := of.optedIn[name].Of(value)
		labels = append(labels, label{name, shown})
	}
	return labels
}

// within keeps max_series_per_service: a series beyond it is counted with the optional labels as overflow, so
// that the verdicts stay exact.
func (c *counter) within(of *family, fixed, optional []label) []label {
	if len(optional) == 0 {
		return fixed
	}
	labels := append(fixed[:len(fixed):len(fixed)], optional...)
	if len(of.inOrder) < c.config.MaxSeriesPerService || of.has(labels) {
		return labels
	}
	for at := len(fixed); at < len(labels); at++ {
		labels[at].value = metricvalues.Overflow
	}
	return labels
}

func withoutCase(labels []label) []label {
	if len(labels) > 0 && labels[0].name == semconv.VerdictCaseID {
		return labels[1:]
	}
	return labels
}
