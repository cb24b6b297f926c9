/** Rulings follow from the trials and nothing else: what is ruled when, and laws that hold for any outcome. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BoundaryName } from '../../src/incidents/diff.js';
import type { PinsMessage, RulingMessage, SplitTestMessage } from '../../src/proto/messages.generated.js';
import { runSplitTest } from '../../src/trials/run-split-test.js';
import { splitTestMessage } from '../../src/trials/split-test-message.js';
import type { PlannedTrial, SplitTestPlan } from '../../src/trials/split-test-plan.js';
import { incidentOf, PINS, planOf, repairOf, trialOf, type Given } from './support.js';

const A = incidentOf('INC-A', 'retrieval');
const B = incidentOf('INC-B', 'assembly');
const C = incidentOf('INC-C', 'generation');
const topK = repairOf('top-k-50', 'retrieval', { top_k: 50 });

type World = (planned: PlannedTrial) => readonly [given: Given, pins?: PinsMessage, rank?: number | undefined];

async function tested(plan: SplitTestPlan, world: World): Promise<SplitTestMessage & { readonly calls: number }> {
  const { trials, calls } = await runSplitTest({
    plan,
    done: [],
    ask: async (planned) => {
      const [given, pins = pinsUnder(planned), rank] = world(planned);
      return trialOf(planned, given, pins, rank);
    },
    keep: async () => undefined,
  });
  const times = { startedAtUnixNano: 1n, endedAtUnixNano: 2n, testedBy: 'test' };
  return { ...splitTestMessage({ plan, trials }, times), calls };
}

/** An application that takes its overrides, and logs them. */
function pinsUnder({ repair }: PlannedTrial): PinsMessage {
  return { ...PINS, ...(repair?.overrides as PinsMessage | undefined) };
}

/** As it was without a repair; recovered where the repair recovers. */
const recovering =
  (...cells: readonly string[]): World =>
  ({ incident, repair }) => [
    cells.includes(`${incident.incident.id} ${repair?.id}`) ? 'HOLD' : (incident.incident.verdict?.verdict as Given),
  ];

async function ruling(plan: SplitTestPlan, world: World): Promise<RulingMessage> {
  return (await tested(plan, world)).rulings?.[0] as RulingMessage;
}

describe('a repair is ruled', () => {
  it('discriminant when it recovers its own incident and no other', async () => {
    expect(await ruling(planOf([A, B, C], [topK]), recovering('INC-A top-k-50'))).toEqual({
      repair: 'top-k-50',
      ruling: 'discriminant',
      because: 'it recovered INC-A 3/3 and no other: INC-B 0/3, INC-C 0/3',
      recovered: ['INC-A'],
    });
  });

  it('confounded when it recovers everything', async () => {
    const world = recovering('INC-A top-k-50', 'INC-B top-k-50', 'INC-C top-k-50');
    expect(await ruling(planOf([A, B, C], [topK]), world)).toMatchObject({
      ruling: 'confounded',
      because: expect.stringContaining('it recovers everything, INC-A 3/3, INC-B 3/3 and INC-C 3/3') as string,
    });
  });

  it('confounded when it breaks another boundary on the way', async () => {
    const world: World = ({ incident, repair }) => [
      repair === undefined
        ? (incident.incident.verdict?.verdict as Given)
        : incident === A
          ? 'HOLD'
          : // The evidence of C no longer fits in.
            'H2',
    ];
    expect(await ruling(planOf([A, B, C], [topK]), world)).toMatchObject({
      ruling: 'confounded',
      because: 'it moved 2 boundaries, retrieval and assembly: INC-A recovered, INC-C moved at assembly',
    });
  });

  it('confounded when it breaks its own boundary in another incident, and the incident is named', async () => {
    // The evidence of B and C is no longer handed on: the one boundary that moves is the repair's own.
    const world: World = ({ incident, repair }) => [
      repair === undefined ? (incident.incident.verdict?.verdict as Given) : incident === A ? 'HOLD' : 'H1',
    ];
    expect(await ruling(planOf([A, B, C], [topK]), world)).toMatchObject({
      ruling: 'confounded',
      because:
        'it recovered INC-A 3/3; it breaks INC-B: H2 (cut) → H1 (below_k) in 3/3; INC-C: H3a (contradiction) → H1 (below_k) in 3/3',
    });
    const useless: World = (planned) => (planned.incident === A ? ['H1'] : world(planned));
    expect((await ruling(planOf([A, C], [topK]), useless)).because).toContain(
      'INC-A 0/3; it breaks INC-C: H3a (contradiction) → H1 (below_k) in 3/3',
    );
  });

  it.each<readonly [string, Given, string]>([
    ['breaks another now and then', 'H1', 'INC-C: H3a (contradiction) → H1 (below_k) in 1/3'],
    ['breaks it at a third boundary', 'H2', 'INC-C: H3a (contradiction) → H2 (cut) in 1/3'],
  ])('not established when it %s', async (_, second, words) => {
    const world: World = (planned) =>
      planned.incident === C && planned.repair !== undefined && planned.number === 2
        ? [second]
        : recovering('INC-A top-k-50')(planned);
    expect(await ruling(planOf([A, C], [topK]), world)).toMatchObject({
      ruling: 'not_established',
      because: `it recovered INC-A 3/3, and did not leave the others as they are: ${words}`,
    });
  });

  it('not recovered when its own incident stays, and says when the pin stayed too', async () => {
    const plan = planOf([A, B], [topK]);
    expect(await ruling(plan, recovering())).toMatchObject({
      ruling: 'not_recovered',
      because: 'its own boundary’s incident: INC-A 0/3',
    });
    const deaf: World = ({ incident }) => [incident.incident.verdict?.verdict as Given, PINS];
    expect((await ruling(plan, deaf)).because).toContain('does answer() read overrides.top_k?');
  });

  it('not recovered, with what comes next, when its boundary holds and a later one loses the evidence', async () => {
    const world: World = (planned) =>
      planned.incident === A && planned.repair !== undefined ? ['H2'] : recovering()(planned);
    expect(await ruling(planOf([A, B], [topK]), world)).toMatchObject({
      ruling: 'not_recovered',
      because:
        'its own boundary’s incident: INC-A 0/3; the retrieval boundary holds under it, and a later one loses the evidence (INC-A: H1 (below_k) → H2 (cut) in 3/3): keep the repair in the application, freeze the wrong answer again, and repair that boundary',
    });
    const sometimes: World = (planned) => (planned.number === 2 ? recovering()(planned) : world(planned));
    expect((await ruling(planOf([A, B], [topK]), sometimes)).because).not.toContain('a later one');
  });

  it.each<readonly [string, Given, string]>([
    ['recovers in two of three trials', 'H1', 'it recovered its own in some trials only: INC-A 2/3'],
    ['fails once', 'failed', '1 of 3 trials on INC-A gave no verdict that tells'],
    ['once gives a verdict that does not tell', 'UNKNOWN', '1 of 3 trials on INC-A gave no verdict that tells'],
  ])('not established when it %s', async (_, second, because) => {
    const world: World = (planned) =>
      planned.incident === A && planned.repair !== undefined && planned.number === 2
        ? [second]
        : recovering('INC-A top-k-50')(planned);
    expect(await ruling(planOf([A, B], [topK]), world)).toMatchObject({ ruling: 'not_established', because });
  });

  it('not established when another incident recovers now and then', async () => {
    const world: World = (planned) =>
      planned.incident === B && planned.repair !== undefined && planned.number === 1
        ? ['HOLD']
        : recovering('INC-A top-k-50')(planned);
    expect(await ruling(planOf([A, B], [topK]), world)).toMatchObject({
      ruling: 'not_established',
      because: 'it recovered INC-A 3/3, and INC-B 1/3 of another boundary in some trials',
    });
  });

  it('not established where nothing tells it from a repair that recovers everything', async () => {
    expect((await ruling(planOf([A], [topK]), recovering('INC-A top-k-50'))).because).toContain(
      'no incident of another boundary stands beside it',
    );
    expect((await ruling(planOf([B, C], [topK]), recovering())).because).toBe(
      'no incident of its boundary (retrieval) was tested',
    );
  });

  it('confounded, as a pan-repair, when it is forced to change several pins and recovers', async () => {
    const pan = repairOf('all', 'retrieval', { top_k: 50, budget: 16384 });
    const forced = planOf([A, B], [pan], { isForced: true });
    expect(await ruling(forced, recovering('INC-A all'))).toMatchObject({ ruling: 'confounded', pan_repair: true });
    expect(await ruling(forced, recovering())).toMatchObject({ ruling: 'not_recovered', pan_repair: true });
  });

  it('confounded when it is seen to move a second pin, and is then run no further', async () => {
    const world: World = (planned) =>
      planned.repair === undefined ? recovering()(planned) : ['HOLD', { ...pinsUnder(planned), budget: 16384 }];
    const test = await tested(planOf([A, B], [topK]), world);
    expect(test.rulings?.[0]).toMatchObject({
      ruling: 'confounded',
      pan_repair: true,
      because: expect.stringContaining('it moved budget and top_k at once') as string,
    });
    expect(test.repairs?.[0]?.pan_repair).toBe(true);
    // Two controls, and the one trial that showed it.
    expect(test.calls).toBe(7);
    expect((await tested(planOf([A, B], [topK], { isForced: true }), world)).calls).toBe(12);
  });

  it('not established when what it says to change from is not what the control ran with', async () => {
    const from = { ...topK, changes: [{ pin: 'top_k', from: '10', to: '50' }] };
    expect((await ruling(planOf([A, B], [from]), recovering('INC-A top-k-50'))).because).toBe(
      'it is to change top_k from 10, and the control of INC-A ran with 5',
    );
  });
});

describe('a row', () => {
  it.each<readonly [string, World, string]>([
    [
      'gives another verdict',
      ({ incident, repair, number }) => [incident === A && repair === undefined && number === 3 ? 'HOLD' : 'H2'],
      'the control gave H2 (cut), not H1 (below_k), in 3 of 3 trials',
    ],
    ['fails', ({ incident }) => [incident === A ? 'failed' : 'H2'], 'control 1 failed: Error: no'],
    [
      'runs with another configuration',
      ({ incident }) => [incident.incident.verdict?.verdict as Given, { ...PINS, top_k: 7 }],
      'the control ran with another top_k than was frozen: this is not the incident’s configuration',
    ],
  ])('whose control %s is not established, and costs no more calls', async (_, world, why) => {
    const test = await tested(planOf([A], [topK]), world);
    expect(test.incidents?.[0]?.not_established).toBe(why);
    expect(test.calls).toBe(3);
    expect(test.matrix?.[1]).toMatchObject({ repair: 'top-k-50', trials: 0 });
    expect(test.rulings?.[0]).toMatchObject({ ruling: 'not_established' });
  });

  it('tells at which ranks the evidence was seen, and when it was now and then absent', async () => {
    const ranks = [4, 2, undefined];
    const world: World = (planned) =>
      planned.repair === undefined ? ['H1', PINS, 47] : ['HOLD', pinsUnder(planned), ranks[planned.number - 1]];
    const [control, repaired] = (await tested(planOf([A], [topK]), world)).matrix ?? [];
    expect(control).toMatchObject({ ranks: [47] });
    expect(control).not.toHaveProperty('rank_unstable');
    expect(repaired).toMatchObject({ ranks: [2, 4], rank_unstable: true, moved_pins: ['top_k'] });
  });
});

const boundaries: readonly BoundaryName[] = ['retrieval', 'assembly', 'generation'];
const given = fc.constantFrom<Given>('H1', 'H2', 'H3a', 'HOLD', 'HOLD', 'UNKNOWN', 'failed');

/** Up to four incidents, up to three repairs, and for each trial something. */
const world = fc
  .record({
    incidents: fc.array(fc.constantFrom(...boundaries), { minLength: 1, maxLength: 4 }),
    repairs: fc.array(fc.constantFrom(...boundaries), { minLength: 1, maxLength: 3 }),
    controlsHold: fc.boolean(),
    isForced: fc.boolean(),
    cells: fc.array(fc.array(given, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 12 }),
    steady: fc.boolean(),
    /** Each repair recovers its own boundary's incidents alone: what chance hardly ever brings about. */
    mendsItsOwn: fc.boolean(),
    movesPins: fc.nat({ max: 20 }),
  })
  .map(({ incidents, repairs, controlsHold, isForced, cells, steady, mendsItsOwn, movesPins }) => {
    const rows = incidents.map((boundary, index) => incidentOf(`I${index}`, boundary));
    const columns = repairs.map((boundary, index) => repairOf(`R${index}`, boundary, { top_k: 10 + index }));
    const run: World = (planned) => {
      const { incident, repair, number } = planned;
      const own = incident.incident.verdict?.verdict as Given;
      if (repair === undefined) return [controlsHold || mendsItsOwn || number < 3 ? own : (cells[0]?.[0] ?? own)];
      const place = Number(incident.incident.id.slice(1)) * 3 + Number(repair.id.slice(1));
      const cell = cells[place % cells.length] ?? [];
      const pins = movesPins === place ? { ...pinsUnder(planned), model: 'other' } : pinsUnder(planned);
      if (mendsItsOwn) return [incident.boundary === repair.boundary ? 'HOLD' : own, pins];
      return [(steady ? cell[0] : cell[number - 1]) ?? own, pins];
    };
    return { plan: planOf(rows, columns, { isForced }), run };
  });

describe('for any outcome', () => {
  it('discriminant is only what recovered its own 3/3 and left the others as they were, moving one pin', async () => {
    let discriminant = 0;
    await fc.assert(
      fc.asyncProperty(world, async ({ plan, run }) => {
        const test = await tested(plan, run);
        for (const { repair, ruling: name } of test.rulings ?? []) {
          if (name !== 'discriminant') continue;
          discriminant += 1;
          const aim = plan.repairs.find(({ id }) => id === repair)?.boundary;
          const rows = plan.incidents.filter(
            ({ incident }) => test.incidents?.find(({ id }) => id === incident.id)?.not_established === undefined,
          );
          const holds = (id: string): number =>
            (test.trials ?? []).filter(
              (one) => one.incident === id && one.repair === repair && one.verdict?.verdict === 'HOLD',
            ).length;
          const runs = (id: string) =>
            (test.trials ?? []).filter((one) => one.incident === id && one.repair === repair);
          expect(rows.some(({ boundary }) => boundary === aim)).toBe(true);
          expect(rows.some(({ boundary }) => boundary !== aim)).toBe(true);
          for (const { incident, boundary } of rows) {
            expect(runs(incident.id)).toHaveLength(3);
            expect(holds(incident.id)).toBe(boundary === aim ? 3 : 0);
            if (boundary !== aim) for (const { verdict } of runs(incident.id)) expect(verdict?.boundary).toBe(boundary);
            for (const one of runs(incident.id)) expect([one.error, one.pins?.model]).toEqual([undefined, undefined]);
          }
        }
      }),
      { numRuns: 500 },
    );
    expect(discriminant).toBeGreaterThan(20);
  });

  it('every repair is ruled, every sentence says why, and no order of calls is left to chance', async () => {
    await fc.assert(
      fc.asyncProperty(world, async ({ plan, run }) => {
        const test = await tested(plan, run);
        expect(test.rulings?.map(({ repair }) => repair)).toEqual(plan.repairs.map(({ id }) => id));
        for (const one of test.rulings ?? []) expect(one.because.length).toBeGreaterThan(10);
        const order = (test.trials ?? []).map(({ incident, repair, number }) => `${incident} ${repair} ${number}`);
        expect(order).toEqual([...new Set(order)]);
        expect(test).toEqual(await tested(plan, run));
      }),
      { numRuns: 200 },
    );
  });

  it('a trial that is taken away, or fails, never makes a repair discriminant', async () => {
    await fc.assert(
      fc.asyncProperty(
        world,
        fc.nat(),
        fc.constantFrom<Given>('failed', 'UNKNOWN'),
        async ({ plan, run }, at, worse) => {
          const before = await tested(plan, run);
          const hit = before.trials?.[at % before.trials.length];
          const after = await tested(plan, (planned) =>
            planned.incident.incident.id === hit?.incident &&
            (planned.repair?.id ?? '') === hit.repair &&
            planned.number === hit.number
              ? [worse]
              : run(planned),
          );
          for (const [index, one] of (after.rulings ?? []).entries())
            if (one.ruling === 'discriminant' && hit?.repair === one.repair)
              // Only where it was refused for what this very trial moved.
              expect(before.rulings?.[index]?.pan_repair).toBe(true);
        },
      ),
      { numRuns: 200 },
    );
  });
});
