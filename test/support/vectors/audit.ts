/** The claim audit (spec §6): every run, no case needed, counts only. */
import { sha256, type ChunkSpec } from '../trace-builder.js';
import { hashes, like, type VectorSpec } from '../vector-builder.js';
import { R_IN } from './unknown.js';
import { A, ANSWER, C1, C2, C3, CASE, CONTEXT, G, GC, HOLD, QUESTION, R, ROOT, ofContext } from './t0.js';

type Counts = { readonly [finding: string]: number };
const OFFSETS = [9, 54, 96];
const KEPT = [43, 40, 38];
/** The assembly issued labels. */
const LABELLED = (labels: readonly string[] = ['1', '2', '3']): ReturnType<typeof A> =>
  A({
    chunks: [C1, C2, C3].map((text, index) => ({
      text,
      offset: OFFSETS[index] ?? 0,
      kept: KEPT[index] ?? 0,
      label: labels[index] ?? '',
    })),
  });

/** T0 without a case, another output. */
function audit(
  name: string,
  shows: string,
  output: string,
  counts: Counts,
  more: Partial<VectorSpec> = {},
  context = CONTEXT,
): VectorSpec {
  return {
    name,
    section: '§6',
    shows,
    spans: [ROOT(), R(), GC(context, { output })],
    runs: [
      {
        root: 'root',
        answeredBy: 'G',
        verdict: 'UNDECLARED',
        outcome: 'answered',
        loss: 'none',
        explanation: 'no case; 3 retrieved, 3 sent',
        chunks: HOLD.chunks,
        ...(Object.keys(counts).length === 0 ? {} : { audit: counts }),
        sha256: ofContext(context, output),
      },
    ],
    ...more,
  };
}
const labelled = (
  name: string,
  shows: string,
  output: string,
  counts: Counts,
  labels?: readonly string[],
): VectorSpec => audit(name, shows, output, counts, { spans: [ROOT(), R(), LABELLED(labels), G({ output })] });

function cited(index: number, output: string, counts: Counts): VectorSpec {
  return {
    name: `b49-citation-${index}`,
    section: '§6',
    shows: `marks are neither claims nor numbers: ${output}`,
    covers: ['B49'],
    spans: [ROOT(), R(), LABELLED(), G({ output })],
    cases: CASE,
    runs: [
      like(HOLD, {
        ...(Object.keys(counts).length === 0 ? {} : { audit: counts }),
        sha256: { output: sha256(output) },
      }),
    ],
  };
}
const WITH_IDS: readonly ChunkSpec[] = [
  { text: C1, id: 'p1' },
  { text: C2, id: 'p2' },
  { text: C3, id: 'p3' },
];
const structured = (claims: readonly object[]): string => JSON.stringify({ answer: '30 days', claims });

export const auditVectors: VectorSpec[] = [
  cited(1, '30 days [1]', {}),
  cited(2, '30 days [ID:0]', {}),
  cited(3, '30 days [5][6c]', { unknown_id: 2 }),
  cited(4, '30 days [9]', { unknown_id: 1 }),
  labelled('audit-no-citation', 'labels were issued and the output cites none', ANSWER, { no_citation: 1 }),
  audit('audit-labels-not-issued', 'without issued labels marks are no citations', '30 days [9]', {}),
  labelled('audit-distinct-citations', 'distinct citations count', '30 days [9] and [9], see [1]', { unknown_id: 1 }),
  labelled('audit-footnote-marks', '[^n] is a citation', '30 days [^7]', { unknown_id: 1 }),
  labelled(
    'audit-link-is-no-citation',
    'not before a bracket: a Markdown link',
    'See [1](https://docs.example/1) and array[9] [2].',
    { unknown_url: 1 },
  ),
  labelled('audit-own-labels', "the assembly's own map of labels", '30 days [12b], not [1]', { unknown_id: 1 }, [
    '12a',
    '12b',
    '12c',
  ]),
  audit(
    'audit-not-sent',
    'a label of an item that was not sent',
    '30 days [3]',
    {},
    {
      ...(() => {
        const context = `Context:\n${C1}\n\n${C2}`;
        return {
          spans: [
            ROOT(),
            R(),
            A({
              context,
              chunks: [
                { text: C1, offset: 9, kept: 43, label: '1' },
                { text: C2, offset: 54, kept: 40, label: '2' },
                { text: C3, offset: -1, kept: 0, label: '3' },
              ],
            }),
            GC(context, { output: '30 days [3]' }),
          ],
          runs: [
            {
              root: 'root',
              answeredBy: 'G',
              verdict: 'UNDECLARED',
              outcome: 'answered',
              loss: 'packed_out',
              explanation: 'no case; 3 retrieved, 2 sent, 1 packed_out',
              chunks: { retrieved: 3, distinct: 3, sent: 2, packed_out: 1 },
              audit: { not_sent: 1 },
              sha256: ofContext(context, '30 days [3]'),
            },
          ],
        };
      })(),
    },
  ),
  ...[
    ['chunkIds', 'camel'],
    ['chunk_ids', 'snake'],
    ['ids', 'short'],
  ].map(([key, suffix]) => {
    const output = structured([{ text: '30 days', [key ?? '']: ['p1', 'p9'] }]);
    return audit(
      `audit-structured-claims-${suffix}`,
      `structured claims: ${key}`,
      output,
      { unknown_id: 1 },
      { spans: [ROOT(), R({ chunks: WITH_IDS }), G({ output })] },
    );
  }),
  {
    name: 'b51-misquoted',
    section: '§6',
    shows: 'invented text inside quotation marks',
    covers: ['B51'],
    ...(() => {
      const output = 'The policy says "refunds are guaranteed for 30 business days".';
      return {
        spans: [ROOT(), R(), G({ output })],
        cases: CASE,
        runs: [
          like(HOLD, {
            verdict: 'H3a',
            reason: 'unsupported',
            boundary: 'generation',
            pattern: 'present/present/fails',
            explanation: `${R_IN}; sent at byte 9; expected text missing`,
            audit: { misquoted: 1 },
            sha256: { output: sha256(output) },
          }),
        ],
      };
    })(),
  },
  {
    name: 'b51-paraphrase',
    section: '§6',
    shows: 'an unquoted paraphrase is no misquotation',
    covers: ['B51'],
    spans: [ROOT(), R(), G({ output: 'You have 30 days to return it, counted from when it arrives.' })],
    cases: CASE,
    runs: [like(HOLD, { sha256: { output: sha256('You have 30 days to return it, counted from when it arrives.') } })],
  },
  audit(
    'audit-quoted-rightly',
    'a quotation that stands in the context, its last full stop ignored',
    'It says "The refund window is 30 days from delivery," and more.',
    {},
  ),
  audit(
    'audit-quoted-folded',
    'both sides after folding, without Markdown marks',
    'It says “the **refund window** is  30 days from _delivery_”.',
    {},
  ),
  audit('audit-misquoted-german', '„…“ is a quotation', 'Es heißt „Die Rückgabe ist innerhalb von 99 Tagen möglich“.', {
    misquoted: 1,
  }),
  audit('audit-misquoted-guillemets', '«…» is a quotation', 'Le texte dit «Le retour est possible pendant 99 jours».', {
    misquoted: 1,
  }),
  audit('audit-quoted-short', 'under 20 code points nothing is a quotation', 'It says "ninety-nine days".', {}),
  audit(
    'audit-quoted-over-two-lines',
    'a quotation stands on one line',
    'It says "refunds are paid\nwithin ninety-nine days of return".',
    {},
  ),
  audit(
    'audit-quoted-code',
    'code is skipped',
    'Run this:\n```\nprint("refunds are guaranteed for 99 days")\n```\n',
    {},
  ),
  audit('audit-unknown-url', 'a URL in neither context nor metadata', 'See https://docs.example/refunds, please.', {
    unknown_url: 1,
  }),
  audit(
    'audit-url-in-context',
    'a URL that stands in the context, its trailing stop ignored',
    'See https://docs.example/refunds.',
    {},
    {},
    `${CONTEXT}\nMore: https://docs.example/refunds`,
  ),
  audit(
    'audit-url-in-metadata',
    "a URL of an item's metadata",
    'See https://docs.example/refunds.',
    {},
    {
      spans: [
        ROOT(),
        R({ dialect: 'gen_ai', chunks: [{ text: C1, metadata: { source: 'https://docs.example/refunds' } }, C2, C3] }),
        G({ output: 'See https://docs.example/refunds.' }),
      ],
    },
  ),
  {
    name: 'audit-left-out-without-context',
    section: '§6',
    shows: 'left out when the context has no text',
    spans: [ROOT(), R(), G({ messages: undefined, output: 'See https://docs.example/refunds [9].' })],
    runs: [
      {
        root: 'root',
        answeredBy: 'G',
        verdict: 'UNDECLARED',
        outcome: 'answered',
        loss: 'unknown',
        explanation: 'no case; 3 retrieved, 3 unknown',
        chunks: { retrieved: 3, distinct: 3, unknown: 3 },
        sha256: hashes({
          input: QUESTION,
          output: 'See https://docs.example/refunds [9].',
          pins: { model: 'test-model', top_k: 3 },
        }),
      },
    ],
  },
];
