/**
 * The case file of the options, read lazily: parser and pattern library are not small, and most
 * processes have no case file.
 *
 * How it works: the reader of case files is a file of this package beside the one at hand; Node
 * loads it at once when a case file, a refusal or a case in code asks for it. A bundled application
 * has no such file: there the reader is loaded by `import()`, which bundlers follow, and until it
 * has come nothing is decided.
 */
import { existsSync } from 'node:fs';
import type { CaseFile, PatternSource, Settings } from '../config/index.js';
import type { Case, CaseBook, TextPattern } from '../model/case.js';
import type { CodeCase } from '../model/code-case.js';
import type { CaseSource } from './case-source.js';
import { importCaseReader, requireCaseReader, type CaseReader } from './load-case-reader.js';

const MOST_CASES_IN_CODE = 200;

export interface CaseReaderLoader {
  atOnce(): CaseReader | undefined;
  later(): Promise<CaseReader>;
}

const PACKAGE_LOADER: CaseReaderLoader = { atOnce: requireCaseReader, later: importCaseReader };

export function openCaseSource(
  settings: Pick<Settings, 'cases' | 'refusals'>,
  say: (line: string) => void,
  onReady: () => void,
  loader: CaseReaderLoader = PACKAGE_LOADER,
): CaseSource {
  return new LazyCaseSource(settings, say, onReady, loader);
}

class LazyCaseSource implements CaseSource {
  readonly #say: (line: string) => void;
  readonly #onReady: () => void;
  readonly #loader: CaseReaderLoader;
  readonly #inCode = new Map<string, Case | undefined>();
  #reader: CaseReader | undefined;
  #watched: { readonly book: CaseBook | undefined; close(): void } | undefined;
  #isLoading = false;
  #isClosed = false;

  constructor(
    settings: Pick<Settings, 'cases' | 'refusals'>,
    say: (line: string) => void,
    onReady: () => void,
    loader: CaseReaderLoader,
  ) {
    this.#say = say;
    this.#onReady = onReady;
    this.#loader = loader;
    const file = existingFile(settings.cases);
    if (file === undefined && settings.refusals.length === 0) return;
    this.#load((reader) => this.#open(reader, file));
  }

  get book(): CaseBook | undefined {
    return this.#watched?.book;
  }

  get isReady(): boolean {
    return !this.#isLoading;
  }

  compilePattern(source: PatternSource): TextPattern | undefined {
    if (this.#reader === undefined) return undefined;
    const compiled = this.#reader.compilePattern(source);
    return 'pattern' in compiled ? compiled.pattern : undefined;
  }

  compileCase(value: CodeCase): Case | undefined {
    const source = JSON.stringify(value);
    if (this.#inCode.has(source)) return this.#inCode.get(source);
    if (this.#reader === undefined) this.#load(() => undefined);
    if (this.#reader === undefined) return undefined;
    const compiled = this.#reader.compileCodeCase(value);
    if ('problems' in compiled) {
      const [first] = compiled.problems;
      this.#say(
        `a case set in code is left out: ${first === undefined ? 'it is none' : `${first.key} ${first.problem}`}`,
      );
    }
    const found = 'case' in compiled ? compiled.case : undefined;
    if (this.#inCode.size >= MOST_CASES_IN_CODE) this.#inCode.clear();
    this.#inCode.set(source, found);
    return found;
  }

  close(): void {
    this.#isClosed = true;
    this.#watched?.close();
    this.#watched = undefined;
  }

  #open(reader: CaseReader, file: CaseFile | undefined): void {
    if (file === undefined || this.#isClosed) return;
    this.#watched = reader.watchCaseFile(file.path, { onProblem: (line) => this.#say(line) });
  }

  #load(use: (reader: CaseReader) => void): void {
    this.#reader = this.#loader.atOnce();
    if (this.#reader !== undefined) {
      use(this.#reader);
      return;
    }
    if (this.#isLoading) return;
    this.#isLoading = true;
    this.#loader
      .later()
      .then((reader) => {
        this.#reader = reader;
        use(reader);
      })
      .catch((error: unknown) => {
        this.#say(
          `the reader of case files cannot be loaded, no case applies: ${error instanceof Error ? error.message : String(error)}`,
        );
      })
      .finally(() => {
        this.#isLoading = false;
        if (!this.#isClosed) this.#onReady();
      });
  }
}

/** The default file may be missing; a named one is watched all the same, and the watcher says that it is missing. */
function existingFile(file: CaseFile | undefined): CaseFile | undefined {
  return file === undefined || file.isNamed || existsSync(file.path) ? file : undefined;
}
