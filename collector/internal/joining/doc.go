// Package joining finds the runs in the spans of traces (spec §9) and has each attributed: the Go twin
// of src/joining. Pure; what a run is depends on ancestry and text, never on the clock of another
// resource.
package joining
