/** The generation check (spec §6): patterns, borders, allow, refusals, quotes, distractors. */
import { bytes, digest, sha256 } from '../trace-builder.js';
import { hashes, like, type VectorSpec } from '../vector-builder.js';
import { sent } from './fates.js';
import { R_IN, unknown } from './unknown.js';
import { C1, C2, C3, CASE, CONTEXT, G, GC, HOLD, QUESTION, R, ROOT, WRONG, caseFile, ofContext } from './t0.js';

type Result = 'passes' | 'refusal' | 'unsupported' | { readonly offset: number; readonly length: number };

/** T0 with another output and another check. */
export function check(
  name: string,
  shows: string,
  output: string,
  expect: string,
  result: Result,
  more: Partial<VectorSpec> & { readonly outcome?: string; readonly service?: string } = {},
): VectorSpec {
  const { outcome, service, ...rest } = more;
  const failed = result !== 'passes';
  const contradiction = typeof result === 'object';
  const said = contradiction
    ? `contradicted at output byte ${result.offset}`
    : result === 'refusal'
      ? 'refused'
      : result === 'unsupported'
        ? 'expected text missing'
        : 'output passes';
  return {
    name,
    section: '§6',
    shows,
    spans: [ROOT(), R(), G({ output })],
    cases: caseFile({
      expect,
      ...(service === undefined ? {} : { before: `services:\n  refund-bot:\n    ${service}\n` }),
    }),
    runs: [
      like(HOLD, {
        ...(failed
          ? {
              verdict: 'H3a',
              boundary: 'generation',
              reason: contradiction ? 'contradiction' : result,
              pattern: 'present/present/fails',
            }
          : {}),
        outcome: outcome ?? (result === 'refusal' ? 'abstained' : 'answered'),
        explanation: `${R_IN}; sent at byte 9; ${said}`,
        evidence: contradiction ? { quote: result } : {},
        sha256: { output: sha256(output) },
      }),
    ],
    ...rest,
  };
}
const DAYS = 'must: ["30 days"]\n      must_not: ["14 days"]';
const FILLER =
  'The shop is open from nine to five and sells books, maps, globes and pens to travellers of every kind, in the street behind the old town hall, where it has been for a hundred years now. ';
const FILE_REFUSAL = 'no record of that refund';

const D1 = 'Exchanges are free within 14 days.';
const D2 = 'Old policy, withdrawn: a refund within 14 days.';
const LINE_AND_QUOTE = `${C1} (It was 14 days before.)`;

export const generationVectors: VectorSpec[] = [
  check(
    'gen-border-digit',
    'a digit beside a digit: 70 is not in 170',
    'The fee is 170; the window is 30 days.',
    'must: ["30 days"]\n      must_not: ["70"]',
    'passes',
  ),
  check(
    'gen-border-letter',
    'a letter beside a letter is no match',
    'The rewindows are 30 days.',
    'must: ["window"]',
    'unsupported',
  ),
  check(
    'gen-border-underscore',
    'an underscore is neither letter nor digit',
    'refund_window: 30 days',
    'must: ["window"]',
    'passes',
  ),
  check(
    'gen-border-only-where-pattern-ends-so',
    'no border where the pattern starts or ends with a sign',
    'It costs US$70, not more.',
    'must_not: ["$70"]',
    { offset: 11, length: 3 },
  ),
  check(
    'gen-scripts-without-spaces',
    'beside scripts written without spaces there is no border',
    '返品期間は30日です。',
    'must: ["30"]',
    'passes',
  ),
  check('gen-scripts-with-spaces', 'beside other scripts there is', 'Возврат30дней', 'must: ["30"]', 'unsupported'),
  check(
    'gen-allow-blanks',
    'text covered by allow is blanked for must_not',
    'It has not been processed; the window is 30 days.',
    'must: ["30 days"]\n      must_not: ["processed"]\n      allow: ["/has not been processed/"]',
    'passes',
  ),
  check(
    'gen-allow-not-for-must',
    'allow does not hide text from must',
    'It has not been processed.',
    'must: ["processed"]\n      must_not: ["was processed"]\n      allow: ["/has not been processed/"]',
    'passes',
  ),
  check(
    'gen-allow-elsewhere',
    'a must_not outside the allowed text is found',
    'It has not been processed. It was processed.',
    'must_not: ["processed"]\n      allow: ["has not been processed"]',
    { offset: 34, length: 9 },
  ),
  check(
    'gen-must-alternatives',
    'a list is alternatives',
    'The window is thirty days.',
    'must: [["30 days", "thirty days"]]',
    'passes',
  ),
  check(
    'gen-must-all-entries',
    'every entry must be found',
    'The window is 30 days.',
    'must: ["30 days", "delivery"]',
    'unsupported',
  ),
  check('gen-must-not-before-must', 'a must_not found decides before must', 'It is 30 days, or 14 days.', DAYS, {
    offset: 18,
    length: 7,
  }),
  check(
    'gen-must-not-only',
    'only must_not declared, none found: the output passes',
    'The window is a month.',
    'must_not: ["14 days"]',
    'passes',
  ),
  check(
    'gen-quote-first-in-file-order',
    'the quote is of the first must_not in file order that is found',
    WRONG,
    'must_not: ["60 days", "14 days", "refund"]',
    { offset: 21, length: 7 },
  ),
  check(
    'gen-quote-leftmost-match',
    'the quote is the leftmost match',
    '14 days? Yes, 14 days.',
    'must_not: ["14 days"]',
    { offset: 0, length: 7 },
  ),
  check(
    'gen-quote-in-bytes',
    'the quote counts UTF-8 bytes of the raw output',
    'Café – 14 days 😀',
    'must_not: ["14 days"]',
    { offset: 10, length: 7 },
  ),
  check(
    'gen-quote-raw-white-space',
    'the quote covers the raw bytes of folded white space',
    'It is 14\n\t days.',
    'must_not: ["14 days"]',
    { offset: 6, length: 9 },
  ),
  check(
    'gen-white-space-folded',
    'white-space runs are folded on both sides',
    'The window is\u00A030\u2003\n days.',
    'must: ["is  30 days"]',
    'passes',
  ),
  check('gen-nfc', 'both sides are compared after NFC', 'Cafe\u0301: 30 days', 'must: ["Café: 30"]', 'passes'),
  check(
    'gen-apostrophe',
    'U+2019 is an apostrophe',
    'You can\u2019t return it after 30 days.',
    'must: ["can\'t return"]',
    'passes',
  ),
  check('gen-lower-case', 'simple lower-casing on both sides', 'ÜBER 30 DAYS', 'must: ["über 30 days"]', 'passes'),
  check('gen-final-sigma', 'U+03C2 counts as U+03C3', 'οδος', 'must: ["ΟΔΟΣ"]', 'passes'),
  check('gen-dotted-capital-i', 'U+0130 stays as it is', 'İade 30 days', 'must: ["iade"]', 'unsupported'),
  check(
    'gen-case-sensitive',
    'case_sensitive: no lower-casing',
    'The window is 30 Days.',
    'must: ["30 days"]\n      case_sensitive: true',
    'unsupported',
  ),
  check(
    'gen-regex-case-insensitive',
    'a pattern between slashes is case-insensitive',
    'THE WINDOW IS 30 DAYS',
    'must: ["/window is \\\\d+ days/"]',
    'passes',
  ),
  check(
    'gen-regex-case-sensitive',
    'unless case_sensitive',
    'THE WINDOW IS 30 DAYS',
    'must: ["/window is \\\\d+ days/"]\n      case_sensitive: true',
    'unsupported',
  ),
  check('gen-regex-no-border', 'a pattern between slashes has no border rule', 'It costs 170.', 'must_not: ["/70/"]', {
    offset: 10,
    length: 2,
  }),
  check('gen-regex-leftmost-first', 'RE2, leftmost-first', 'It takes 30 days', 'must_not: ["/30|30 days/"]', {
    offset: 9,
    length: 2,
  }),
  check(
    'gen-literal-in-slashes',
    'a literal in slashes is {text: …}',
    'Use the /a/ road.',
    'must: [{ text: "/a/" }]',
    'passes',
  ),
  check(
    'gen-failsafe-scalars',
    'scalars are their source text',
    'Code 0123, factor 1e3.',
    'must: [0123, 1e3]',
    'passes',
  ),

  check(
    'gen-refusal-late',
    'a built-in refusal counts only within the first 160 code points',
    `${FILLER}I couldn't find information on that.`,
    DAYS,
    'unsupported',
    { outcome: 'answered' },
  ),
  check(
    'gen-refusal-of-case',
    "the case's own refusals count anywhere",
    `${FILLER}There is ${FILE_REFUSAL}.`,
    `${DAYS}\n      refusals: ["${FILE_REFUSAL}"]`,
    'refusal',
  ),
  check('gen-refusal-of-service', "the service's refusals count", 'Dazu liegt mir nichts vor.', DAYS, 'refusal', {
    service: 'refusals: ["Dazu liegt mir nichts vor"]',
  }),
  check('gen-refusal-of-option', 'refusals given as an option count', 'Dazu liegt mir nichts vor.', DAYS, 'refusal', {
    options: { refusals: ['Dazu liegt mir nichts vor'] },
  }),
  check('gen-refusal-flag', "the application's flag ragspan.refused counts", 'Ask the shop.', DAYS, 'refusal', {
    spans: [ROOT(), R(), G({ output: 'Ask the shop.', attrs: { 'ragspan.refused': true } })],
  }),
  check(
    'gen-refusal-loses-to-must',
    'a refusal phrase never wins over a satisfied must',
    "I couldn't find information on gifts, but the refund window is 30 days.",
    DAYS,
    'passes',
  ),
  check(
    'gen-refusal-loses-to-must-not',
    'a must_not decides before a refusal',
    "I couldn't find information on that; it may be 14 days.",
    DAYS,
    { offset: 47, length: 7 },
    { outcome: 'abstained' },
  ),

  ...[
    ['over 1000 USD', 'passes'],
    ['over $1 000', 'passes'],
    ['over $10,000', { offset: 6, length: 6 }],
  ].map(([output, result], index) => {
    const one = check(
      `b47-number-spelling-${index + 1}`,
      'one number in several spellings',
      output as string,
      'must: ["/over [$]?1[ ,]?000/"]\n      must_not: ["10,000"]',
      result as Result,
      { covers: ['B47'] },
    );
    const [run = HOLD] = one.runs;
    return {
      ...one,
      cases: caseFile({
        need: `line: "${C2}"\n      line_is: correct`,
        expect: 'must: ["/over [$]?1[ ,]?000/"]\n      must_not: ["10,000"]',
      }),
      runs: [like(run, { ...pick(sent(C2, 2, CONTEXT), run['explanation'] as string) })],
    };
  }),
  check(
    'b48-german-right',
    'another language, a declared number',
    'Die Rückgabefrist beträgt 30 Tage.',
    'must: ["30"]\n      must_not: ["14"]',
    'passes',
    { covers: ['B48'] },
  ),
  check(
    'b48-german-wrong',
    'another language, the wrong number',
    'Die Rückgabefrist beträgt 14 Tage.',
    'must: ["30"]\n      must_not: ["14"]',
    { offset: 28, length: 2 },
    { covers: ['B48'] },
  ),
  {
    name: 'b48-undeclared',
    section: '§7',
    shows: 'without a case never a guess',
    covers: ['B48'],
    spans: [ROOT(), R(), G({ output: 'Die Rückgabefrist beträgt 14 Tage.' })],
    runs: [
      {
        root: 'root',
        answeredBy: 'G',
        verdict: 'UNDECLARED',
        outcome: 'answered',
        loss: 'none',
        explanation: 'no case; 3 retrieved, 3 sent',
        chunks: HOLD.chunks,
        sha256: ofContext(CONTEXT, 'Die Rückgabefrist beträgt 14 Tage.'),
      },
    ],
  },
  check(
    'b52-inserted-not',
    'an inserted not is a must_not of its own',
    'The refund window is not 30 days.',
    'must: ["30 days"]\n      must_not: ["not 30 days"]',
    { offset: 21, length: 11 },
    { covers: ['B52'] },
  ),
  check(
    'b52-no-doubt',
    'a harmless no',
    'No doubt, the refund window is 30 days.',
    'must: ["30 days"]\n      must_not: ["not 30 days"]',
    'passes',
    { covers: ['B52'] },
  ),
  check(
    'b52-cannot-say',
    'a refusal phrase beside the right answer',
    "I can't say it is 14; it is 30 days.",
    'must: ["30 days"]\n      must_not: ["not 30 days"]',
    'passes',
    { covers: ['B52'] },
  ),

  {
    name: 'gen-distractors',
    section: '§6',
    shows: "sent items other than the need's, without the line, that hold the quoted bytes: by rank, distinct",
    ...(() => {
      const chunks = [D1, C1, D2, LINE_AND_QUOTE, D1, C3];
      const context = chunks.slice(0, 4).join('\n');
      return {
        spans: [ROOT(), R({ topK: 6, chunks }), GC(context, { output: WRONG })],
        cases: CASE,
        runs: [
          like(HOLD, {
            verdict: 'H3a',
            boundary: 'generation',
            reason: 'contradiction',
            pattern: 'present/present/fails',
            loss: 'packed_out',
            explanation: `rank 2/6 within k=6; sent at byte ${bytes(D1) + 1}; contradicted at output byte 21`,
            evidence: {
              rank: 2,
              candidates_seen: 6,
              top_k: 6,
              offset: bytes(D1) + 1,
              quote: { offset: 21, length: 7 },
              distractors: [digest(D1), digest(D2)],
            },
            chunks: { retrieved: 6, distinct: 5, sent: 5, packed_out: 1 },
            sha256: hashes({ input: QUESTION, context, output: WRONG, pins: { model: 'test-model', top_k: 6 } }),
          }),
        ],
      };
    })(),
  },
  {
    name: 'gen-distractor-not-sent',
    section: '§6',
    shows: 'an item that was not sent is no distractor',
    ...(() => {
      const context = `Context:\n${C1}\n\n${C2}`;
      return {
        spans: [ROOT(), R({ chunks: [C1, C2, D1] }), GC(context, { output: WRONG })],
        cases: CASE,
        runs: [
          like(HOLD, {
            verdict: 'H3a',
            boundary: 'generation',
            reason: 'contradiction',
            pattern: 'present/present/fails',
            loss: 'packed_out',
            explanation: `${R_IN}; sent at byte 9; contradicted at output byte 21`,
            evidence: { quote: { offset: 21, length: 7 } },
            chunks: { sent: 2, packed_out: 1 },
            sha256: ofContext(context, WRONG),
          }),
        ],
      };
    })(),
  },
  {
    name: 'unknown-unchecked-but-quoted',
    section: '§6',
    shows: 'neither list: the output is not judged, whatever it says',
    spans: [ROOT(), R(), G({ output: WRONG })],
    cases: caseFile({ expect: 'refusals: ["no record"]' }),
    runs: [
      unknown('output_unchecked', ['H3', 'HOLD'], `${R_IN}; sent at byte 9`, {
        pattern: 'present/present/unchecked',
        sha256: { output: sha256(WRONG) },
      }),
    ],
  },
];

/** The place of another item, with the output part of `explanation` kept. */
function pick(run: typeof HOLD, explanation: string): { readonly evidence: object; readonly explanation: string } {
  return {
    evidence: run.evidence,
    explanation: run.explanation.replace('output passes', explanation.split('; ').at(-1) ?? ''),
  };
}
