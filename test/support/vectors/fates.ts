/** Fates and forms (spec §4). */
import { assembly, bytes, digest, type SpanSpec } from '../trace-builder.js';
import { at, hashes, item, like, type VectorSpec } from '../vector-builder.js';
import {
  ABSENT,
  ANSWER,
  C1,
  C2,
  C3,
  CASE,
  G,
  GC,
  HOLD,
  PINS,
  QUESTION,
  R,
  ROOT,
  caseFile,
  needLine,
  ofContext,
} from './t0.js';

type Changes = { readonly [key: string]: unknown };

/** H2 on the item of `rank`, in a log of C1, C2, C3. */
export function lost(
  text: string,
  rank: number,
  reason: string,
  explanation: string,
  changes: Changes = {},
): typeof HOLD {
  return like(
    like(HOLD, {
      verdict: 'H2',
      reason,
      boundary: 'assembly',
      pattern: 'present/absent/passes',
      loss: reason,
      explanation: `rank ${rank}/3 within k=3; ${explanation}`,
      evidence: { ...item(text), rank, ...ABSENT, kept_bytes: 0 },
    }),
    changes,
  );
}
/** HOLD on another item, sent at its place in `context`. */
export function sent(text: string, rank: number, context: string, changes: Changes = {}): typeof HOLD {
  return like(
    like(HOLD, {
      explanation: `rank ${rank}/3 within k=3; sent at byte ${at(context, text)}; output passes`,
      evidence: { ...item(text), rank, offset: at(context, text), kept_bytes: bytes(text) },
      sha256: ofContext(context),
    }),
    changes,
  );
}

const CUT_IN_C2 = `Context:\n${C1}\n\n${C2.slice(0, 20)}`;
const CLIPPED_C2 = `Context:\n${C1}\n\n${C2.slice(0, 20)}\n\n${C3}`;
const planned = (c2: Changes): SpanSpec =>
  assembly('A', {
    chunks: [
      { text: C1, offset: 9, kept: 43, planned: 9 },
      { text: C2, offset: -1, kept: 0, planned: 54, ...c2 },
      { text: C3, offset: 54, kept: 38, planned: 96 },
    ],
  });

export const fateVectors: VectorSpec[] = [
  {
    name: 'h2-cut-visible',
    section: '§4',
    shows: 'one item kept as a prefix at the end, later ranks gone → cut',
    spans: [ROOT(), R(), GC(CUT_IN_C2)],
    cases: needLine(C3),
    runs: [
      lost(C3, 3, 'cut', 'cut, 0 of 38 bytes kept', {
        evidence: { cut: { side: 'tail' } },
        chunks: { sent: 1, cut: 2 },
        sha256: ofContext(CUT_IN_C2),
      }),
    ],
  },
  {
    name: 'h2-cut-visible-part',
    section: '§4',
    shows: 'the item kept in part is cut too',
    spans: [ROOT(), R(), GC(CUT_IN_C2)],
    cases: needLine(C2),
    runs: [
      lost(C2, 2, 'cut', 'cut, 20 of 40 bytes kept', {
        evidence: { kept_bytes: 20, cut: { side: 'tail' } },
        chunks: { sent: 1, cut: 2 },
        sha256: ofContext(CUT_IN_C2),
      }),
    ],
  },
  {
    name: 'hold-beside-a-cut',
    section: '§4',
    shows: "a cut elsewhere is the run's loss, not the need's",
    spans: [ROOT(), R(), GC(CUT_IN_C2)],
    cases: CASE,
    runs: [like(HOLD, { loss: 'cut', chunks: { sent: 1, cut: 2 }, sha256: ofContext(CUT_IN_C2) })],
  },
  {
    name: 'undeclared-cut',
    section: '§10',
    shows: 'no case: fates named and ordered as in §4',
    spans: [ROOT(), R(), GC(CUT_IN_C2)],
    runs: [
      {
        root: 'root',
        answeredBy: 'G',
        verdict: 'UNDECLARED',
        outcome: 'answered',
        loss: 'cut',
        explanation: 'no case; 3 retrieved, 1 sent, 2 cut',
        chunks: { retrieved: 3, distinct: 3, sent: 1, cut: 2 },
        sha256: ofContext(CUT_IN_C2),
      },
    ],
  },
  {
    name: 'h2-cut-head',
    section: '§4',
    shows: 'the visible cut mirrored: head side',
    ...(() => {
      const context = `${C2.slice(20)}\n\n${C3}\n\nAnswer the question.`;
      return {
        spans: [ROOT(), R(), GC(context)],
        cases: CASE,
        runs: [
          lost(C1, 1, 'cut', 'cut, 0 of 43 bytes kept', {
            evidence: { cut: { side: 'head' } },
            chunks: { sent: 1, cut: 2 },
            sha256: ofContext(context),
          }),
        ],
      };
    })(),
  },
  {
    name: 'h2-cut-middle',
    section: '§4',
    shows: 'two items kept in part, all between gone → cut in the middle',
    ...(() => {
      const context = `Context:\n${C1.slice(0, 22)} […] ${C3.slice(18)}`;
      return {
        spans: [ROOT(), R(), GC(context)],
        cases: needLine(C2),
        runs: [
          lost(C2, 2, 'cut', 'cut, 0 of 40 bytes kept', {
            evidence: { cut: { side: 'middle' } },
            chunks: { sent: undefined, cut: 3 },
            sha256: ofContext(context),
          }),
        ],
      };
    })(),
  },
  {
    name: 'h2-clipped-prefix',
    section: '§4',
    shows: 'a prefix kept and another item after it → the chunk was truncated',
    spans: [ROOT(), R(), GC(CLIPPED_C2)],
    cases: needLine(C2),
    runs: [
      lost(C2, 2, 'clipped', 'clipped, 20 of 40 bytes kept', {
        evidence: { kept_bytes: 20 },
        chunks: { sent: 2, clipped: 1 },
        sha256: ofContext(CLIPPED_C2),
      }),
    ],
  },
  {
    name: 'hold-line-in-clipped',
    section: '§4',
    shows: 'the line stands in the kept prefix of a clipped item → S in',
    spans: [ROOT(), R(), GC(CLIPPED_C2)],
    cases: needLine('Items over $1,000'),
    runs: [
      like(HOLD, {
        loss: 'clipped',
        explanation: 'rank 2/3 within k=3; sent at byte 54; output passes',
        evidence: { ...item(C2), rank: 2, offset: 54, kept_bytes: 20 },
        chunks: { sent: 2, clipped: 1 },
        sha256: ofContext(CLIPPED_C2),
      }),
    ],
  },
  {
    name: 'b29-first-words',
    section: '§4',
    shows: 'every chunk cut to its first words → clipped, no cut of the context',
    covers: ['B29b'],
    ...(() => {
      const context = 'The refund window is\nItems over $1,000 need\nWarranty claims close after';
      return {
        spans: [ROOT(), R(), GC(context)],
        cases: CASE,
        runs: [
          lost(C1, 1, 'clipped', 'clipped, 20 of 43 bytes kept', {
            evidence: { kept_bytes: 20 },
            chunks: { sent: undefined, clipped: 3 },
            sha256: ofContext(context),
          }),
        ],
      };
    })(),
  },
  {
    name: 'h2-packed-out',
    section: '§4',
    shows: 'gone, and every missing item ranks below every sent one → packed_out',
    ...(() => {
      const context = `Context:\n${C1}\n\n${C2}`;
      return {
        spans: [ROOT(), R(), GC(context)],
        cases: needLine(C3),
        runs: [
          lost(C3, 3, 'packed_out', 'packed out', { chunks: { sent: 2, packed_out: 1 }, sha256: ofContext(context) }),
        ],
      };
    })(),
  },
  {
    name: 'h2-deselected',
    section: '§4',
    shows: 'gone while an item of lower rank was sent, no record planned it → deselected',
    ...(() => {
      const context = `Context:\n${C1}\n\n${C3}`;
      return {
        spans: [ROOT(), R(), GC(context)],
        cases: needLine(C2),
        runs: [
          lost(C2, 2, 'deselected', 'deselected', { chunks: { sent: 2, deselected: 1 }, sha256: ofContext(context) }),
        ],
      };
    })(),
  },
  {
    name: 'h2-dropped-planned',
    section: '§4',
    shows: 'gone though the assembly record planned it → dropped',
    ...(() => {
      const context = `Context:\n${C1}\n\n${C3}`;
      return {
        spans: [ROOT(), R(), planned({}), GC(context)],
        cases: needLine(C2),
        runs: [
          lost(C2, 2, 'dropped', 'dropped', {
            evidence: { planned_at: 54 },
            chunks: { sent: 2, dropped: 1 },
            sha256: ofContext(context),
          }),
        ],
      };
    })(),
  },
  {
    name: 'h2-dropped-nothing-sent',
    section: '§4',
    shows: 'nothing of the log was sent → dropped',
    covers: ['B28a'],
    ...(() => {
      const context = 'Answer the question from the documents.';
      return {
        spans: [ROOT(), R(), GC(context)],
        cases: CASE,
        runs: [
          lost(C1, 1, 'dropped', 'dropped', { chunks: { sent: undefined, dropped: 3 }, sha256: ofContext(context) }),
        ],
      };
    })(),
  },
  {
    name: 'h2-dropped-empty-prompt',
    section: '§3',
    shows: 'messages logged without text are an empty context, not an unlogged one',
    covers: ['B28c'],
    spans: [ROOT(), R(), GC('')],
    cases: CASE,
    runs: [lost(C1, 1, 'dropped', 'dropped', { chunks: { sent: undefined, dropped: 3 }, sha256: ofContext('') })],
  },
  {
    name: 'h2-cut-recorded-byte',
    section: '§4',
    shows: 'beyond a recorded cut: planned ≥ at',
    covers: ['B28b'],
    ...(() => {
      const context = `Context:\n${C1}\n\n${C2}\n\n`;
      return {
        spans: [
          ROOT(),
          R(),
          assembly('A', {
            budget: 96,
            unit: 'byte',
            used: 96,
            cutAt: 96,
            cutSide: 'tail',
            context,
            chunks: [
              { text: C1, offset: 9, kept: 43, planned: 9 },
              { text: C2, offset: 54, kept: 40, planned: 54 },
              { text: C3, offset: -1, kept: 0, planned: 96 },
            ],
          }),
          GC(context),
        ],
        cases: needLine(C3),
        runs: [
          lost(C3, 3, 'cut', 'cut at 96 byte, chunk at 96', {
            evidence: { planned_at: 96, cut: { at: 96, unit: 'byte', side: 'tail' } },
            chunks: { sent: 2, cut: 1 },
            sha256: hashes({
              input: QUESTION,
              context,
              output: ANSWER,
              pins: { ...PINS, budget: 96, budget_unit: 'byte' },
            }),
          }),
        ],
      };
    })(),
  },
  {
    name: 'b28-cut-elsewhere-holds',
    section: '§4',
    shows: 'the same cut, the need before it → HOLD',
    covers: ['B28b'],
    ...(() => {
      const context = `Context:\n${C1}\n\n${C2}\n\n`;
      return {
        spans: [
          ROOT(),
          R(),
          assembly('A', {
            budget: 96,
            unit: 'byte',
            used: 96,
            cutAt: 96,
            cutSide: 'tail',
            context,
            chunks: [
              { text: C1, offset: 9, kept: 43, planned: 9 },
              { text: C2, offset: 54, kept: 40, planned: 54 },
              { text: C3, offset: -1, kept: 0, planned: 96 },
            ],
          }),
          GC(context),
        ],
        cases: CASE,
        runs: [
          like(HOLD, {
            loss: 'cut',
            evidence: { planned_at: 9 },
            chunks: { sent: 2, cut: 1 },
            sha256: hashes({
              input: QUESTION,
              context,
              output: ANSWER,
              pins: { ...PINS, budget: 96, budget_unit: 'byte' },
            }),
          }),
        ],
      };
    })(),
  },
  {
    name: 'h2-cut-recorded-unplanned',
    section: '§4',
    shows: 'a recorded cut, planned unknown: cut when no later rank keeps anything',
    ...(() => {
      const context = `Context:\n${C1}`;
      return {
        spans: [
          ROOT(),
          R(),
          assembly('A', {
            budget: 60,
            unit: 'byte',
            cutAt: 52,
            cutSide: 'tail',
            context,
            chunks: [
              { text: C1, offset: 9, kept: 43 },
              { text: C2, offset: -1, kept: 0 },
              { text: C3, offset: -1, kept: 0 },
            ],
          }),
          GC(context),
        ],
        cases: needLine(C2),
        runs: [
          lost(C2, 2, 'cut', 'cut at 52 byte, 0 of 40 bytes kept', {
            evidence: { cut: { at: 52, unit: 'byte', side: 'tail' } },
            chunks: { sent: 1, cut: 2 },
            sha256: hashes({
              input: QUESTION,
              context,
              output: ANSWER,
              pins: { ...PINS, budget: 60, budget_unit: 'byte' },
            }),
          }),
        ],
      };
    })(),
  },
  {
    name: 'h2-altered-edited',
    section: '§4',
    shows: 'the rest stands elsewhere in the segment → edited',
    ...(() => {
      const long =
        'A refund is paid in full when the parcel is back within 30 days and the seal of the box is not broken at all.';
      const context = `Context:\n${long.replace('in full', 'in part')}\n\n${C2}`;
      return {
        spans: [ROOT(), R({ chunks: [long, C2, C3] }), GC(context)],
        cases: needLine(long),
        runs: [
          lost(long, 1, 'altered', 'altered (edited)', {
            evidence: { form: 'edited', kept_bytes: bytes(long) - 4 },
            chunks: { sent: 1, altered: 1, packed_out: 1 },
            sha256: ofContext(context),
          }),
        ],
      };
    })(),
  },
  {
    name: 'hold-reordered',
    section: '§1',
    shows: 'order is not a boundary',
    covers: ['B32'],
    ...(() => {
      const context = `Context:\n${C1}\n\n${C3}\n\n${C2}`;
      return { spans: [ROOT(), R(), GC(context)], cases: CASE, runs: [like(HOLD, { sha256: ofContext(context) })] };
    })(),
  },
  {
    name: 'hold-trim',
    section: '§4',
    shows: 'the bytes without white space at either edge are presence',
    covers: ['B56a'],
    ...(() => {
      const padded = `${C1}\n  `;
      return {
        spans: [ROOT(), R({ chunks: [padded, C2, C3] }), G()],
        cases: caseFile({ need: `chunk: ["${digest(padded)}"]` }),
        runs: [like(HOLD, { evidence: { ...item(padded), form: 'trim', kept_bytes: bytes(padded) } })],
      };
    })(),
  },
];
