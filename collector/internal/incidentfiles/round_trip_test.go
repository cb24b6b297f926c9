package incidentfiles

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"github.com/ragspan/ragspan/collector/internal/incidentfiles/ragspanv1"
	"github.com/ragspan/ragspan/collector/internal/model"
	"github.com/ragspan/ragspan/collector/internal/twin"
)

// messageKinds are those that the TypeScript half reads and writes on their own.
var messageKinds = map[string]func() proto.Message{
	"Triple":       func() proto.Message { return &ragspanv1.Triple{} },
	"Verdict":      func() proto.Message { return &ragspanv1.Verdict{} },
	"Case":         func() proto.Message { return &ragspanv1.Case{} },
	"Incident":     func() proto.Message { return &ragspanv1.Incident{} },
	"LedgerEntry":  func() proto.Message { return &ragspanv1.LedgerEntry{} },
	"SplitTest":    func() proto.Message { return &ragspanv1.SplitTest{} },
	"ReplayRecord": func() proto.Message { return &ragspanv1.ReplayRecord{} },
	"BucketView":   func() proto.Message { return &ragspanv1.BucketView{} },
	"ReplayReport": func() proto.Message { return &ragspanv1.ReplayReport{} },
}

func kindNames() []string {
	var names []string
	for name := range messageKinds {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func samplesOf(name string) int {
	if testing.Short() {
		return 10
	}
	if name == "Incident" || name == "ReplayRecord" || name == "ReplayReport" {
		return 25
	}
	return 60
}

// TypeScript writes, Go reads and writes, TypeScript reads: each message of both forms is the same at
// every hand-off.
func TestMessagesOfTypeScriptComeBackAsTheyWere(t *testing.T) {
	names := kindNames()
	var requests []twin.FileRequest
	for at, name := range names {
		requests = append(requests, twin.FileRequest{Op: "sample", Name: name, Seed: 100 + at, Count: samplesOf(name)})
	}
	type sample struct {
		name string
		twin.Forms
	}
	var samples []sample
	for at, answer := range twin.AskFiles(t, requests) {
		require.Empty(t, answer.Error)
		for _, forms := range twin.Read[[]twin.Forms](t, answer.Answer) {
			samples = append(samples, sample{names[at], forms})
		}
	}
	require.Greater(t, len(samples), 100)

	requests = requests[:0]
	for _, one := range samples {
		ofJSON, ofBinary := messageKinds[one.name](), messageKinds[one.name]()
		require.NoError(t, ReadMessageJSON([]byte(one.JSON), ofJSON), one.JSON)
		require.NoError(t, ReadMessageBinary(one.Binary, ofBinary), one.JSON)
		require.True(t, proto.Equal(ofJSON, ofBinary), "%s: both forms hold the same message", one.JSON)

		json, err := MessageJSON(ofBinary)
		require.NoError(t, err)
		require.Equal(t, canonicalOf(t, one.JSON), canonicalOf(t, string(json)), "Go spells what TypeScript spelled")
		binary, err := MessageBinary(ofJSON)
		require.NoError(t, err)
		text := string(json)
		requests = append(requests,
			twin.FileRequest{Op: "message", Name: one.name, Text: &text},
			twin.FileRequest{Op: "message", Name: one.name, Binary: binary})
	}
	for at, answer := range twin.AskFiles(t, requests) {
		one := samples[at/2]
		require.Empty(t, answer.Error, one.JSON)
		forms := twin.Read[twin.Forms](t, answer.Answer)
		require.Equal(t, canonicalOf(t, one.JSON), canonicalOf(t, forms.JSON))
		again := messageKinds[one.name]()
		require.NoError(t, ReadMessageBinary(forms.Binary, again))
		first := messageKinds[one.name]()
		require.NoError(t, ReadMessageBinary(one.Binary, first))
		require.True(t, proto.Equal(first, again), one.JSON)
	}
}

func canonicalOf(t testing.TB, text string) string {
	t.Helper()
	value, err := model.ParseStrictJSON(text)
	require.NoError(t, err, text)
	spelled, err := model.CanonicalJSON(value)
	require.NoError(t, err)
	return spelled
}

// What Go makes, TypeScript reads: values a generator of the other half might never think of.
func TestMessagesOfGoComeBackFromTypeScript(t *testing.T) {
	var requests []twin.FileRequest
	var made []proto.Message
	for _, name := range kindNames() {
		for seed := range samplesOf(name) {
			message := messageKinds[name]()
			fill(message.ProtoReflect(), newChance(uint64(seed)))
			binary, err := MessageBinary(message)
			require.NoError(t, err)
			json, err := MessageJSON(message)
			require.NoError(t, err, fmt.Sprint(message))
			text := string(json)
			requests = append(requests,
				twin.FileRequest{Op: "message", Name: name, Binary: binary}, twin.FileRequest{Op: "message", Name: name, Text: &text})
			made = append(made, message)
		}
	}
	for at, answer := range twin.AskFiles(t, requests) {
		message := made[at/2]
		require.Empty(t, answer.Error, message)
		forms := twin.Read[twin.Forms](t, answer.Answer)
		ofJSON, ofBinary := message.ProtoReflect().New().Interface(), message.ProtoReflect().New().Interface()
		require.NoError(t, ReadMessageJSON([]byte(forms.JSON), ofJSON))
		require.NoError(t, ReadMessageBinary(forms.Binary, ofBinary))
		assert.True(t, proto.Equal(message, ofJSON), forms.JSON)
		assert.True(t, proto.Equal(message, ofBinary), forms.JSON)
	}
}
