package translator

import (
	"math"
	"strings"

	"github.com/ragspan/ragspan/collector/internal/model"
	"github.com/ragspan/ragspan/collector/internal/semconv"
)

// ragspan is our own spans (spec §10 "Producer spans"): hashes, lengths, ranks and offsets; text
// when captured.
var ragspan = dialect{
	name:              model.DialectRagspan,
	attributePrefixes: []string{"ragspan."},
	translate:         translateRagspan,
}

func translateRagspan(record *model.SpanRecord, context *readingContext) *spanReading {
	attributes := record.Attributes
	hasRetrieval, hasAssembly := false, false
	for key := range attributes.All() {
		hasRetrieval = hasRetrieval || strings.HasPrefix(key, "ragspan.retrieval.")
		hasAssembly = hasAssembly || strings.HasPrefix(key, "ragspan.assembly.")
	}
	kind := ragspanKindOf(record, hasRetrieval, hasAssembly)
	reading := &spanReading{
		kind:            kind,
		runID:           asID(attributes.Get(semconv.RagspanRunID)),
		input:           ragspanText(attributes.Get(semconv.RagspanInput), context),
		output:          ragspanText(attributes.Get(semconv.RagspanOutput), context),
		attachedVerdict: asWord(attributes.Get(semconv.VerdictVerdict)),
		model:           readRagspanModel(attributes),
	}
	if input, hasInput := reading.input.Get(); hasInput {
		reading.declaredInput = model.Some(input.Text)
	}
	if hasRetrieval {
		reading.retrieval = readRagspanRetrieval(attributes, context)
	}
	if hasAssembly || kind == model.KindAssembly {
		reading.assembly = readAssemblyRecord(record, context, kind == model.KindAssembly)
	}
	return reading
}

// ragspanKindOf: KindOther here may still be a model span: OpenTelemetry's names say so beside ours.
func ragspanKindOf(record *model.SpanRecord, hasRetrieval, hasAssembly bool) model.SpanKind {
	attributes := record.Attributes
	switch {
	case hasRetrieval:
		return model.KindRetrieval
	case attributes.Get(semconv.GenAIOperationName) != nil:
		return model.KindOther
	case hasAssembly:
		return model.KindAssembly
	}
	for _, key := range []string{
		semconv.RagspanAnswer, semconv.RagspanRefused, semconv.RagspanEnginePromptLimit,
		semconv.RagspanOutputSHA256, semconv.RagspanOutputBytes, semconv.RagspanContextPartial,
	} {
		if attributes.Get(key) != nil {
			return model.KindModel
		}
	}
	if record.Name == "assembly" && attributes.Get(semconv.RagspanContextSHA256) != nil {
		return model.KindAssembly
	}
	return model.KindOther
}

// ragspanText: a mark of redaction alone says only that there was a text.
func ragspanText(value model.Value, context *readingContext) model.Optional[model.CapturedText] {
	text, isText := asText(value)
	if !isText || model.IsRedactionMark(text) {
		return model.Optional[model.CapturedText]{}
	}
	return model.Some(context.values.read(text))
}

// column is a list of one thing per chunk.
type column struct {
	values []model.Value
	isList bool
	broken bool
}

// readColumn reads a list, or the JSON of one; another type was never one, broken JSON was.
func readColumn(attributes model.Attributes, key string, context *readingContext) column {
	held := capture(attributes.Get(key), expectsJSON, context.values)
	if held == nil {
		return column{}
	}
	values, isList := asList(held.value)
	return column{values: values, isList: isList, broken: held.broken || !isList}
}

// at is absent beyond the end.
func (c *column) at(index int) model.Value {
	if index < len(c.values) {
		return c.values[index]
	}
	return nil
}

// isDamaged: a null stands in the list, or it cannot be read.
func (c *column) isDamaged() bool {
	if c.broken {
		return true
	}
	for _, value := range c.values {
		if number, isNumber := value.(float64); model.IsNullish(value) || (isNumber && math.IsNaN(number)) {
			return true
		}
	}
	return false
}

// sizeOf is the length of the longest list; false when there is none.
func sizeOf(columns ...*column) (size int, isLogged bool) {
	for _, one := range columns {
		size = max(size, len(one.values))
		isLogged = isLogged || one.isList
	}
	return size, isLogged
}

func readRagspanRetrieval(attributes model.Attributes, context *readingContext) *retrievalReading {
	digests := readColumn(attributes, semconv.RagspanRetrievalChunkDigests, context)
	ids := readColumn(attributes, semconv.RagspanRetrievalChunkIDs, context)
	lengths := readColumn(attributes, semconv.RagspanRetrievalChunkBytes, context)
	reading := &retrievalReading{
		broken:      digests.broken,
		stage:       retrievalStage(attributes.Get(semconv.RagspanRetrievalStage)),
		querySHA256: asHex(attributes.Get(semconv.RagspanRetrievalQuerySHA256), 64),
		handedOn:    asCount(attributes.Get(semconv.RagspanRetrievalHandedOn)),
		count:       asCount(attributes.Get(semconv.RagspanRetrievalChunkCount)),
		snapshot:    asWord(attributes.Get(semconv.RagspanRetrievalSnapshot)),
		hashKey:     asWord(attributes.Get(semconv.RagspanHashKey)),
	}
	if size, isLogged := sizeOf(&digests, &ids, &lengths); isLogged {
		reading.items = make([]model.ItemReading, size)
		for index := range reading.items {
			reading.items[index] = itemAt(index, &digests, &ids, &lengths)
		}
	}
	return reading
}

func retrievalStage(value model.Value) model.RetrievalStage {
	text, _ := asText(value)
	switch stage := model.RetrievalStage(text); stage {
	case model.StageRetrieve, model.StageFuse, model.StageRerank, model.StageFilter:
		return stage
	}
	return ""
}

// itemAt: "" is an item without digest: of unknown text, or (its length is known) of text that has
// none. A null was lost.
func itemAt(index int, digests, ids, lengths *column) model.ItemReading {
	digest := digests.at(index)
	item := model.ItemReading{
		ID: asID(ids.at(index)), LoggedDigest: asHex(digest, 32), LoggedBytes: asCount(lengths.at(index)),
	}
	item.Lossy = item.LoggedDigest == "" && digest != "" && digests.isList
	item.Invalid = digest == "" && item.LoggedBytes.Or(0) > 0
	return item
}

// assemblyColumns are the lists of an assembly record.
type assemblyColumns struct {
	digests, offsets, kept, forms, planned, labels column
}

func readAssemblyRecord(record *model.SpanRecord, context *readingContext, ownsContextHash bool) *model.AssemblyRecord {
	attributes := record.Attributes
	columns := assemblyColumns{
		digests: readColumn(attributes, semconv.RagspanAssemblyChunkDigests, context),
		offsets: readColumn(attributes, semconv.RagspanAssemblyChunkOffsets, context),
		kept:    readColumn(attributes, semconv.RagspanAssemblyChunkKept, context),
		forms:   readColumn(attributes, semconv.RagspanAssemblyChunkForms, context),
		planned: readColumn(attributes, semconv.RagspanAssemblyChunkPlanned, context),
		labels:  readColumn(attributes, semconv.RagspanAssemblyChunkLabels, context),
	}
	all := []*column{
		&columns.digests, &columns.offsets, &columns.kept, &columns.forms, &columns.planned, &columns.labels,
	}
	built := &model.AssemblyRecord{
		Budget:          asCount(attributes.Get(semconv.RagspanAssemblyBudget)),
		Unit:            budgetUnit(attributes.Get(semconv.RagspanAssemblyBudgetUnit)),
		Used:            asCount(attributes.Get(semconv.RagspanAssemblyUsed)),
		CutAt:           asCount(attributes.Get(semconv.RagspanAssemblyCutAt)),
		CutSide:         cutSide(attributes.Get(semconv.RagspanAssemblyCutSide)),
		OffsetUnit:      offsetUnit(attributes.Get(semconv.RagspanAssemblyOffsetUnit)),
		TemplateSHA256:  asHex(attributes.Get(semconv.RagspanAssemblyTemplateSHA256), 64),
		TemplateVersion: asID(attributes.Get(semconv.RagspanAssemblyTemplateVersion)),
		Lossy:           record.DroppedAttributesCount > 0,
		HashKey:         asWord(attributes.Get(semconv.RagspanHashKey)),
	}
	for _, one := range all {
		built.Lossy = built.Lossy || one.isDamaged()
	}
	if ownsContextHash {
		built.ContextSHA256 = asHex(attributes.Get(semconv.RagspanContextSHA256), 64)
		built.ContextBytes = asCount(attributes.Get(semconv.RagspanContextBytes))
	}
	hasHash := built.ContextSHA256 != ""
	for _, digest := range columns.digests.values {
		hasHash = hasHash || asHex(digest, 32) != ""
	}
	built.ForeignHash = hasHash && built.HashKey != context.hash.KeyName
	if size, isLogged := sizeOf(all...); isLogged {
		built.Chunks = make([]model.AssembledChunk, size)
		for index := range built.Chunks {
			built.Chunks[index] = columns.chunkAt(index)
		}
	}
	return built
}

func (c *assemblyColumns) chunkAt(index int) model.AssembledChunk {
	chunk := model.AssembledChunk{
		Digest:    asHex(c.digests.at(index), 32),
		KeptBytes: asCount(c.kept.at(index)),
		Form:      asWord(c.forms.at(index)),
		PlannedAt: asCount(c.planned.at(index)),
		Label:     asID(c.labels.at(index)),
	}
	if offset, isWhole := asInteger(c.offsets.at(index)); isWhole {
		chunk.Offset = model.Some(max(offset, -1))
	}
	return chunk
}

func budgetUnit(value model.Value) model.BudgetUnit {
	text, _ := asText(value)
	switch unit := model.BudgetUnit(text); unit {
	case model.UnitToken, model.UnitByte, model.UnitChar:
		return unit
	}
	return ""
}

func cutSide(value model.Value) model.CutSide {
	text, _ := asText(value)
	switch side := model.CutSide(text); side {
	case model.SideTail, model.SideHead, model.SideMiddle:
		return side
	}
	return ""
}

func offsetUnit(value model.Value) model.OffsetUnit {
	text, _ := asText(value)
	switch unit := model.OffsetUnit(text); unit {
	case model.OffsetByte, model.OffsetUTF16, model.OffsetCodePoint:
		return unit
	}
	return ""
}

func readRagspanModel(attributes model.Attributes) *modelReading {
	return &modelReading{
		isAnswer:          asFlag(attributes.Get(semconv.RagspanAnswer)),
		isRefusal:         asFlag(attributes.Get(semconv.RagspanRefused)),
		providerHeld:      asFlag(attributes.Get(semconv.RagspanContextPartial)),
		contextSHA256:     asHex(attributes.Get(semconv.RagspanContextSHA256), 64),
		contextBytes:      asCount(attributes.Get(semconv.RagspanContextBytes)),
		outputSHA256:      asHex(attributes.Get(semconv.RagspanOutputSHA256), 64),
		outputBytes:       asCount(attributes.Get(semconv.RagspanOutputBytes)),
		enginePromptLimit: asCount(attributes.Get(semconv.RagspanEnginePromptLimit)),
		hashKey:           asWord(attributes.Get(semconv.RagspanHashKey)),
	}
}
