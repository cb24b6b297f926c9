package translator

import (
	"math"
	"unicode/utf8"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// ValueLimits are the lengths at which telemetry cuts strings (spec §3 "Lossy"). A string as long as
// the limit, in UTF-16 units, code points or bytes, may have been cut. There can be several: each
// one that was inferred counts. The zero value is "none, and not known".
type ValueLimits struct {
	// IsKnown: configured, or known not to exist; false where it is inferred from the values alone.
	IsKnown    bool
	UTF16      map[int]struct{}
	CodePoints map[int]struct{}
	Bytes      map[int]struct{}
}

// ConfiguredValueLimit is a limit as the operator gives it: any of the three units may be meant.
// Zero and less: known not to exist.
func ConfiguredValueLimit(length int64) ValueLimits {
	if length < 1 || length > math.MaxInt {
		return ValueLimits{IsKnown: true}
	}
	one := map[int]struct{}{int(length): {}}
	return ValueLimits{IsKnown: true, UTF16: one, CodePoints: one, Bytes: one}
}

// reachesLimit tells whether the text is as long as a limit.
func (l *ValueLimits) reachesLimit(text string) bool {
	if len(l.UTF16) == 0 && len(l.CodePoints) == 0 && len(l.Bytes) == 0 {
		return false
	}
	if _, isBytes := l.Bytes[len(text)]; isBytes {
		return true
	}
	// A character makes four bytes at most: most texts are done here.
	if !isNear(l.UTF16, len(text)) && !isNear(l.CodePoints, len(text)) {
		return false
	}
	if _, isUTF16 := l.UTF16[model.UTF16Length(text)]; isUTF16 {
		return true
	}
	_, isPoints := l.CodePoints[utf8.RuneCountInString(text)]
	return isPoints
}

// isNear tells whether some limit may be the length of a text of that many bytes in another unit.
func isNear(limits map[int]struct{}, byteLength int) bool {
	for limit := range limits {
		if limit <= byteLength && limit >= byteLength/4 {
			return true
		}
	}
	return false
}
