// Package contentdigest takes captured text off spans and leaves digests and lengths in its place: the
// Collector's option `content: digest` (spec §3 "Hashes", §11 "Default capture").
//
// What goes: messages and prompts, outputs and completions, documents, queries, inputs and outputs of
// chains and tools, arguments, instructions, templates; on the span and on its events, in the spellings
// of every dialect. What stays: ids, names, models, scores, token counts, finish reasons, our own
// attributes, and every attribute of a family that no dialect reads. So a status message, an exception
// and an application's own attributes leave as they came: they are not captured content, and an operator
// who puts text there has to take it off with a processor for it.
//
// In place of the text stand the attributes that our producers write (spec §10 "Producer spans"), as far
// as the span's facts give them, so that a second Collector can still judge by hashes alone; any other
// text becomes <key>.sha256 and <key>.bytes. A damaged text has no hash: a hash says "these bytes", and
// telemetry may have changed them.
//
// Short texts can be guessed from a plain SHA-256: with a hash key (RAGSPAN_HASH_KEY) they cannot.
//
// Laws, held by tests: nothing that was captured is left; rewriting twice is rewriting once; a rewritten
// trace is never convicted of what the original was not, unless by an assembly record that its own bytes
// refute (by record alone nobody can know that, spec §4). The cost is linear in the span, and at most
// maxHashedKeys hashes are put on one span or event.
package contentdigest
