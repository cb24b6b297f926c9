/** Entering incidents: once, with artifacts of their own; what that does to pairings. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { AddOutcome } from '../../src/ledger/add-incidents.js';
import { pairIncidents } from '../../src/ledger/pair-incidents.js';
import { readLedger } from '../../src/ledger/read-ledger.js';
import { textHash } from '../../src/model/digest.js';
import type { IncidentMessage } from '../../src/proto/messages.generated.js';
import { addIncidents, freshLedger, incident, PLAIN, type Facts } from './incidents.js';

async function add(...incidents: readonly IncidentMessage[]): Promise<readonly AddOutcome[]> {
  return addIncidents(freshLedger(), incidents);
}

describe('entering an incident', () => {
  it('says the same incident is there already, and writes nothing', async () => {
    const ledger = freshLedger();
    const [first] = await addIncidents(ledger, [incident('INC-1')]);
    expect(first).toMatchObject({ kind: 'added', sequence: 1 });
    const before = readFileSync(ledger.path);
    expect(await addIncidents(ledger, [incident('INC-1')])).toEqual([{ kind: 'known', id: 'INC-1', sequence: 1 }]);
    expect(readFileSync(ledger.path)).toEqual(before);
  });

  it('takes what was found out later about an incident for the same incident', async () => {
    const later: IncidentMessage = { ...incident('INC-1'), notes: ['seen again'], sha256: 'f'.repeat(64) };
    expect(await add(incident('INC-1'), later)).toMatchObject([{ kind: 'added' }, { kind: 'known' }]);
  });

  it('refuses an id that is given to other evidence', async () => {
    const [, second] = await add(incident('INC-1'), incident('INC-1', { own: 'another' }));
    expect(second).toEqual({
      kind: 'refused',
      id: 'INC-1',
      because: 'INC-1 stands in the ledger with other evidence (entry 1): an id is given once',
    });
  });

  const original: Facts = { own: 'x', trace: 'a'.repeat(32), span: '1'.repeat(16) };
  const copied =
    'INC-2 reuses the artifacts of INC-1: retrieval log, sent context and output are the same, byte for byte, and';
  const copies: readonly (readonly [how: string, copy: Facts, because: RegExp])[] = [
    ['the same triple', original, /^INC-2 reuses the artifacts of INC-1: its triple is the same, byte for byte;/],
    [
      'the same run with other artifacts',
      { own: 'y', trace: 'a'.repeat(32), span: '1'.repeat(16) },
      /^INC-2 reuses the artifacts of INC-1: it is the same run \(trace a{32}, span 1{16}\);/,
    ],
    [
      'the same log, context and output at another place of the same trace',
      { ...original, span: '2'.repeat(16) },
      new RegExp(`^${copied} so is the trace \\(a{32}\\);`),
    ],
    [
      'the same log, context and output under another trace, with the span of the first',
      { ...original, trace: 'b'.repeat(32), at: 60 },
      new RegExp(`^${copied} so is the id of the root span \\(1{16}\\);`),
    ],
    [
      'the same log, context and output under no trace',
      { ...original, trace: '', span: null },
      new RegExp(`^${copied} no trace shows that it was another run;`),
    ],
  ];
  it.each(copies)('refuses %s under another id', async (_, copy, because) => {
    const [first, second] = await add(incident('INC-1', original), incident('INC-2', copy));
    expect(first?.kind).toBe('added');
    expect(second).toMatchObject({ kind: 'refused', because: expect.stringMatching(because) });
  });

  it('takes equal artifacts of runs without a root for copies when both began at the same moment', async () => {
    const one: Facts = { own: 'x', span: null, at: 60 };
    const other: Facts = { ...one, trace: 'b'.repeat(32) };
    expect((await add(incident('INC-1', one), incident('INC-2', other)))[1]).toMatchObject({
      kind: 'refused',
      because: `${copied} so is the time of the run; an incident has its own`,
    });
    const later = incident('INC-2', { ...other, at: 61 });
    expect((await add(incident('INC-1', one), later))[1]).toMatchObject({ kind: 'added', recurs: 'INC-1' });
  });

  it('takes a fresh run of the same question for a recurrence, though every byte is the same, and pairs it', async () => {
    const ledger = freshLedger();
    const again = (id: string, at: number): IncidentMessage =>
      incident(id, { own: 'x', trace: PLAIN.sha256(id).slice(0, 32), span: PLAIN.sha256(id).slice(32, 48), at });
    const [first, second, third] = await addIncidents(ledger, [
      again('INC-1', 0),
      again('INC-2', 60),
      again('INC-3', 90),
    ]);
    expect(first).not.toHaveProperty('recurs');
    expect(second).toMatchObject({ kind: 'added', recurs: 'INC-1', pairsWith: ['INC-1'], sameSentence: [] });
    expect(third).toMatchObject({ kind: 'added', recurs: 'INC-1', pairsWith: ['INC-1', 'INC-2'] });
    expect(await pairIncidents(ledger, 'INC-1', 'INC-2')).toMatchObject({ kind: 'recorded', pairing: { sequence: 4 } });
  });

  it('takes another question with the same answer, and another run of the same trace', async () => {
    const one = incident('INC-1', { trace: 'a'.repeat(32), span: '1'.repeat(16) });
    const other = incident('INC-2', { trace: 'a'.repeat(32), span: '2'.repeat(16) });
    expect(await add(one, other)).toMatchObject([{ kind: 'added' }, { kind: 'added', pairsWith: ['INC-1'] }]);
  });

  it('says nothing of artifacts that were not logged', async () => {
    // Both have no context; that is no context in common.
    const one = incident('INC-1', { own: 'x', context: null });
    const other = incident('INC-2', { own: 'x', context: null, trace: 'b'.repeat(32) });
    expect(await add(one, other)).toMatchObject([{ kind: 'added' }, { kind: 'added' }]);
  });

  it('marks one sentence in two classes, and not within one', async () => {
    const outcomes = await add(
      incident('INC-1'),
      incident('INC-2'),
      incident('INC-3', { verdict: 'H2', reason: 'cut', pattern: 'present/absent/fails' }),
      incident('INC-4', { sentence: 'another' }),
    );
    expect(outcomes.map((one) => (one.kind === 'added' ? one.sameSentence : []))).toEqual([
      [],
      [],
      ['INC-1', 'INC-2'],
      [],
    ]);
  });

  it('enters thousands of one class in time that grows with them, and names the first few', async () => {
    const ledger = freshLedger();
    const outcomes = await addIncidents(
      ledger,
      Array.from({ length: 3000 }, (_, index) => incident(`INC-${index}`)),
    );
    const last = outcomes.at(-1);
    expect(last).toMatchObject({ kind: 'added', sequence: 3000, pairsWithCount: 2999, sameSentence: [] });
    expect(last?.kind === 'added' ? last.pairsWith : []).toHaveLength(20);
    expect((await readLedger(ledger.path, PLAIN)).state.incidents.size).toBe(3000);
  });

  it('refuses what was not frozen, and an id that could be no file', async () => {
    const { verdict: _verdict, ...bare } = incident('INC-1');
    await expect(add(bare)).rejects.toThrow('INC-1: holds no frozen verdict and artifacts');
    await expect(add({ ...incident('INC-1'), id: '../x' })).rejects.toThrow('"../x" is no incident id');
  });

  it('enters all or nothing', async () => {
    const ledger = freshLedger();
    const { triple: _triple, ...bare } = incident('INC-2');
    await expect(addIncidents(ledger, [incident('INC-1'), bare])).rejects.toThrow('INC-2');
    expect((await readLedger(ledger.path, PLAIN, { mayBeMissing: true })).state.entries).toBe(0);
  });

  it('refuses an entry that no line could hold', async () => {
    const huge = incident('INC-1', { pins: { parameters: { stop: JSON.stringify('x'.repeat(1_100_000)) } } });
    await expect(add(huge)).rejects.toThrow(/INC-1: the entry would be \d+ bytes long; a line holds 1048576 at most/);
  });
});

describe('a key for the hashes', () => {
  it('chains under the key, and tells apart: no key, another key', async () => {
    const keyed = textHash('secret');
    const ledger = freshLedger(keyed);
    await addIncidents(ledger, [incident('INC-1', { hash: keyed })]);
    expect((await readLedger(ledger.path, keyed)).state.entries).toBe(1);
    await expect(readLedger(ledger.path, PLAIN)).rejects.toMatchObject({
      message: `${ledger.path}:1: was written under the key named "${keyed.keyName}", and no key is given here`,
      hint: 'Give the key it was written under: RAGSPAN_HASH_KEY, or --hash-key.',
    });
    await expect(readLedger(ledger.path, textHash('other'))).rejects.toThrow('and the key given here is named');
    const open = freshLedger();
    await addIncidents(open, [incident('INC-1')]);
    await expect(readLedger(open.path, keyed)).rejects.toThrow('was written without a key, and one is given here');
    await expect(addIncidents({ ...open, hash: keyed }, [incident('INC-2', { hash: keyed })])).rejects.toThrow(
      'was written without a key',
    );
  });
});

describe('a change of configuration', () => {
  const paired = async (facts: Facts = {}): Promise<ReturnType<typeof freshLedger>> => {
    const ledger = freshLedger();
    await addIncidents(ledger, [incident('INC-1', facts), incident('INC-2', facts)]);
    await pairIncidents(ledger, 'INC-1', 'INC-2');
    return ledger;
  };
  const old: Facts = { pins: { snapshot: 's1', template_sha256: 'aa', template_version: '7' } };
  const changes: readonly (readonly [pin: string, now: Facts, from: string, to: string])[] = [
    ['top_k', { at: 60, topK: 50, pins: { ...old.pins, top_k: 50 } }, '5', '50'],
    ['budget', { at: 60, pins: { ...old.pins, budget: 4096 } }, '8192', '4096'],
    ['template_sha256', { at: 60, pins: { ...old.pins, template_sha256: 'bb' } }, '"aa"', '"bb"'],
    ['snapshot', { at: 60, pins: { ...old.pins, snapshot: 's2' } }, '"s1"', '"s2"'],
  ];
  it.each(changes)('of %s voids the open pairings of the service', async (pin, now, from, to) => {
    const ledger = await paired(old);
    const [added] = await addIncidents(ledger, [incident('INC-3', now)]);
    const voided = { because: 'as INC-3 shows', changes: [{ pin, from, to }], sequence: 5 };
    expect(added).toMatchObject({
      kind: 'added',
      sequence: 4,
      voided: [{ incident: 'INC-1', other: 'INC-2', voided }],
    });
    const { state } = await readLedger(ledger.path, PLAIN);
    expect([...state.pairings]).toMatchObject([{ voided }]);
    expect([...state.openPairings()]).toEqual([]);
    expect((await pairIncidents(ledger, 'INC-1', 'INC-2')).why.sentence).toBe(
      `INC-1 and INC-2 do not pair any more: void since entry 5: ${pin} went from ${from} to ${to}; as INC-3 shows.`,
    );
    // Once void, a further change voids nothing anew.
    expect(await addIncidents(ledger, [incident('INC-4', { ...now, own: 'four' })])).toMatchObject([{ voided: [] }]);
  });

  it('voids a pairing that is recorded after it at once, and says so', async () => {
    const ledger = freshLedger();
    const now = { topK: 50, pins: { top_k: 50 } };
    await addIncidents(ledger, [
      incident('INC-1'),
      incident('INC-2'),
      incident('INC-3', { ...now, at: 90 }),
      incident('INC-4', { ...now, at: 60 }),
    ]);
    expect(await pairIncidents(ledger, 'INC-1', 'INC-2')).toMatchObject({
      kind: 'recorded',
      pairing: {
        sequence: 5,
        voided: { sequence: 6, because: 'as INC-4 shows', changes: [{ pin: 'top_k', from: '5', to: '50' }] },
      },
    });
    expect(await pairIncidents(ledger, 'INC-1', 'INC-2')).toMatchObject({ kind: 'refused', why: { fact: 'void' } });
  });

  const unmoved: readonly (readonly [what: string, now: Facts])[] = [
    ['before both incidents ran', { at: -60, topK: 50, pins: { ...old.pins, top_k: 50 } }],
    ['of another service', { at: 60, service: 'other', topK: 50, pins: { ...old.pins, top_k: 50 } }],
    ['of no named service', { at: 60, service: null, topK: 50, pins: { ...old.pins, top_k: 50 } }],
    ['of a parameter that is none of the four', { at: 60, pins: { ...old.pins, parameters: { temperature: '1' } } }],
    ['that was not logged', { at: 60, pins: null }],
    ['of the name of a prompt whose bytes are the same', { at: 60, pins: { ...old.pins, template_version: '8' } }],
  ];
  it.each(unmoved)('%s voids nothing', async (_, now) => {
    const ledger = await paired(old);
    expect(await addIncidents(ledger, [incident('INC-3', now)])).toMatchObject([{ kind: 'added', voided: [] }]);
    expect([...(await readLedger(ledger.path, PLAIN)).state.openPairings()]).toHaveLength(1);
  });
});
