package ragspanprocessor

import (
	"container/list"
	"maps"
	"sync"

	"github.com/ragspan/ragspan/collector/internal/model"
	"github.com/ragspan/ragspan/collector/internal/translator"
)

// mostResources of which lengths are remembered; the one not seen for longest is forgotten.
const mostResources = 1000

// valueLimits are the lengths at which producers cut strings: configured, or inferred per resource from
// all that was seen of it (spec §3 "Lossy").
type valueLimits struct {
	configured model.Optional[int64]
	mutex      sync.Mutex
	byKey      map[string]*list.Element
	byUse      list.List
}

type resourceLimits struct {
	key     string
	survey  *translator.ValueLimitSurvey
	limits  translator.ValueLimits
	version uint64
}

func newValueLimits(configured int64) *valueLimits {
	made := &valueLimits{byKey: map[string]*list.Element{}}
	if configured > 0 {
		made.configured = model.Some(configured)
	}
	return made
}

// saw looks at a record, before it is translated.
func (v *valueLimits) saw(record *model.SpanRecord) {
	if v.configured.IsSet() {
		return
	}
	v.mutex.Lock()
	defer v.mutex.Unlock()
	known := v.of(record.Resource.Key)
	if !known.survey.Add(record) {
		return
	}
	limits := known.survey.LimitsOf(known.key)
	if !isSame(&limits, &known.limits) {
		known.limits = limits
		known.version++
	}
}

// limitsOf gives the limits of a resource; the version changes with them.
func (v *valueLimits) limitsOf(resourceKey string) (limits translator.ValueLimits, version uint64) {
	if configured, isSet := v.configured.Get(); isSet {
		return translator.ConfiguredValueLimit(configured), 0
	}
	v.mutex.Lock()
	defer v.mutex.Unlock()
	known := v.of(resourceKey)
	return known.limits, known.version
}

func (v *valueLimits) of(key string) *resourceLimits {
	if element := v.byKey[key]; element != nil {
		v.byUse.MoveToBack(element)
		return element.Value.(*resourceLimits)
	}
	known := &resourceLimits{key: key, survey: translator.NewValueLimitSurvey()}
	v.byKey[key] = v.byUse.PushBack(known)
	if len(v.byKey) > mostResources {
		oldest := v.byUse.Remove(v.byUse.Front()).(*resourceLimits)
		delete(v.byKey, oldest.key)
	}
	return known
}

func isSame(a, b *translator.ValueLimits) bool {
	return maps.Equal(a.Bytes, b.Bytes) && maps.Equal(a.CodePoints, b.CodePoints) && maps.Equal(a.UTF16, b.UTF16)
}
