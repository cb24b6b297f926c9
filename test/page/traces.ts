/** Traces for the pages: one as long as they get in practice, one that is written to break a page. */
import { otlp } from '../support/otlp-json.js';
import {
  assembly,
  chat,
  retrieval,
  root,
  system,
  user,
  type ChunkSpec,
  type SpanSpec,
} from '../support/trace-builder.js';
import type { Traced } from './support.js';

export const QUESTION = 'Where is my refund for order 20117, and when does it arrive?';
export const LINE = 'refund PENDING, no reference issued';
const ANSWER =
  'Your refund was processed on September 2; reference RB-8814. It reaches the card you paid with within five working days. If it does not, write to help@shop.example.';

export const CASES = `version: 1
cases:
  - id: refund-status
    need:
      line: "${LINE}"
      line_is: correct
    expect:
      must: ["PENDING"]
      must_not: ["was processed", "reference RB-8814"]
      allow: ["/has not been processed/"]
`;

const bytes = (text: string): number => Buffer.byteLength(text, 'utf8');

function policy(number: number, sentences: number): string {
  const lines = [
    `Returns policy, section ${number}.`,
    'Goods may be returned within thirty days of delivery when they are unused and in their packaging.',
    'The amount is paid back to the card or account the order was paid with.',
    'Orders paid with a voucher are refunded as a voucher of the same value.',
    'A refund is issued once the warehouse has checked the goods in, as a rule within five working days.',
    `Questions about section ${number}: returns-${number}@shop.example or +44 20 7946 0${String(100 + number)}.`,
  ];
  return Array.from({ length: sentences }, (_, index) => lines[index % lines.length] as string).join(' ');
}

export const RIVAL: ChunkSpec = {
  id: 'ledger/8120',
  text: 'Ledger, order 20171 (another customer): the refund was processed on September 2, reference RB-8814.',
  score: 0.81,
};
export const NEEDED: ChunkSpec = {
  id: 'ledger/8814',
  text: `Ledger, order 20117: returned August 29, checked in August 30; ${LINE}; contact jane.doe@example.com.`,
  score: 0.86,
};

const textOf = (chunk: ChunkSpec): string => (typeof chunk === 'string' ? chunk : (chunk.text ?? ''));

/** Long chunks, a budget in tokens, a rival: assembled whole (H3a), or cut before the needed chunk (H2). */
export function longTrace(options: { readonly isCut: boolean; readonly seed?: string }): Traced {
  const policies = Array.from({ length: 9 }, (_, index) => ({
    id: `policy/returns-${index + 1}`,
    text: policy(index + 1, 14 + index * 3),
    score: 0.79 - index * 0.02,
  }));
  const chunks: ChunkSpec[] = options.isCut
    ? [...policies.slice(0, 3), NEEDED, RIVAL, ...policies.slice(3)]
    : [policies[0] as ChunkSpec, NEEDED, RIVAL, ...policies.slice(1)];
  const sent = chunks.slice(0, 5);
  const frame = 'You answer questions about refunds. Use these records and nothing else.\n\n';
  const separator = '\n---\n';
  let context = frame;
  let planned = 19;
  const record = sent.map((chunk) => {
    const text = textOf(chunk);
    const offset = bytes(context);
    const at = planned;
    context += text + separator;
    planned += Math.ceil(text.length / 4.2);
    return { text, offset, kept: bytes(text), planned: at };
  });
  const cutByte = options.isCut ? (record[2]?.offset ?? 0) + 700 : undefined;
  const shown = cutByte === undefined ? context : Buffer.from(context).subarray(0, cutByte).toString('utf8');
  const cutAt = (record[2]?.planned ?? 0) + 167;
  const kept = record.map((one) => {
    const left = cutByte === undefined ? one.kept : Math.max(0, Math.min(one.kept, cutByte - one.offset));
    return { ...one, kept: left, offset: left === 0 ? -1 : one.offset };
  });
  const spans: SpanSpec[] = [
    root({ input: QUESTION, service: 'refund-bot', name: 'POST /ask' }),
    retrieval('r', {
      parent: 'root',
      topK: 5,
      handedOn: 5,
      chunks,
      query: QUESTION,
      source: 'ledger',
      snapshot: 'ledger-2026-09-02',
      service: 'refund-bot',
    }),
    assembly('a', {
      parent: 'root',
      chunks: kept,
      budget: options.isCut ? cutAt : 2048,
      unit: 'token',
      used: options.isCut ? cutAt : planned,
      ...(options.isCut ? { cutAt, cutSide: 'tail' as const } : {}),
      templateVersion: 'answer-v7',
      context: `${shown}\n${QUESTION}`,
      service: 'refund-bot',
    }),
    chat('c', {
      parent: 'root',
      messages: [system(shown), user(QUESTION)],
      output: ANSWER,
      responseId: 'resp_7f2',
      service: 'refund-bot',
      attrs: { 'gen_ai.request.temperature': 0, 'gen_ai.request.seed': 11 },
    }),
  ];
  return { trace: JSON.stringify(otlp(spans, options.seed ?? `long-${options.isCut}`)), cases: CASES };
}

/** Sets `window.pwned` wherever it can. */
const ATTACKS = [
  '<script>window.pwned = "script"</script>',
  '<img src="x" onerror="window.pwned = \'onerror\'">',
  '</div></section></main></body></html><script>window.pwned = "closed"</script>',
  '</style><script>window.pwned = "style"</script><style>*{display:none}</style>',
  '</title></textarea></noscript><svg onload="window.pwned = \'svg\'">',
  '"><iframe srcdoc="<script>parent.pwned = 1</script>"></iframe><a href="',
  "' autofocus onfocus='window.pwned = 1' x='",
  '<a href="javascript:window.pwned = 1">click</a> javascript:window.pwned=1',
  '<meta http-equiv="refresh" content="0;url=http://evil.example/"><base href="http://evil.example/">',
  '<link rel="stylesheet" href="http://evil.example/x.css"><img src="http://evil.example/x.png">',
  '<form action="http://evil.example/"><input name="q"></form>',
  '${window.pwned = 1} {{constructor.constructor("window.pwned=1")()}} <!-- --!> <![CDATA[ ]]>',
  'admin\u202Egnp.exe \u2066isolate\u2069 zero\u200Bwidth nul\u0000 esc\u001B[31m bell\u0007 \uFEFFbom \uD83D',
];

export const HOSTILE_LINE = `<b onclick="window.pwned=1">${LINE}</b>`;

/** Every text of it attacks. `bytesOfChunk`: one chunk is so long. */
export function hostileTrace(bytesOfChunk = 5_000_000): Traced {
  const filler = '<i onmouseover=window.pwned=1>x</i>&amp;\u202E ';
  const long = filler.repeat(Math.ceil(bytesOfChunk / bytes(filler)));
  const chunks: ChunkSpec[] = [
    ...ATTACKS.map((text, index) => ({
      id: `${text.slice(0, 60)}#${index}`,
      text,
      score: 1,
      metadata: { url: 'javascript:window.pwned=1', source: 'https://ok.example/"onmouseover="window.pwned=1' },
    })),
    { id: 'long', text: long },
    { id: '<b>needed</b>', text: `${ATTACKS.join(' ')} ${HOSTILE_LINE}` },
  ];
  const context = chunks
    .filter((chunk) => (chunk as { readonly id: string }).id !== 'long')
    .map(textOf)
    .join('\n');
  const question = `${ATTACKS[4]} where? ${ATTACKS[12]}`;
  const spans: SpanSpec[] = [
    root({ input: question, service: `bot ${ATTACKS[1]}`, name: ATTACKS[0] as string, runId: ATTACKS[6] as string }),
    retrieval('r', {
      parent: 'root',
      topK: chunks.length,
      chunks,
      query: question,
      source: ATTACKS[5] as string,
      snapshot: ATTACKS[3] as string,
      service: `bot ${ATTACKS[1]}`,
    }),
    chat('c', {
      parent: 'root',
      model: `model ${ATTACKS[0]}`,
      messages: [system(context), user(question)],
      output: `It was processed. ${ATTACKS.join('\n')}`,
      finish: '<stop onclick=window.pwned=1>',
      responseId: ATTACKS[2] as string,
      service: `bot ${ATTACKS[1]}`,
    }),
  ];
  const cases = `version: 1
cases:
  - id: hostile
    need:
      line: ${JSON.stringify(HOSTILE_LINE)}
    expect:
      must: [${JSON.stringify(ATTACKS[0])}, "PENDING"]
      must_not: ["was processed", ${JSON.stringify(ATTACKS[1])}]
`;
  return { trace: JSON.stringify(otlp(spans, 'hostile')), cases };
}
