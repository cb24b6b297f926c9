// Package translator turns spans of any dialect into one kind of facts, the Go twin of
// src/translator: ragspan's own attributes, OpenTelemetry GenAI (attributes, events, log records, the
// deprecated prompt and completion), OpenInference (flattened keys and JSON).
//
// Sections of the specification: §3 (retrieval log, sent context, assembly record, output, pins,
// text, lossy, and how the value limit is inferred), §5 "Rulings" (what is provider-held), §8 (tool
// results), §10 (producer spans; the weight under a head sampler).
//
// How it works: each dialect says its part of a span (a spanReading), mergeReadings puts the parts
// together, the first dialect that says a thing being believed, and finishModel and finishRetrieval
// turn them into facts: source hashes are checked, digests made, damage noted. File names follow
// src/translator, the folder first: gen_ai_sent.go is gen-ai/sent.ts.
//
// TranslateSpan is linear in the span's size, whatever the attributes hold; it neither keeps nor
// changes the record, and its facts share the record's strings.
package translator
