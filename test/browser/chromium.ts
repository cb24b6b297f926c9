/** The browser of the tests: found, or installed from Debian's packages where that is allowed. */
import type { TestProject } from 'vitest/node';
import { findChromium, installChromium } from '../../scripts/browser/chromium.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of the program; undefined: there is none, and the tests are skipped. */
    chromium: string | undefined;
  }
}

export default async function setup(project: TestProject): Promise<void> {
  const missing = await installChromium();
  if (missing !== undefined) console.warn(`skipping the tests in a real browser: ${missing}`);
  project.provide('chromium', findChromium());
}
