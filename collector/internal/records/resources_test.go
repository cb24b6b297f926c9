package records_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/ragspan/ragspan/collector/internal/records"
)

func TestResourcesAreKnownByTheirAttributes(t *testing.T) {
	key := func(fill func(pcommon.Map)) string {
		resource := pcommon.NewResource()
		fill(resource.Attributes())
		return records.Resource(resource).Key
	}
	one := key(func(m pcommon.Map) {
		m.PutStr("a", "1")
		m.PutInt("b", math.MaxInt64)
		m.PutEmptyBytes("c").FromRaw([]byte{1})
		m.PutEmptySlice("d").AppendEmpty().SetBool(true)
	})
	same := key(func(m pcommon.Map) {
		m.PutEmptySlice("d").AppendEmpty().SetBool(true)
		m.PutEmptyBytes("c").FromRaw([]byte{1})
		m.PutInt("b", math.MaxInt64)
		m.PutStr("a", "1")
	})
	assert.Equal(t, one, same)
	assert.NotEqual(t, one, key(func(m pcommon.Map) { m.PutStr("a", "1") }))
	assert.NotEqual(t, key(func(m pcommon.Map) { m.PutStr("a", "1") }), key(func(m pcommon.Map) { m.PutInt("a", 1) }))
}
