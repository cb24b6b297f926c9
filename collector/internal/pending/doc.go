// Package pending holds what the processor remembers of traces until their runs are decided (spec §9,
// §11): spans as facts and links, deadlines, bounds by count and by bytes, decisions. It is pure: time is
// passed in as nanoseconds, there is no pdata, no timer and no lock; each Store has one owner.
package pending
