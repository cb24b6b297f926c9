/** Finds the reader of case files (`cases/`) without importing it. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

export type CaseReader = Pick<
  typeof import('../cases/index.js'),
  'compileCodeCase' | 'compilePattern' | 'watchCaseFile'
>;

/** Where the CommonJS build of it lies, seen from an entry point and from a chunk of the package. */
const PLACES = ['./cases.cjs', '../cases.cjs'];

/** Undefined in a bundle and in the source tree, where that file is not. */
export function requireCaseReader(): CaseReader | undefined {
  // A CommonJS bundle has no import.meta.
  const here = import.meta.url as string | undefined;
  if (here === undefined || !here.startsWith('file:')) return undefined;
  for (const place of PLACES) {
    const file = fileURLToPath(new URL(place, here));
    if (existsSync(file)) return createRequire(here)(file) as CaseReader;
  }
  return undefined;
}

export async function importCaseReader(): Promise<CaseReader> {
  return import('../cases/index.js');
}
