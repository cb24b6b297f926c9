/** What could not be read: the last of it in words, the rest as a number. */

export interface Problems {
  readonly kept: readonly string[];
  readonly count: number;
}

const MOST_KEPT = 50;
const MOST_LENGTH = 500;

export class ProblemList implements Problems {
  readonly #kept: string[] = [];
  #count = 0;

  add(problem: string): void {
    this.#count += 1;
    this.#kept.push(problem.length <= MOST_LENGTH ? problem : `${problem.slice(0, MOST_LENGTH)}…`);
    if (this.#kept.length > MOST_KEPT) this.#kept.shift();
  }

  get count(): number {
    return this.#count;
  }

  get kept(): readonly string[] {
    return this.#kept;
  }
}

export function joinedProblems(...lists: readonly Problems[]): Problems {
  return {
    kept: lists.flatMap(({ kept }) => kept).slice(-MOST_KEPT),
    count: lists.reduce((sum, { count }) => sum + count, 0),
  };
}

/** One run must not cost the others. */
export function faultText(error: unknown): string {
  return `could not be shown, which is a fault of ragspan: ${error instanceof Error ? error.message : String(error)}`;
}
