//go:generate go tool -modfile=../tools/go.mod mdatagen metadata.yaml

// Package ragspanconnector is the Collector connector `ragspan`, traces to metrics: it counts the runs
// whose verdicts stand on spans, written by the processor `ragspan` or by an SDK (spec §10 "Metrics").
//
// How it works: a batch is read outside the lock (read_span.go), then counted under it (count.go). What is
// counted stands in one application for each resource (application.go), as cumulative series
// (sum_series.go, size_histogram.go); the ledger bounds their number. A flush (flush.go) tells all of them
// to the next consumer, each new one at zero first.
package ragspanconnector
