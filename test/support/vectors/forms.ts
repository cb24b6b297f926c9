/** Forms: what is presence, what is recognised, what is accepted (spec §4). */
import { bytes, toolResult, user, type MessageSpec } from '../trace-builder.js';
import { at, hashes, item, like, type VectorSpec } from '../vector-builder.js';
import { lost } from './fates.js';
import { ANSWER, C1, C2, C3, CASE, G, GC, HOLD, QUESTION, R, ROOT, caseFile, needLine, ofContext } from './t0.js';

const HTML = `Ben & Jerry's "30-day" <rule>`;
const HTML_SENT = 'Ben &amp; Jerry&#39;s &quot;30-day&quot; &lt;rule&gt;';
const TWO_LINES = 'Refunds: 30 days from delivery.\nExchanges: 60 days from delivery.';
const NFC = 'Café refunds: 30 days';
const SPACED = 'Refunds are paid within 30 days of the return.';

interface Altered {
  readonly form: string;
  readonly original: string;
  readonly sentAs: string;
}
const ALTERED: readonly Altered[] = [
  { form: 'html', original: HTML, sentAs: HTML_SENT },
  { form: 'crlf', original: TWO_LINES, sentAs: TWO_LINES.replace('\n', '\r\n') },
  { form: 'nfc', original: NFC, sentAs: NFC.normalize('NFD') },
  { form: 'ws', original: SPACED, sentAs: SPACED.replace('within ', 'within\n    ') },
];
const FIELD: { readonly [form: string]: string } = { html: 'B22', nfc: 'B53', crlf: 'B54' };

function altered({ form, original, sentAs }: Altered): VectorSpec[] {
  const context = `Context:\n${sentAs}\n\n${C2}\n\n${C3}`;
  const spans = [ROOT(), R({ chunks: [original, C2, C3] }), GC(context)];
  const covers = FIELD[form] === undefined ? {} : { covers: [FIELD[form]] };
  const refused = lost(original, 1, 'altered', `altered (${form})`, {
    evidence: { form, kept_bytes: undefined },
    chunks: { sent: 2, altered: 1 },
    sha256: ofContext(context),
  });
  const accepted = like(HOLD, {
    evidence: { ...item(original), form, kept_bytes: bytes(original), offset: 9 },
    sha256: ofContext(context),
  });
  return [
    {
      name: `h2-altered-${form}`,
      section: '§4',
      shows: `form ${form}: recognised, but absent (altered)`,
      ...covers,
      spans,
      cases: needLine(original),
      runs: [refused],
    },
    {
      name: `hold-accepted-${form}`,
      section: '§4',
      shows: `form ${form} listed in accept_forms is presence`,
      ...covers,
      spans,
      cases: needLine(original),
      options: { accept_forms: [form] },
      runs: [accepted],
    },
  ];
}

const JSON_ITEM = 'He said "30 days",\nnot 14.';
const tool = (response: string): MessageSpec[] => [user('How long?'), toolResult(response)];

export const formVectors: VectorSpec[] = [
  ...ALTERED.flatMap(altered),
  {
    name: 'hold-accepted-by-service',
    section: '§8',
    shows: "a service's accept_forms count for its runs",
    covers: ['B22'],
    ...(() => {
      const context = `Context:\n${HTML_SENT}\n\n${C2}\n\n${C3}`;
      return {
        spans: [ROOT(), R({ chunks: [HTML, C2, C3] }), GC(context)],
        cases: caseFile({
          need: `line: ${JSON.stringify(HTML)}`,
          before: 'services:\n  "refund-*":\n    accept_forms: [html]\n',
        }),
        runs: [
          like(HOLD, {
            evidence: { ...item(HTML), form: 'html', kept_bytes: bytes(HTML) },
            sha256: ofContext(context),
          }),
        ],
      };
    })(),
  },
  {
    name: 'hold-json-tool-result',
    section: '§4',
    shows: 'equal once the JSON escapes of a tool result are decoded → form json',
    ...(() => {
      const result = JSON.stringify({ hits: [JSON_ITEM] });
      const messages = tool(result);
      const context = `How long?\n${result}`;
      const place = at(context, 'He said');
      return {
        spans: [ROOT(), R({ topK: 1, chunks: [JSON_ITEM] }), G({ messages })],
        cases: needLine(JSON_ITEM),
        runs: [
          like(HOLD, {
            explanation: `rank 1/1 within k=1; sent at byte ${place}; output passes`,
            evidence: {
              ...item(JSON_ITEM),
              candidates_seen: 1,
              top_k: 1,
              offset: place,
              message: 1,
              form: 'json',
              kept_bytes: bytes(JSON_ITEM),
            },
            chunks: { retrieved: 1, distinct: 1, sent: 1 },
            sha256: hashes({ input: QUESTION, context, output: ANSWER, pins: { model: 'test-model', top_k: 1 } }),
          }),
        ],
      };
    })(),
  },
  {
    name: 'hold-json-twice',
    section: '§4',
    shows: 'JSON in JSON: decoded up to three times over',
    ...(() => {
      const context = `Documents: ${JSON.stringify(JSON.stringify([C1, JSON_ITEM]))}`;
      const place = at(context, 'He said');
      return {
        spans: [ROOT(), R({ chunks: [JSON_ITEM, C1, C2], topK: 3 }), GC(context)],
        cases: needLine(JSON_ITEM),
        runs: [
          like(HOLD, {
            loss: 'packed_out',
            explanation: `rank 1/3 within k=3; sent at byte ${place}; output passes`,
            evidence: { ...item(JSON_ITEM), offset: place, form: 'json', kept_bytes: bytes(JSON_ITEM) },
            chunks: { sent: 2, packed_out: 1 },
            sha256: ofContext(context),
          }),
        ],
      };
    })(),
  },
  {
    name: 'h2-not-case-folded',
    section: '§4',
    shows: 'no case folding: another spelling is absent',
    ...(() => {
      const context = `Context:\n${C1.toUpperCase()}\n\n${C2}\n\n${C3}`;
      return {
        spans: [ROOT(), R(), GC(context)],
        cases: CASE,
        runs: [
          lost(C1, 1, 'deselected', 'deselected', { chunks: { sent: 2, deselected: 1 }, sha256: ofContext(context) }),
        ],
      };
    })(),
  },
];
