package attribution

import (
	"slices"
	"strconv"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// What a run lost, with or without a case (spec §7).

// countChunks gives nil when no list was logged.
func countChunks(log *runLog, fates []itemFate) *model.ChunkCounts {
	if !log.isListed {
		return nil
	}
	counts := &model.ChunkCounts{Retrieved: int64(len(log.handedOn)), ByFate: map[model.Fate]int64{}}
	distinct := map[string]struct{}{}
	for index, entry := range log.handedOn {
		key := itemKey(entry.item)
		if key == "" {
			key = "#" + strconv.Itoa(index)
		}
		distinct[key] = struct{}{}
		counts.ByFate[fates[index].fate]++
	}
	counts.Distinct = int64(len(distinct))
	return counts
}

// lossOf is the first loss that applies; one that the service expects is reported as none.
func lossOf(log *runLog, fates []itemFate, isEngineCut bool, expected []model.Loss) model.Loss {
	for _, loss := range model.Losses {
		isFate := slices.ContainsFunc(fates, func(one itemFate) bool { return string(one.fate) == string(loss) })
		applies := isFate
		switch loss {
		case model.LossEngine:
			applies = isEngineCut
		case model.LossUnknown:
			applies = isFate || !log.isWhollyListed
		case model.LossNone:
			applies = true
		case model.LossCut, model.LossClipped, model.LossAltered, model.LossDropped, model.LossPackedOut, model.LossDeselected:
		}
		switch {
		case applies && slices.Contains(expected, loss):
			return model.LossNone
		case applies:
			return loss
		}
	}
	return model.LossNone
}
