// Package attribution is the pure core, the Go twin of src/attribution: from a run as joining found it
// to its verdict (spec §3–§7). It freezes the three artifacts (retrieval log, sent context, output),
// diffs them in order and names the first boundary that lost the evidence. No clock, no I/O, no
// OpenTelemetry; it imports the model alone.
//
// Texts are searched as UTF-8 bytes, which is what the specification counts in. Everything is linear
// in context plus items, hostile text included.
package attribution
