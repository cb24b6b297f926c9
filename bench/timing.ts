/** Measures of one process on a noisy machine: both sides in turn, many rounds, medians. */

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
};

export type Work = (round: number) => unknown;

/** What the work returned is kept here, so that nothing is optimised away. */
let kept: unknown;

export function millisOf(work: Work, round: number): number {
  const started = performance.now();
  kept = work(round);
  return performance.now() - started;
}

export interface Pair {
  /** Median of the rounds' own ratios first / second. */
  readonly ratio: number;
  readonly firstMillis: number;
  readonly secondMillis: number;
}

/** Each round runs both, in alternating order; a drift of the machine hits both sides alike. */
export function inTurn(first: Work, second: Work, rounds: number): Pair {
  const firsts: number[] = [];
  const seconds: number[] = [];
  const warmup = Math.ceil(rounds / 5);
  for (let round = -warmup; round < rounds; round += 1) {
    const at = round + warmup;
    let a: number;
    let b: number;
    if (round % 2 === 0) {
      a = millisOf(first, at);
      b = millisOf(second, at);
    } else {
      b = millisOf(second, at);
      a = millisOf(first, at);
    }
    if (round < 0) continue;
    firsts.push(a);
    seconds.push(b);
  }
  return {
    ratio: median(firsts.map((value, index) => value / (seconds[index] ?? Number.NaN))),
    firstMillis: median(firsts),
    secondMillis: median(seconds),
  };
}

export interface Growth {
  /** Slope of log time over log size, least squares over all sizes. */
  readonly exponent: number;
  readonly millis: readonly number[];
}

/** All sizes in every round, medians per size. */
export function growth(sizes: readonly number[], workOf: (size: number) => Work, rounds: number): Growth {
  const works = sizes.map(workOf);
  const times = sizes.map((): number[] => []);
  for (let round = -3; round < rounds; round += 1) {
    works.forEach((work, index) => {
      const millis = millisOf(work, round + 3);
      if (round >= 0) times[index]?.push(millis);
    });
  }
  const millis = times.map(median);
  return { exponent: slope(sizes.map(Math.log), millis.map(Math.log)), millis };
}

function slope(xs: readonly number[], ys: readonly number[]): number {
  const meanX = xs.reduce((a, b) => a + b, 0) / xs.length;
  const meanY = ys.reduce((a, b) => a + b, 0) / ys.length;
  let over = 0;
  let under = 0;
  xs.forEach((x, index) => {
    over += (x - meanX) * ((ys[index] ?? 0) - meanY);
    under += (x - meanX) ** 2;
  });
  return over / under;
}

export function keepAlive(): unknown {
  return kept;
}
