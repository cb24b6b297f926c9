import { afterEach, describe, expect, it, vi } from 'vitest';
import { findChromium } from '../../scripts/browser/chromium.js';

describe('the browser of the tests', () => {
  afterEach(() => void vi.unstubAllEnvs());

  it('is the one that CHROMIUM names, and no other when that is none', () => {
    vi.stubEnv('CHROMIUM', process.execPath);
    expect(findChromium()).toBe(process.execPath);
    vi.stubEnv('CHROMIUM', '/nowhere/chromium');
    expect(findChromium()).toBeUndefined();
  });
});
