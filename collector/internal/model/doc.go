// Package model is the plain data that every other stage works on, the Go twin of src/model: spans
// as readers deliver them (SpanRecord), what one span says once its dialect has been read
// (SpanFacts), a run as joining found it (Run), a parsed case file (CaseBook), a verdict
// (RunVerdict). It imports nothing of OpenTelemetry and has no clock and no I/O.
//
// Sections of the specification: §2 (vocabulary), §3 (hashes, text, artifacts, lossy), §4 (forms,
// fates), §5 (verdicts and reasons), §8 (case file), §14 (the verdict's shape).
//
// Three habits hold throughout, so that both languages read one input alike:
//
//   - A value out of telemetry is a Value. nil is JavaScript's undefined, Null is JSON's null.
//   - Text is well formed UTF-8 once a reader has read it; strings inside parsed JSON may still hold
//     lone surrogates (see WellFormed).
//   - What may be missing is an Optional, an empty string where an empty one cannot occur, or a nil
//     slice where an empty one means something else; the field says which.
package model
