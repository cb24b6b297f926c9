package model

import (
	"math"
	"strconv"
	"strings"
)

// NumberText spells a number as JavaScript's String(number) does: 0.1, 1e+21, 1e-7.
func NumberText(number float64) string {
	switch {
	case math.IsNaN(number):
		return "NaN"
	case math.IsInf(number, 1):
		return "Infinity"
	case math.IsInf(number, -1):
		return "-Infinity"
	case number == 0:
		return "0"
	case math.Abs(number) < 1e15 && number == math.Trunc(number):
		return strconv.FormatInt(int64(number), 10)
	}
	var held [32]byte
	spelled := string(strconv.AppendFloat(held[:0], math.Abs(number), 'e', -1, 64))
	mantissa, exponentText, _ := strings.Cut(spelled, "e")
	exponent, _ := strconv.Atoi(exponentText)
	digits := strings.Replace(mantissa, ".", "", 1)
	sign := ""
	if number < 0 {
		sign = "-"
	}
	return sign + placed(digits, exponent+1)
}

// placed sets the decimal point after the first point digits (ECMAScript Number::toString).
func placed(digits string, point int) string {
	size := len(digits)
	switch {
	case size <= point && point <= 21:
		return digits + strings.Repeat("0", point-size)
	case 0 < point && point <= 21:
		return digits[:point] + "." + digits[point:]
	case -6 < point && point <= 0:
		return "0." + strings.Repeat("0", -point) + digits
	}
	exponent := strconv.Itoa(point - 1)
	if point-1 > 0 {
		exponent = "+" + exponent
	}
	if size == 1 {
		return digits + "e" + exponent
	}
	return digits[:1] + "." + digits[1:] + "e" + exponent
}
