/** The canonical three (spec §14), in the three dialects, as far as each can say it. */
import { assembly, chat, retrieval, root, user, type Dialect } from '../trace-builder.js';
import { at, hashes, item, like, type VectorSpec } from '../vector-builder.js';

const LINE = 'refund PENDING, no reference issued';
const ASKED = 'Where is my refund?';
const OUTPUT = 'Your refund was processed on September 2; reference RB-8814.';
const FILE = (services = ''): string => `version: 1
${services}cases:
  - id: refund-status
    need:
      line: "${LINE}"
      line_is: correct
    expect:
      must: ["PENDING"]
      must_not: ["was processed", "reference RB-8814"]
      allow: ["/has not been processed/"]
`;
const K5 = 'services:\n  refund-bot:\n    top_k: 5\n';

/** Fifty candidates, the ledger line at one rank. */
function pool(rank: number): string[] {
  const others = Array.from(
    { length: 49 },
    (_, index) =>
      `Order ${7000 + index * 13}, ledger page ${index + 100}: shipped on time and nothing is owed to the buyer.`,
  );
  return [...others.slice(0, rank - 1), LINE, ...others.slice(rank - 1)];
}
const render = (chunks: readonly string[]): string =>
  `Answer from these records.\n${chunks.map((chunk) => `- ${chunk}`).join('\n')}`;

const topK = (dialect: Dialect): object => (dialect === 'oi' ? {} : { topK: 5 });
const pins = (dialect: Dialect): { model: string; top_k?: number } => ({ model: 'test-model', ...topKPin(dialect) });
const topKPin = (dialect: Dialect): { top_k?: number } => (dialect === 'oi' ? {} : { top_k: 5 });
const source = (dialect: Dialect): string => (dialect === 'oi' ? 'case' : 'requested');
const own = (dialect: Dialect, suffix: string): string =>
  `canonical-${suffix}${dialect === 'own' ? '' : dialect === 'gen_ai' ? '-gen-ai' : '-openinference'}`;

function incidentA(dialect: Dialect): VectorSpec {
  const chunks = pool(47);
  const context = render(chunks.slice(0, 5));
  return {
    name: own(dialect, 'a'),
    section: '§14',
    shows: 'A: rank 47 of 50, k = 5 → H1 below_k',
    spans: [
      root({ input: ASKED }),
      retrieval('R', { dialect, ...topK(dialect), chunks, query: ASKED }),
      chat('G', { dialect, messages: [user(context)], output: OUTPUT }),
    ],
    cases: FILE(dialect === 'oi' ? K5 : ''),
    runs: [
      {
        root: 'root',
        answeredBy: 'G',
        verdict: 'H1',
        reason: 'below_k',
        boundary: 'retrieval',
        case: 'refund-status',
        cases_matched: 1,
        pattern: 'absent/absent/fails',
        outcome: 'answered',
        loss: 'none',
        explanation: 'rank 47/50 below k=5',
        evidence: {
          ...item(LINE),
          rank: 47,
          stage: 'retrieve',
          candidates_seen: 50,
          top_k: 5,
          top_k_source: source(dialect),
          offset: -1,
          quote: { offset: 12, length: 13 },
        },
        chunks: { retrieved: 5, distinct: 5, sent: 5 },
        sha256: hashes({ input: ASKED, context, output: OUTPUT, pins: pins(dialect) }),
      },
    ],
  };
}

/** With our own record the cut has its numbers; elsewhere it must be seen. */
function incidentB(dialect: Dialect): VectorSpec {
  const chunks = pool(3);
  const [first = '', second = '', , fourth = '', fifth = ''] = chunks;
  const visible = `${render([first])}\n- ${second.slice(0, 40)}`;
  const context = dialect === 'own' ? render([first, second]) : visible;
  const record = assembly('A', {
    budget: 8192,
    unit: 'token',
    used: 8192,
    cutAt: 8192,
    cutSide: 'tail',
    context,
    chunks: [
      { text: first, offset: at(context, first), kept: first.length, planned: 3120 },
      { text: second, offset: dialect === 'own' ? at(context, second) : -1, kept: second.length, planned: 6044 },
      { text: LINE, offset: -1, kept: 0, planned: 9104 },
      { text: fourth, offset: -1, kept: 0, planned: 9120 },
      { text: fifth, offset: -1, kept: 0, planned: 9140 },
    ],
  });
  // A flattened message that ends in mid-chunk proves nothing; the request body beside it does.
  const body =
    dialect === 'oi'
      ? {
          attrs: {
            'input.value': JSON.stringify({ model: 'test-model', messages: [{ role: 'user', content: context }] }),
            'input.mime_type': 'application/json',
          },
        }
      : {};
  const run = {
    root: 'root',
    answeredBy: 'G',
    verdict: 'H2',
    reason: 'cut',
    boundary: 'assembly',
    case: 'refund-status',
    cases_matched: 1,
    pattern: 'present/absent/fails',
    outcome: 'answered',
    loss: 'cut',
    explanation: 'rank 3/50 within k=5; cut at 8192 token, chunk at 9104',
    evidence: {
      ...item(LINE),
      rank: 3,
      stage: 'retrieve',
      candidates_seen: 50,
      top_k: 5,
      top_k_source: source(dialect),
      offset: -1,
      kept_bytes: 0,
      planned_at: 9104,
      cut: { at: 8192, unit: 'token', side: 'tail' },
      quote: { offset: 12, length: 13 },
    },
    chunks: { retrieved: 5, distinct: 5, sent: 2, cut: 3 },
    sha256: hashes({
      input: ASKED,
      context,
      output: OUTPUT,
      pins: { ...pins(dialect), budget: 8192, budget_unit: 'token' },
    }),
  };
  return {
    name: own(dialect, 'b'),
    section: '§14',
    shows: 'B: rank 3 of 50, cut at 8,192, chunk planned at 9,104 → H2 cut',
    spans: [
      root({ input: ASKED }),
      retrieval('R', { dialect, ...topK(dialect), chunks, query: ASKED }),
      ...(dialect === 'own' ? [record] : []),
      chat('G', { dialect, messages: [user(context)], output: OUTPUT, ...body }),
    ],
    cases: FILE(dialect === 'oi' ? K5 : ''),
    runs: [
      dialect === 'own'
        ? run
        : like(run, {
            explanation: 'rank 3/50 within k=5; cut, 0 of 35 bytes kept',
            evidence: { planned_at: undefined, cut: { at: undefined, unit: undefined } },
            chunks: { sent: 1, cut: 4 },
            sha256: hashes({ input: ASKED, context, output: OUTPUT, pins: pins(dialect) }),
          }),
    ],
  };
}

function incidentC(dialect: Dialect): VectorSpec {
  const chunks = pool(2);
  const handedOn = chunks.slice(0, 5);
  const context = render(handedOn);
  const record = assembly('A', {
    budget: 8192,
    unit: 'token',
    used: 2400,
    context,
    chunks: handedOn.map((text, index) => ({
      text,
      offset: at(context, text),
      kept: text.length,
      planned: [780, 1204, 1216, 1240, 1264][index] ?? 0,
    })),
  });
  return {
    name: own(dialect, 'c'),
    section: '§14',
    shows: 'C: rank 2 of 50, sent whole → H3a contradiction',
    spans: [
      root({ input: ASKED }),
      retrieval('R', { dialect, ...topK(dialect), chunks, query: ASKED }),
      ...(dialect === 'own' ? [record] : []),
      chat('G', { dialect, messages: [user(context)], output: OUTPUT }),
    ],
    cases: FILE(dialect === 'oi' ? K5 : ''),
    runs: [
      {
        root: 'root',
        answeredBy: 'G',
        verdict: 'H3a',
        reason: 'contradiction',
        boundary: 'generation',
        case: 'refund-status',
        cases_matched: 1,
        pattern: 'present/present/fails',
        outcome: 'answered',
        loss: 'none',
        explanation: `rank 2/50 within k=5; sent at byte ${at(context, LINE)}; contradicted at output byte 12`,
        evidence: {
          ...item(LINE),
          rank: 2,
          stage: 'retrieve',
          candidates_seen: 50,
          top_k: 5,
          top_k_source: source(dialect),
          offset: at(context, LINE),
          message: 0,
          part: 0,
          form: 'exact',
          kept_bytes: 35,
          ...(dialect === 'own' ? { planned_at: 1204 } : {}),
          quote: { offset: 12, length: 13 },
        },
        chunks: { retrieved: 5, distinct: 5, sent: 5 },
        sha256: hashes({
          input: ASKED,
          context,
          output: OUTPUT,
          pins: { ...pins(dialect), ...(dialect === 'own' ? { budget: 8192, budget_unit: 'token' } : {}) },
        }),
      },
    ],
  };
}

const DIALECTS = ['own', 'gen_ai', 'oi'] as const;
export const canonicalVectors: VectorSpec[] = DIALECTS.flatMap((dialect) => [
  incidentA(dialect),
  incidentB(dialect),
  incidentC(dialect),
]);
