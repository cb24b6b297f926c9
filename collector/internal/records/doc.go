// Package records turns pdata (spans, log records, their resources) into the records that dialects
// read, the twin of what src/files and src/processor do for trace files and live spans.
//
// Sections of the specification: §3 "Text" (a bad byte becomes U+FFFD), §9 (a resource's identity).
//
// A record shares nothing with the pdata it came from that pdata could change or recycle
// (pdata.useProtoPooling): lists, maps and bytes are copied; strings are shared, being immutable.
// Wrong types, deep nesting (beyond 100 levels a value is null) and strings of any size survive.
package records
