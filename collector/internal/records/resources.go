package records

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"slices"
	"strconv"

	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// Resource copies a resource. Its key is one text for equal attributes, whatever their order.
func Resource(from pcommon.Resource) *model.Resource {
	attributes := Attributes(from.Attributes())
	return &model.Resource{Attributes: attributes, Key: shortKey(appendCanonical(nil, attributes))}
}

// shortKey: keys are remembered longer than their resource, and a client may send one of megabytes.
func shortKey(canonical []byte) string {
	const longest = 512
	if len(canonical) <= longest {
		return string(canonical)
	}
	sum := sha256.Sum256(canonical)
	return "sha256:" + hex.EncodeToString(sum[:])
}

func appendCanonical(to []byte, value model.Value) []byte {
	switch held := value.(type) {
	case model.Integer:
		return strconv.AppendInt(to, int64(held), 10)
	case []byte:
		return strconv.AppendQuote(to, base64.StdEncoding.EncodeToString(held))
	case []model.Value:
		to = append(to, '[')
		for _, one := range held {
			to = append(appendCanonical(to, one), ',')
		}
		return append(to, ']')
	case *model.Object:
		keys := make([]string, 0, held.Len())
		for key := range held.All() {
			keys = append(keys, key)
		}
		slices.Sort(keys)
		to = append(to, '{')
		for _, key := range keys {
			to = append(append(to, model.QuotedJSON(key)...), ':')
			to = append(appendCanonical(to, held.Get(key)), ',')
		}
		return append(to, '}')
	}
	text, _ := model.JSONText(value)
	return append(to, text...)
}
