/** The case file (spec §8): which case applies, templates, services. */
import { digest, root, sha256, system, user } from '../trace-builder.js';
import { hashes, like, type VectorSpec } from '../vector-builder.js';
import { ANSWER, C1, C2, C3, CASE, CONTEXT, G, GC, HOLD, QUESTION, R, ROOT, caseFile, ofContext } from './t0.js';

const when = (lines: string): string => caseFile({ more: `    when:\n      ${lines}\n` });
const UNDECLARED = {
  root: 'root',
  answeredBy: 'G',
  verdict: 'UNDECLARED',
  outcome: 'answered',
  loss: 'none',
  explanation: 'no case; 3 retrieved, 3 sent',
  chunks: HOLD.chunks,
  sha256: HOLD.sha256,
};
const applies = (name: string, shows: string, lines: string, more: Partial<VectorSpec> = {}): VectorSpec => ({
  name,
  section: '§8',
  shows,
  spans: [ROOT(), R(), G()],
  cases: when(lines),
  runs: [HOLD],
  ...more,
});
const not = (name: string, shows: string, lines: string, more: Partial<VectorSpec> = {}): VectorSpec => ({
  name,
  section: '§8',
  shows,
  spans: [ROOT(), R(), G()],
  cases: when(lines),
  runs: [UNDECLARED],
  ...more,
});
const IDS = [
  { text: C1, id: 'ledger/77' },
  { text: C2, id: 'faq/2' },
  { text: C3, id: 'faq/3' },
];
const ASKED = [system(CONTEXT), user(QUESTION)];
const asked = { sha256: { context: sha256(`${CONTEXT}\n${QUESTION}`) } };
const CLIPPED = `Context:\n${C1}\n\n${C2.slice(0, 20)}\n\n${C3}`;
const two = (first: string, second: string): string => `version: 1
cases:
  - id: first
    when: { ${first} }
    need: { line: "${C1}" }
    expect: { must: ["30 days"] }
  - id: second
    when: { ${second} }
    need: { line: "${C2}" }
    expect: { must: ["30 days"] }
`;

export const caseVectors: VectorSpec[] = [
  applies('when-input', 'input equals ragspan.input, edges trimmed', `input: "  ${QUESTION} "`),
  not('when-input-differs', 'another input: the case does not apply', 'input: "How long is the warranty?"'),
  applies('when-input-of-root', 'input equals what the root logs', `input: "${QUESTION}"`, {
    spans: [root({ attrs: { 'openinference.span.kind': 'CHAIN', 'input.value': QUESTION } }), R(), G()],
  }),
  applies(
    'when-input-of-root-leaf',
    'the only string leaf of a JSON document on the root is the question',
    `input: "${QUESTION}"`,
    {
      spans: [
        root({
          attrs: {
            'openinference.span.kind': 'CHAIN',
            'input.value': JSON.stringify({ question: QUESTION, k: 3 }),
            'input.mime_type': 'application/json',
          },
        }),
        R(),
        G(),
      ],
    },
  ),
  applies('when-input-query', "input equals the first retrieval's query", `input: "${QUESTION}"`, {
    spans: [ROOT({ input: undefined }), R({ query: QUESTION }), G()],
  }),
  applies(
    'when-input-any-of',
    'input may equal any of them, not only the first that exists',
    'input: "refund window length"',
    { spans: [ROOT(), R({ query: 'refund window length' }), G()] },
  ),
  applies('when-input-user-message', 'input equals the last user message of a model call', `input: "${QUESTION}"`, {
    spans: [ROOT({ input: undefined }), R(), G({ messages: ASKED })],
    runs: [like(HOLD, asked)],
  }),
  applies('when-input-sha256', 'the question by its hash', `input_sha256: "${sha256(QUESTION)}"`),
  not('when-input-sha256-differs', 'another hash', `input_sha256: "${sha256('How long is the warranty?')}"`),
  applies('when-input-matches', 'the question by a pattern', 'input_matches: "/how long.*refund/"'),
  not('when-input-matches-not', 'a pattern that does not match', 'input_matches: "/warranty/"'),
  applies('when-attributes-span', 'an attribute on any span of the run', 'attributes: { app.intent: refund }', {
    spans: [ROOT(), R({ attrs: { 'app.intent': 'refund' } }), G()],
  }),
  applies('when-attributes-resource', 'an attribute of the resource', 'attributes: { deployment.environment: prod }', {
    spans: [ROOT(), R(), G()].map((one) => ({ ...one, resource: { 'deployment.environment': 'prod' } })),
  }),
  applies('when-attributes-as-text', 'attributes compare as text', 'attributes: { app.order: 77, app.paid: true }', {
    spans: [ROOT({ attrs: { 'app.order': 77, 'app.paid': true } }), R(), G()],
  }),
  not('when-attributes-all-hold', 'all given keys must hold', 'attributes: { app.intent: refund, app.order: 78 }', {
    spans: [ROOT({ attrs: { 'app.intent': 'refund', 'app.order': 77 } }), R(), G()],
  }),
  applies('when-retrieved-id', "any candidate's id, * at the end", 'retrieved: ["ledger/*"]', {
    spans: [ROOT(), R({ chunks: IDS }), G()],
  }),
  applies('when-retrieved-digest', "any candidate's digest", `retrieved: ["${digest(C3)}"]`),
  not('when-retrieved-not', 'no candidate of that id', 'retrieved: ["invoices/*"]', {
    spans: [ROOT(), R({ chunks: IDS }), G()],
  }),
  {
    name: 'when-retrieved-candidate',
    section: '§8',
    shows: 'a candidate that was not handed on counts as retrieved',
    ...(() => {
      const context = `Context:\n${C2}\n\n${C3}`;
      return {
        spans: [ROOT(), R({ topK: 2, chunks: [C2, C3, { text: C1, id: 'ledger/77' }] }), GC(context)],
        cases: when('retrieved: ["ledger/77"]'),
        runs: [
          like(HOLD, {
            verdict: 'H1',
            reason: 'below_k',
            boundary: 'retrieval',
            pattern: 'absent/absent/passes',
            explanation: 'rank 3/3 below k=2',
            evidence: {
              rank: 3,
              top_k: 2,
              offset: -1,
              message: undefined,
              part: undefined,
              form: undefined,
              kept_bytes: undefined,
            },
            chunks: { retrieved: 2, distinct: 2, sent: 2 },
            sha256: hashes({ input: QUESTION, context, output: ANSWER, pins: { model: 'test-model', top_k: 2 } }),
          }),
        ],
      };
    })(),
  },
  {
    name: 'need-template',
    section: '§8',
    shows: '${attribute of the run} in a need',
    spans: [ROOT({ attrs: { 'app.order_id': 77 } }), R({ chunks: IDS }), G()],
    cases: caseFile({ need: 'id: ["ledger/${app.order_id}"]' }),
    runs: [HOLD],
  },
  {
    name: 'need-template-unset',
    section: '§8',
    shows: 'an unset ${attribute} in a need: the case does not apply',
    spans: [ROOT(), R({ chunks: IDS }), G()],
    cases: caseFile({ need: 'id: ["ledger/${app.order_id}"]' }),
    runs: [UNDECLARED],
  },
  applies('when-template', '${attribute of the run} in when', 'input: "How long is the ${app.topic} window?"', {
    spans: [ROOT({ attrs: { 'app.topic': 'refund' } }), R(), G()],
  }),
  not('when-template-unset', 'an unset ${attribute} matches nothing', 'input: "How long is the ${app.topic} window?"'),
  {
    name: 'case-first-match',
    section: '§8',
    shows: 'the first match in file order applies; cases_matched counts all',
    spans: [ROOT(), R(), G()],
    cases: two(`input: "${QUESTION}"`, `input: "${QUESTION}"`),
    runs: [like(HOLD, { case: 'first', cases_matched: 2 })],
  },
  {
    name: 'case-second-applies',
    section: '§8',
    shows: 'a case that does not match is passed over',
    spans: [ROOT(), R(), G()],
    cases: two('input: "Another question?"', `input: "${QUESTION}"`),
    runs: [
      like(HOLD, {
        case: 'second',
        explanation: 'rank 2/3 within k=3; sent at byte 54; output passes',
        evidence: { digest: digest(C2), length: 40, rank: 2, offset: 54, kept_bytes: 40 },
      }),
    ],
  },
  {
    name: 'case-file-json',
    section: '§8',
    shows: 'a case file in JSON',
    spans: [ROOT(), R(), G()],
    cases: `${JSON.stringify({ version: 1, cases: [{ id: 'refund-window', need: { line: C1, line_is: 'correct' }, expect: { must: ['30 days'], must_not: ['14 days'] } }] }, null, 1)}\n`,
    runs: [HOLD],
  },
  {
    name: 'service-expected-loss',
    section: '§7',
    shows: 'a loss the service expects is reported as none',
    spans: [ROOT(), R(), GC(CLIPPED)],
    cases: 'version: 1\nservices:\n  refund-bot:\n    expected_loss: [clipped]\n',
    runs: [
      like(UNDECLARED, {
        explanation: 'no case; 3 retrieved, 2 sent, 1 clipped',
        chunks: { sent: 2, clipped: 1 },
        sha256: ofContext(CLIPPED),
      }),
    ],
  },
  {
    name: 'service-unexpected-loss',
    section: '§7',
    shows: 'another loss is not',
    spans: [ROOT(), R(), GC(CLIPPED)],
    cases: 'version: 1\nservices:\n  refund-bot:\n    expected_loss: [packed_out]\n',
    runs: [
      like(UNDECLARED, {
        explanation: 'no case; 3 retrieved, 2 sent, 1 clipped',
        loss: 'clipped',
        chunks: { sent: 2, clipped: 1 },
        sha256: ofContext(CLIPPED),
      }),
    ],
  },
  {
    name: 'service-of-another-name',
    section: '§8',
    shows: 'a service of another name does not count',
    spans: [ROOT(), R({ dialect: 'gen_ai', topK: undefined }), G()],
    cases: caseFile({ before: 'services:\n  order-bot:\n    top_k: 1\n' }),
    runs: [
      like(HOLD, {
        evidence: { top_k_source: 'observed' },
        sha256: hashes({ input: QUESTION, context: CONTEXT, output: ANSWER, pins: { model: 'test-model' } }),
      }),
    ],
  },
  {
    name: 'hash-key',
    section: '§3',
    shows: 'under a key HMAC-SHA-256 replaces SHA-256 everywhere',
    ...(() => {
      const key = 'a secret of the operator';
      const name = sha256('ragspan', key).slice(0, 8);
      return {
        spans: [ROOT(), R({ hashKey: key, hashKeyName: name }), G()],
        cases: CASE,
        options: { hash_key: key },
        runs: [
          like(HOLD, {
            evidence: { digest: digest(C1, key) },
            sha256: hashes({
              input: QUESTION,
              context: CONTEXT,
              output: ANSWER,
              pins: { model: 'test-model', top_k: 3 },
              key,
            }),
          }),
        ],
      };
    })(),
  },
  {
    name: 'max-scan-bytes',
    section: '§4',
    shows: 'beyond max_scan_bytes fates are unknown, needs excepted',
    spans: [ROOT(), R(), G()],
    cases: CASE,
    options: { max_scan_bytes: 16 },
    runs: [like(HOLD, { loss: 'unknown', chunks: { sent: undefined, unknown: 3 } })],
  },
];
