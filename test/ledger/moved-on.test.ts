/** A changed configuration voids pairings by when runs were; the order in which they are told of changes nothing. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { appendEntries } from '../../src/ledger/append-entries.js';
import { pairIncidents } from '../../src/ledger/pair-incidents.js';
import { pairingKeyOf } from '../../src/ledger/pairing-key.js';
import { readLedger } from '../../src/ledger/read-ledger.js';
import type { PairingKeyMessage } from '../../src/proto/messages.generated.js';
import { addIncidents, freshLedger, incident, PLAIN, type Facts } from './incidents.js';

type Step = { readonly add: number } | { readonly pair: readonly [number, number] };

interface History {
  readonly runs: readonly (Facts & Required<Pick<Facts, 'at' | 'topK' | 'service'>>)[];
  /** Each pair after both of its incidents. */
  readonly orders: readonly (readonly Step[])[];
}

const runs = fc.array(
  fc
    .record({
      at: fc.integer({ min: 0, max: 9 }),
      topK: fc.constantFrom(5, 20),
      snapshot: fc.constantFrom(undefined, 's1', 's2'),
      service: fc.constantFrom('refund-bot', 'other', null),
    })
    .map(({ snapshot, ...run }) => ({
      ...run,
      pins: { top_k: run.topK, ...(snapshot === undefined ? {} : { snapshot }) },
    })),
  { minLength: 3, maxLength: 7 },
);
type Runs = History['runs'];

const inOneClass = (list: Runs, a: number, b: number): boolean =>
  JSON.stringify(list[a]?.pins) === JSON.stringify(list[b]?.pins);

function pairsOf(list: Runs): readonly (readonly [number, number])[] {
  return list.flatMap((_, b) => list.slice(0, b).flatMap((__, a) => (inOneClass(list, a, b) ? [[a, b] as const] : [])));
}

/** Any order of steps, but for pairs that would come before their incidents: they come right after them. */
function ordered(list: Runs, steps: readonly Step[]): readonly Step[] {
  const out: Step[] = [];
  const entered = new Set<number>();
  const waiting: Step[] = [];
  for (const step of steps) {
    if ('add' in step) entered.add(step.add);
    const isEarly = 'pair' in step && !step.pair.every((one) => entered.has(one));
    (isEarly ? waiting : out).push(step);
    for (const held of waiting.filter((one) => 'pair' in one && one.pair.every((each) => entered.has(each)))) {
      waiting.splice(waiting.indexOf(held), 1);
      out.push(held);
    }
  }
  return out;
}

const histories: fc.Arbitrary<History> = runs.chain((list) => {
  const steps: readonly Step[] = [...list.map((_, add) => ({ add })), ...pairsOf(list).map((pair) => ({ pair }))];
  const anyOrder = fc
    .shuffledSubarray([...steps], { minLength: steps.length, maxLength: steps.length })
    .map((order) => ordered(list, order));
  return fc.record({ runs: fc.constant(list), orders: fc.tuple(anyOrder, anyOrder) });
});

/** Each pair, and whether it is open. */
async function replay(list: Runs, order: readonly Step[]): Promise<ReadonlyMap<string, boolean>> {
  const ledger = freshLedger();
  for (const step of order)
    if ('add' in step) await addIncidents(ledger, [incident(`I${step.add}`, list[step.add])]);
    else await pairIncidents(ledger, `I${step.pair[0]}`, `I${step.pair[1]}`);
  const { state } = await readLedger(ledger.path, PLAIN);
  return new Map(
    [...state.pairings].map((one) => [[one.incident, one.other].sort().join(' '), one.voided === undefined] as const),
  );
}

/** From the words of docs/ledger.md alone. */
function expected(list: Runs): ReadonlyMap<string, boolean> {
  const open = (a: number, b: number): boolean =>
    !list.some(
      (later) =>
        [a, b].every((one) => later.at > (list[one]?.at ?? 0)) &&
        [a, b].some((one) => {
          const member = list[one];
          if (member === undefined || member.service !== later.service) return false;
          const [before, now] = [member.pins, later.pins] as { snapshot?: string }[];
          const isOtherSnapshot =
            before?.snapshot !== undefined && now?.snapshot !== undefined && before.snapshot !== now.snapshot;
          return member.topK !== later.topK || isOtherSnapshot;
        }),
    );
  return new Map(pairsOf(list).map(([a, b]) => [`I${a} I${b}`, open(a, b)] as const));
}

describe('a pairing', () => {
  it('is void exactly when its service ran after both incidents under other pins, in whatever order that is told', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async ({ runs: list, orders }) => {
        for (const order of orders) expect(await replay(list, order)).toEqual(expected(list));
      }),
      { numRuns: 25, interruptAfterTimeLimit: 60_000 },
    );
  }, 120_000);

  const at = (seconds: number): bigint => 1_796_000_000_000_000_000n + BigInt(seconds) * 1_000_000_000n;

  it('is not void for a clock that is ahead: a run was before it was frozen, and before it was entered', async () => {
    const ledger = freshLedger();
    const other: Facts = { topK: 20, pins: { top_k: 20 } };
    const years = 20 * 365 * 86_400;
    await addIncidents(ledger, [{ ...incident('AHEAD', { ...other, at: years }), frozen_at_unix_nano: at(60) }]);
    // By its own clock it was even frozen then.
    const key = pairingKeyOf(incident('B', { ...other, at: years }), PLAIN) as PairingKeyMessage;
    await appendEntries(ledger, (_, record) => {
      record({ kind: 'add', incident: 'B', key: { ...key, ran_at_unix_nano: at(years) } });
    });
    // Frozen later than both were entered.
    const later = ['C', 'D'].map((id) => ({ ...incident(id, { at: 3_700 }), frozen_at_unix_nano: at(3_701) }));
    await addIncidents(ledger, later);
    await pairIncidents(ledger, 'C', 'D');
    expect((await readLedger(ledger.path, PLAIN)).state.pairing('C', 'D')?.voided).toBeUndefined();
  });

  it('goes by when an incident was frozen where it does not say when its run was', async () => {
    const ledger = freshLedger();
    const frozen = (id: string, seconds: number, facts: Facts = {}) => ({
      ...incident(id, facts),
      frozen_at_unix_nano: at(seconds),
    });
    await addIncidents(ledger, [frozen('A', 10), frozen('B', 20)]);
    await pairIncidents(ledger, 'A', 'B');
    const other: Facts = { topK: 20, pins: { top_k: 20 } };
    expect(await addIncidents(ledger, [frozen('C', 15, other)])).toMatchObject([{ voided: [] }]);
    expect(await addIncidents(ledger, [frozen('D', 21, other)])).toMatchObject([{ voided: [{ incident: 'A' }] }]);
  });

  it('of a ledger that does not hold times was there when it was entered, and nothing of it voids', async () => {
    const ledger = freshLedger();
    const old = (id: string, facts: Facts = {}): { readonly id: string; readonly key: PairingKeyMessage } => {
      const { ran_at_unix_nano: _, ...key } = pairingKeyOf(incident(id, facts), PLAIN) as PairingKeyMessage;
      return { id, key };
    };
    const other: Facts = { topK: 20, pins: { top_k: 20 } };
    // Entered at seconds 3601 to 3603.
    await appendEntries(ledger, (_, record) => {
      for (const { id, key } of [old('A'), old('B'), old('C', other)]) record({ kind: 'add', incident: id, key });
    });
    expect(await pairIncidents(ledger, 'A', 'B')).toMatchObject({ pairing: { sequence: 4 } });
    expect((await readLedger(ledger.path, PLAIN)).state.pairing('A', 'B')?.voided).toBeUndefined();
    const now = (id: string, seconds: number) => incident(id, { ...other, at: seconds });
    expect(await addIncidents(ledger, [now('D', 3_602)])).toMatchObject([{ voided: [] }]);
    expect(await addIncidents(ledger, [now('E', 3_603)])).toMatchObject([{ voided: [{ incident: 'A' }] }]);
  });
});
