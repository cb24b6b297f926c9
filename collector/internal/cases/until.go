package cases

import (
	"regexp"
	"time"
)

// until of a case (spec §8): the last day, or the moment, up to which it holds.
var (
	untilDate     = regexp.MustCompile(`^\d{4}-\d\d-\d\d$`)
	untilDateTime = regexp.MustCompile(`^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d)(?:(:\d\d)(?:\.\d{1,9})?)?(Z|z|[+-]\d\d:\d\d)$`)
)

// firstYear: two digits are no year.
const firstYear = 100

// staleFromMillis is the first millisecond since the epoch at which the case is stale. A date holds to
// the end of that day in UTC; a date and time needs its zone. False when it is neither.
func staleFromMillis(until string) (int64, bool) {
	if untilDate.MatchString(until) {
		day, err := time.Parse(time.DateOnly, until)
		return day.AddDate(0, 0, 1).UnixMilli(), err == nil && day.Year() >= firstYear
	}
	parts := untilDateTime.FindStringSubmatch(until)
	if parts == nil {
		return 0, false
	}
	seconds := parts[3]
	if seconds == "" {
		seconds = ":00"
	}
	local, err := time.Parse(time.DateTime, parts[1]+" "+parts[2]+seconds)
	if err != nil || local.Year() < firstYear {
		return 0, false
	}
	return local.UnixMilli() - zoneMinutes(parts[4])*int64(time.Minute/time.Millisecond), true
}

func zoneMinutes(zone string) int64 {
	if zone == "Z" || zone == "z" {
		return 0
	}
	digit := func(at int) int64 { return int64(zone[at] - '0') }
	minutes := (digit(1)*10+digit(2))*60 + digit(4)*10 + digit(5)
	if zone[0] == '-' {
		return -minutes
	}
	return minutes
}
