import { describe, expect, it } from 'vitest';
import { UrlCache } from '../../../src/claims/index.js';
import { blocked, dead, unchecked } from '../../../src/claims/links/url-outcome.js';

const alive = { kind: 'alive' } as const;

describe('the cache of URL results', () => {
  it('forgets by age: the dead sooner than the living', () => {
    let now = 0;
    const cache = new UrlCache({ aliveMillis: 100, deadMillis: 10, now: () => now });
    cache.set('a', alive);
    cache.set('d', dead('status', 'x'));
    now = 9;
    expect([cache.get('a')?.kind, cache.get('d')?.kind]).toEqual(['alive', 'dead']);
    now = 10;
    expect([cache.get('a')?.kind, cache.get('d')?.kind]).toEqual(['alive', undefined]);
    now = 100;
    expect(cache.get('a')).toBeUndefined();
    expect(cache.size).toBe(0);
  });

  it('is bounded: what was used longest ago goes first', () => {
    const cache = new UrlCache({ maxEntries: 2 });
    cache.set('a', alive);
    cache.set('b', alive);
    cache.get('a');
    cache.set('c', alive);
    expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([alive, undefined, alive]);
    expect(cache.size).toBe(2);
  });

  it('keeps no dead URL whose server was not reached, nor what it knew before', () => {
    const cache = new UrlCache();
    for (const reason of ['dns', 'connect', 'timeout'] as const) {
      cache.set(reason, alive);
      cache.set(reason, dead(reason, 'x'));
    }
    expect(cache.size).toBe(0);
  });

  it('keeps neither what was blocked nor what was not checked', () => {
    const cache = new UrlCache();
    cache.set('a', blocked('address', 'x'));
    cache.set('b', unchecked('budget', 'x'));
    expect(cache.size).toBe(0);
  });
});
