//go:generate go tool -modfile=../tools/go.mod mdatagen metadata.yaml

// Package ragspanprocessor is the Collector processor `ragspan`: it joins the retrieval, assembly and
// generation spans of each RAG run, whatever service or language they come from, and attaches the verdict
// (spec §3–§11) before export.
package ragspanprocessor
