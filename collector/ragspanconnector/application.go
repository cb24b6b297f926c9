package ragspanconnector

import (
	"time"

	"go.opentelemetry.io/collector/pdata/pmetric"

	"github.com/ragspan/ragspan/collector/internal/emit"
	"github.com/ragspan/ragspan/collector/internal/metricvalues"
	"github.com/ragspan/ragspan/collector/internal/model"
	"github.com/ragspan/ragspan/collector/internal/semconv"
)

const (
	maxCases   = 200
	maxOptedIn = 50
)

var fromCollector = label{semconv.VerdictOrigin, emit.OriginCollector}

// application is one service as its resource names it, and what was counted of it.
type application struct {
	resource []label
	lastSeen time.Time

	verdicts, runs, chunks, findings, spans *family
	contextSize                             *sizeHistogram

	cases   *metricvalues.CappedValues
	optedIn map[string]*metricvalues.CappedValues
}

// newApplication begins the closed set of its series at zero: a ratio of rates has a value from the first
// run on.
func newApplication(resource []label, now time.Time) *application {
	made := &application{
		resource: resource, lastSeen: now,
		verdicts:    newFamily(semconv.MetricVerdicts, "{run}", "Runs by verdict."),
		runs:        newFamily(semconv.MetricRuns, "{run}", "Runs by loss and outcome, with or without a case."),
		chunks:      newFamily(semconv.MetricChunks, "{chunk}", "Chunks handed on by retrieval, by what became of them."),
		findings:    newFamily(semconv.MetricAuditFindings, "{finding}", "Findings of the claim audit."),
		spans:       newFamily(semconv.MetricSpans, "{span}", "Spans read, by kind and dialect."),
		contextSize: newSizeHistogram(now),
		cases:       metricvalues.NewCappedValues(maxCases), optedIn: map[string]*metricvalues.CappedValues{},
	}
	for _, verdict := range metricvalues.VerdictNames {
		reasons := metricvalues.ReasonsOf(verdict)
		if len(reasons) == 0 {
			reasons = []model.Reason{""}
		}
		for _, reason := range reasons {
			made.verdicts.add(0, verdictLabels(verdict, string(reason)), now)
		}
	}
	for _, loss := range model.Losses {
		for _, outcome := range metricvalues.Outcomes {
			made.runs.add(0, runLabels(string(loss), string(outcome)), now)
		}
	}
	for _, fate := range model.Fates {
		made.chunks.add(0, []label{{semconv.AttributeFate, string(fate)}}, now)
	}
	for _, finding := range model.Findings {
		made.findings.add(0, []label{{semconv.AttributeFinding, string(finding)}}, now)
	}
	return made
}

func verdictLabels(verdict model.VerdictName, reason string) []label {
	labels := []label{{semconv.VerdictVerdict, string(verdict)}, fromCollector}
	return withLabel(labels, semconv.VerdictReason, reason)
}

func runLabels(loss, outcome string) []label {
	labels := withLabel([]label{fromCollector}, semconv.VerdictLoss, loss)
	return withLabel(labels, semconv.VerdictOutcome, outcome)
}

// withLabel leaves out what is empty.
func withLabel(labels []label, name, value string) []label {
	if value == "" {
		return labels
	}
	return append(labels, label{name, value})
}

func (a *application) families() []*family {
	return []*family{a.verdicts, a.runs, a.chunks, a.findings, a.spans}
}

func (a *application) writeTo(metrics pmetric.Metrics, now time.Time) {
	ofResource := metrics.ResourceMetrics().AppendEmpty()
	for _, one := range a.resource {
		ofResource.Resource().Attributes().PutStr(one.name, one.value)
	}
	ofScope := ofResource.ScopeMetrics().AppendEmpty()
	ofScope.SetSchemaUrl(semconv.SchemaURL)
	ofScope.Scope().SetName(semconv.ScopeName)
	ofScope.Scope().SetVersion(model.Version)
	for _, one := range a.families() {
		one.writeTo(ofScope.Metrics(), now)
	}
	a.contextSize.writeTo(ofScope.Metrics(), now)
}

func (a *application) accepted() {
	for _, one := range a.families() {
		one.accepted()
	}
	a.contextSize.accepted()
}

func (a *application) withholds() bool {
	for _, one := range a.families() {
		if one.withholds() {
			return true
		}
	}
	return a.contextSize.withholds()
}
