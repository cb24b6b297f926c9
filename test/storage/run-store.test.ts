import { describe, expect, it } from 'vitest';
import { RunStore } from '../../src/storage/run-store.js';
import { span } from '../support/facts.js';

const bounds = { timeoutMillis: 1_000, maxRuns: 3, maxSpans: 100, maxBytes: 1_000_000 };
const place = (spanId: string) => ({ spanId, parentSpanId: undefined, isLocalRoot: true });

const openWithPart = (store: RunStore<object>, traceId: string, now: number, bytes = 100) => {
  const trace = store.open(traceId, now);
  const held = trace.hold(place('1'), now);
  store.grew(trace, 1, trace.ended(held, span('1'), true, bytes));
  return trace;
};

type Trace = ReturnType<typeof openWithPart>;

describe('the run store', () => {
  it('names the oldest trace once there are too many', () => {
    const store = new RunStore<object>(bounds);
    for (let i = 0; i < 3; i += 1) openWithPart(store, `t${i}`, i);
    expect(store.overflowing()).toBeUndefined();
    openWithPart(store, 't3', 3);
    expect(store.overflowing()?.traceId).toBe('t0');
  });

  it('gives up settled traces before it names a pending one', () => {
    const store = new RunStore<object>({ ...bounds, maxBytes: 9_000 });
    store.settle(openWithPart(store, 'settled', 0, 300), 0);
    const pending = openWithPart(store, 'pending', 1, 7_900);
    expect(store.overflowing()).toBeUndefined();
    expect(store.get('settled')).toBeUndefined();
    expect(store.get('pending')).toBe(pending);
  });

  it('keeps a settled trace no longer than a minute, nor longer than the timeout', () => {
    const store = new RunStore<object>({ ...bounds, timeoutMillis: 600_000 });
    store.settle(openWithPart(store, 't', 0), 10);
    expect(store.nextMillis).toBe(60_010);
    store.expireSettled(60_009);
    expect(store.get('t')).toBeDefined();
    store.expireSettled(60_010);
    expect(store.get('t')).toBeUndefined();
    expect(store.heldBytes).toBe(0);
    expect(store.heldSpans).toBe(0);
  });

  it('says which traces are due, once, and not those that have settled', () => {
    const store = new RunStore<object>(bounds);
    openWithPart(store, 'a', 0);
    const b = openWithPart(store, 'b', 10);
    openWithPart(store, 'c', 20);
    store.settle(b, 30);
    expect([...store.due(999)]).toEqual([]);
    expect([...store.due(5_000)].map((trace) => trace.traceId)).toEqual(['a', 'c']);
    expect([...store.due(5_000)]).toEqual([]);
  });

  it('moves a deadline', () => {
    const store = new RunStore<object>(bounds);
    const trace = openWithPart(store, 'a', 0);
    store.setDeadline(trace, 2_000);
    expect([...store.due(1_500)]).toEqual([]);
    expect([...store.due(2_000)]).toEqual([trace]);
  });

  it('remembers of an evicted trace what was lost and what was published', () => {
    const store = new RunStore<object>(bounds);
    store.evict(openWithPart(store, 'a', 0));
    expect(store.get('a')).toBeUndefined();
    const again = store.open('a', 10);
    expect(again.lostUntilUnixNano).toBe(1_000_000n);
  });

  it('holds nothing of a discarded trace, and its counts return to zero', () => {
    const store = new RunStore<object>(bounds);
    store.discard(openWithPart(store, 'a', 0));
    expect(store.heldBytes).toBe(0);
    expect(store.heldSpans).toBe(0);
    expect(store.isEmpty).toBe(true);
  });

  it('connects traces through their run ids, over any number of steps', () => {
    const store = new RunStore<object>(bounds);
    const [a, b, c] = (['a', 'b', 'c'] as const).map((id) => openWithPart(store, id, 0)) as [Trace, Trace, Trace];
    const join = (trace: ReturnType<typeof openWithPart>, runId: string): void =>
      store.joinRun(trace, trace.hold(place(runId), 0), runId);
    join(a, 'r1');
    join(b, 'r1');
    join(b, 'r2');
    join(c, 'r2');
    expect(store.connected(a)).toEqual([a, b, c]);
  });

  it('forgets the run ids of a trace that goes on with the spans that bore them', () => {
    const store = new RunStore<object>(bounds);
    const loop = openWithPart(store, 'loop', 0);
    const other = openWithPart(store, 'other', 0);
    store.joinRun(loop, loop.hold(place('job 1'), 10), 'r1');
    store.joinRun(other, other.hold(place('job 1'), 10), 'r1');
    store.joinRun(loop, loop.hold(place('job 2'), 500), 'r2');
    store.dropOlder(loop, 100);
    expect([...loop.runIds]).toEqual(['r2']);
    expect(store.connected(other)).toEqual([other]);
  });

  it('does not keep decided traces alive by their deadlines', () => {
    const store = new RunStore<object>({ ...bounds, maxRuns: 10_000 });
    for (let i = 0; i < 5_000; i += 1) store.discard(openWithPart(store, `t${i}`, i));
    // Only the timer's next moment is visible from outside: nothing is left to wait for but a few.
    let waits = 0;
    for (let now = store.nextMillis; now !== undefined && waits < 200; now = store.nextMillis) {
      for (const _trace of store.due(now));
      waits += 1;
    }
    expect(waits).toBeLessThan(200);
  });
});
