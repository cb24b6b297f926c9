package attribution

import (
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

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
	pins := map[string]string{}
	text := func(name, value string) {
		if value != "" {
			pins[name] = model.QuotedJSON(value)
		}
	}
	count := func(name string, value model.Optional[int64]) {
		if number, isSet := value.Get(); isSet {
			pins[name], _ = pinJSON(float64(number))
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
			if spelled, isSpelled := pinJSON(call.Pins[name]); isSpelled {
				pins[name] = spelled
			}
		}
	}
	if len(pins) == 0 {
		return ""
	}
	names := make([]string, 0, len(pins))
	for name := range pins {
		names = append(names, name)
	}
	slices.Sort(names)
	for at, name := range names {
		names[at] = model.QuotedJSON(name) + ":" + pins[name]
	}
	return hash.SHA256("{" + strings.Join(names, ",") + "}")
}

// pinJSON is RFC 8785 for the values pins have; false for what JSON cannot hold. Integers beyond 2^53
// are strings.
func pinJSON(value any) (string, bool) {
	switch held := value.(type) {
	case string:
		return model.QuotedJSON(held), true
	case bool:
		return strconv.FormatBool(held), true
	case float64:
		const maxSafe = 1<<53 - 1
		if math.IsNaN(held) || math.IsInf(held, 0) {
			return "", false
		}
		if held == math.Trunc(held) && math.Abs(held) > maxSafe {
			whole, _ := big.NewFloat(held).Int(nil)
			return `"` + whole.String() + `"`, true
		}
		return model.NumberText(held), true
	case model.Integer:
		return `"` + strconv.FormatInt(int64(held), 10) + `"`, true
	case []string:
		spelled := make([]string, len(held))
		for at, one := range held {
			spelled[at] = model.QuotedJSON(one)
		}
		return "[" + strings.Join(spelled, ",") + "]", true
	}
	return "", false
}
