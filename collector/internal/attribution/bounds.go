package attribution

import "slices"

// bounds are half-open, in bytes.
type bounds struct {
	from, to int
}

// joinStretch adds a stretch whose end is at or after all ends so far.
func joinStretch(stretches []bounds, from, to int) []bounds {
	for len(stretches) > 0 {
		last := stretches[len(stretches)-1]
		if last.to < from {
			break
		}
		from = min(from, last.from)
		stretches = stretches[:len(stretches)-1]
	}
	return append(stretches, bounds{from, to})
}

// joinBounds sorts and joins what overlaps or touches.
func joinBounds(all []bounds) []bounds {
	if len(all) < 2 {
		return all
	}
	sorted := slices.Clone(all)
	slices.SortStableFunc(sorted, func(a, b bounds) int { return a.from - b.from })
	joined := sorted[:1]
	for _, next := range sorted[1:] {
		last := &joined[len(joined)-1]
		if next.from <= last.to {
			last.to = max(last.to, next.to)
		} else {
			joined = append(joined, next)
		}
	}
	return joined
}

// leftBy is what of [from, to) the bounds (in order, apart) leave.
func leftBy(taken []bounds, from, to int) []bounds {
	var left []bounds
	start := from
	for _, one := range taken {
		if one.from > start {
			left = append(left, bounds{start, min(one.from, to)})
		}
		start = max(start, one.to)
		if start >= to {
			return left
		}
	}
	if start < to {
		left = append(left, bounds{start, to})
	}
	return left
}

// inBoth is where both hold; each in order, apart.
func inBoth(a, b []bounds) []bounds {
	var both []bounds
	for i, j := 0, 0; i < len(a) && j < len(b); {
		from, to := max(a[i].from, b[j].from), min(a[i].to, b[j].to)
		if from < to {
			both = append(both, bounds{from, to})
		}
		if a[i].to < b[j].to {
			i++
		} else {
			j++
		}
	}
	return both
}

func sizeOf(all []bounds) int {
	size := 0
	for _, one := range all {
		size += one.to - one.from
	}
	return size
}
