/** Which stretches of a long text are shown at once and which are folded away: what is marked is always in sight. */

export interface Range {
  readonly start: number;
  readonly end: number;
}

export interface Stretch extends Range {
  readonly isFolded: boolean;
}

export interface FoldOptions {
  /** A text of at most so many bytes is shown whole. */
  readonly wholeBytes: number;
  /** Shown around each mark and at the beginning. */
  readonly aroundBytes: number;
  /** The end is shown too (default true). */
  readonly showsEnd?: boolean;
}

/** In order, without gaps, from 0 to `length`. `shown`: in any order. */
export function foldPlan(length: number, shown: readonly Range[], options: FoldOptions): readonly Stretch[] {
  if (length <= options.wholeBytes) return [{ start: 0, end: length, isFolded: false }];
  const { aroundBytes } = options;
  const last = options.showsEnd === false ? [] : [{ start: length, end: length }];
  const windows = [{ start: 0, end: 0 }, ...shown, ...last]
    .map(({ start, end }) => ({ start: Math.max(0, start - aroundBytes), end: Math.min(length, end + aroundBytes) }))
    .sort((a, b) => a.start - b.start);
  const plan: Stretch[] = [];
  let at = 0;
  for (const { start, end } of windows) {
    // A fold that hides less than its own line is no gain.
    if (start > at + aroundBytes / 2) plan.push({ start: at, end: start, isFolded: true });
    else if (end <= at) continue;
    const from = start > at + aroundBytes / 2 ? start : at;
    const before = plan.at(-1);
    if (before?.isFolded === false && before.end === from) plan[plan.length - 1] = { ...before, end };
    else plan.push({ start: from, end, isFolded: false });
    at = end;
  }
  if (at < length) plan.push({ start: at, end: length, isFolded: true });
  return plan;
}
