package attribution

import (
	"slices"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// firstReason is which of several reasons an UNKNOWN names: the order of spec §5 within one artifact;
// empty when there is none.
func firstReason(reasons []model.Reason) model.Reason {
	for _, reason := range model.UnknownReasons {
		if slices.Contains(reasons, reason) {
			return reason
		}
	}
	return ""
}
