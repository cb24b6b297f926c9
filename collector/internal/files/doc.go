// Package files leads from records to verdicts as trace files, vectors and tests need it, and writes
// verdicts in the JSON form of spec §14: the Go twin of the parts of src/files that both halves share.
package files
