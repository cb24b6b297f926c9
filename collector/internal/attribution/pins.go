package attribution

import (
	"math"
	"math/big"
	"strconv"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// callPins are those of a model call.
var callPins = []string{
	"frequency_penalty", "max_tokens", "presence_penalty", "sampling_top_k", "seed", "stop", "temperature", "top_p",
}

type pinSources struct {
	call          *model.ModelCall
	record        *model.AssemblyRecord
	snapshot      string
	requestedTopK model.Optional[int64]
}

// configSHA256 is the config fingerprint (spec §3 "Pins"): SHA-256 over RFC 8785 JSON of the pins that
// are present; empty when none is.
func configSHA256(sources *pinSources, hash model.TextHash) string {
	pins := model.NewObject(0)
	text := func(name, value string) {
		if value != "" {
			pins.Set(name, value)
		}
	}
	count := func(name string, value model.Optional[int64]) {
		if number, isSet := value.Get(); isSet {
			pins.Set(name, pinValue(float64(number)))
		}
	}
	text("snapshot", sources.snapshot)
	count("top_k", sources.requestedTopK)
	if record := sources.record; record != nil {
		count("budget", record.Budget)
		text("budget_unit", string(record.Unit))
		text("template_sha256", record.TemplateSHA256)
		text("template_version", record.TemplateVersion)
	}
	if call := sources.call; call != nil {
		text("model", call.Model)
		for _, name := range callPins {
			if value := pinValue(call.Pins[name]); value != nil {
				pins.Set(name, value)
			}
		}
	}
	if pins.Len() == 0 {
		return ""
	}
	// Numbers are checked: there is always such a form.
	spelled, _ := model.CanonicalJSON(pins)
	return hash.SHA256(spelled)
}

// pinValue is a pin as JSON holds it; nil for what it cannot hold. Integers beyond 2^53 are strings.
func pinValue(value any) model.Value {
	switch held := value.(type) {
	case string, bool:
		return held
	case float64:
		const maxSafe = 1<<53 - 1
		if math.IsNaN(held) || math.IsInf(held, 0) {
			return nil
		}
		if held == math.Trunc(held) && math.Abs(held) > maxSafe {
			whole, _ := big.NewFloat(held).Int(nil)
			return whole.String()
		}
		return held
	case model.Integer:
		return strconv.FormatInt(int64(held), 10)
	case []string:
		list := make([]model.Value, len(held))
		for at, one := range held {
			list[at] = one
		}
		return list
	}
	return nil
}
