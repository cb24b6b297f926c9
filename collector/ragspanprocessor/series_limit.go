package ragspanprocessor

import (
	"os"
	"strconv"
	"strings"
)

const (
	mostServices = 1000
	// mostSeries of one metric, where the SDK has no limit.
	mostSeries = 100_000
	// closedSeries of one service at most: each verdict with each of its reasons, or each loss with each outcome, and
	// beside these a word left out and a word made up (overflow).
	closedSeries = 56
)

// seriesLimit is that of the OpenTelemetry SDK which reads our metrics, read as it does. Beyond it the SDK
// would take all labels off a series, verdict and service too.
func seriesLimit() int {
	const byDefault = 2000
	limit, err := strconv.Atoi(strings.TrimSpace(os.Getenv("OTEL_GO_X_CARDINALITY_LIMIT")))
	switch {
	case err != nil:
		return byDefault
	case limit <= 0:
		return mostSeries
	}
	return min(limit, mostSeries)
}

// shareOut: so many services have series of their own, and so many series have optional labels. A fifth of the room is for
// these; one service more is all others together.
func shareOut(limit int) (services, optional int) {
	return max(min(mostServices, limit*4/5/closedSeries-1), 1), limit / 5
}
