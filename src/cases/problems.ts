/** What is wrong with a case file: every problem with its place, its key and what to do (spec §8). */

export interface Position {
  /** 1-based. */
  readonly line: number;
  /** 1-based. */
  readonly column: number;
}

export interface ShapeProblem {
  /** Path of the key, as `cases[0].expect.must[1]`; empty for the file as a whole. */
  readonly key: string;
  /** The offending text, shortened and with control characters escaped. */
  readonly value?: string;
  /** What is wrong and what to do. */
  readonly problem: string;
}

export interface CaseProblem extends ShapeProblem, Position {
  readonly file: string;
}

/** `file:line:column: key: problem`, one line without control characters. */
export function formatProblem({ file, line, column, key, problem }: CaseProblem): string {
  return `${shown(file)}:${line}:${column}: ${key === '' ? '' : `${key}: `}${problem}`;
}

/** More are counted, not listed: a broken file must not fill a log. */
const MAX_PROBLEMS = 100;
const MAX_SHOWN_UNITS = 80;

export interface FoundProblem {
  readonly path: KeyPath;
  readonly value?: string;
  readonly problem: string;
  /** Where that is not simply where the key stands. */
  readonly at?: Position;
}

/** Collects problems, so that one look at a file finds them all. */
export class Problems {
  readonly #found: FoundProblem[] = [];
  #more = 0;

  /** `problem` goes on after the value: `"(" is no RE2 expression`. */
  report(path: KeyPath, value: string | undefined, problem: string, at?: Position): void {
    if (this.#found.length >= MAX_PROBLEMS) {
      this.#more++;
      return;
    }
    const place = at === undefined ? {} : { at };
    if (value === undefined) this.#found.push({ path, problem, ...place });
    else this.#found.push({ path, value: quoted(value), problem: `${quoted(value)} ${problem}`, ...place });
  }

  get isEmpty(): boolean {
    return this.#found.length === 0;
  }

  list(): readonly FoundProblem[] {
    if (this.#more === 0) return this.#found;
    return [...this.#found, { path: KeyPath.root, problem: `and ${this.#more} more problems` }];
  }
}

/** A key with the way up, to find the nearest one that has a place in the file. */
export class KeyPath {
  static readonly root = new KeyPath('', undefined);
  readonly text: string;
  readonly parent: KeyPath | undefined;

  private constructor(text: string, parent: KeyPath | undefined) {
    this.text = text;
    this.parent = parent;
  }

  key(key: string): KeyPath {
    if (!/^[A-Za-z_][\w-]{0,60}$/.test(key)) return new KeyPath(`${this.text}[${quoted(key)}]`, this);
    return new KeyPath(this.text === '' ? key : `${this.text}.${key}`, this);
  }

  item(index: number): KeyPath {
    return new KeyPath(`${this.text}[${index}]`, this);
  }
}

/** In quotes, shortened, control characters escaped. */
export function quoted(text: string): string {
  return shown(JSON.stringify(text.length <= MAX_SHOWN_UNITS ? text : `${text.slice(0, MAX_SHOWN_UNITS)}…`));
}

// Controls, bidirectional and zero-width ones included, could make a terminal show another text than is there.
const CONTROLS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

function shown(text: string): string {
  return text.replace(CONTROLS, (control) => `\\u{${(control.codePointAt(0) as number).toString(16)}}`);
}
