/**
 * A text as telemetry delivered it, with what is known about its completeness (spec §3 Text, Lossy).
 */
export interface CapturedText {
  /** Well formed: the reader has turned lone surrogates and bad bytes into U+FFFD. */
  readonly text: string;
  /**
   * Telemetry may have changed these bytes (marker, cut at the value limit, dropped attributes,
   * hash beside it does not fit, U+FFFD at the end). "Not found" is then never a finding.
   */
  readonly lossy: boolean;
}

/** Text with U+FFFD has no digest (`invalid_text`); lines are still looked for in it. */
export function isInvalidText(text: string): boolean {
  return text.includes('\uFFFD');
}
