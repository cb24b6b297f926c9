package translator

import (
	"strconv"
	"strings"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// AdjustedCount is the weight of a span under a head sampler: ot=th:… in the trace state (spec §10).
// 2^56 / (2^56 − T); 1 when nothing readable is there.
func AdjustedCount(traceState string) float64 {
	const vendor, threshold = "ot=", "th:"
	if !strings.Contains(traceState, vendor) {
		return 1
	}
	for entry := range strings.SplitSeq(traceState, ",") {
		fields, isOurs := strings.CutPrefix(model.TrimJS(entry), vendor)
		if !isOurs {
			continue
		}
		for field := range strings.SplitSeq(fields, ";") {
			if digits, isThreshold := strings.CutPrefix(field, threshold); isThreshold {
				return weightOf(digits)
			}
		}
	}
	return 1
}

// weightOf reads up to 14 hex digits, trailing zeros left out.
func weightOf(digits string) float64 {
	const most, space = 14, 1 << 56
	if digits == "" || len(digits) > most || asHex(digits, len(digits)) == "" {
		return 1
	}
	threshold, err := strconv.ParseUint(digits+strings.Repeat("0", most-len(digits)), 16, 64)
	if err != nil {
		return 1
	}
	return float64(space) / float64(space-threshold)
}
