/** For each alert: counters that make it fire, when it must, and when it must be over. */
export interface Flow {
  readonly metric: 'verdicts' | 'runs' | 'audit_findings' | 'spans' | 'dropped';
  readonly labels: Readonly<Record<string, string>>;
  /** [counts a minute, minutes], one after the other. */
  readonly pace: readonly (readonly [number, number])[];
}

export interface Scenario {
  readonly alert: string;
  readonly severity: 'critical' | 'warning';
  readonly flows: readonly Flow[];
  /** The same service without the fault. */
  readonly well: readonly Flow[];
  /** Minutes from the start. */
  readonly firesAt: number;
  readonly resolvedAt: number;
  /** Share of this traffic that leaves just under 20 runs (or spans, or drops). */
  readonly tooFew: number;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

const RUNBOOKS = 'https://github.com/ragspan/ragspan/blob/main/docs/alerts';
const SERVICE = 'resource.service.name = "refund-bot"';

const search = (tags: Readonly<Record<string, string>>, lookback = '1h'): string =>
  `/search?service=refund-bot&lookback=${lookback}&limit=20&tags=${encodeURIComponent(JSON.stringify(tags))}`;

/** Forty minutes ill, then repaired. */
const ILL: Flow['pace'] = [
  [1, 40],
  [0, 60],
];
const ALWAYS: Flow['pace'] = [[1, 200]];
/** An hour well, an hour silent, then well again. */
const SILENT: Flow['pace'] = [
  [1, 60],
  [0, 60],
  [1, 60],
];

const verdict = (pace: Flow['pace'], name: string, reason?: string): Flow => ({
  metric: 'verdicts',
  labels: { ragspan_verdict: name, ...(reason === undefined ? {} : { ragspan_reason: reason }) },
  pace,
});
const run = (pace: Flow['pace'], loss: string): Flow => ({
  metric: 'runs',
  labels: { ragspan_loss: loss, ragspan_outcome: 'answered' },
  pace,
});
const span = (pace: Flow['pace'], kind: string): Flow => ({
  metric: 'spans',
  labels: { ragspan_kind: kind, ragspan_dialect: 'ragspan' },
  pace,
});
const HOLD = verdict(ALWAYS, 'HOLD');

export const SCENARIOS: readonly Scenario[] = [
  {
    alert: 'RagspanH2ConvictionRate',
    severity: 'critical',
    // UNKNOWN and UNDECLARED in plenty: they stay out of the denominator, which the annotation shows.
    flows: [
      HOLD,
      verdict(ILL, 'H2', 'cut'),
      verdict(ALWAYS, 'UNDECLARED'),
      verdict(ALWAYS, 'UNKNOWN', 'lossy_capture'),
    ],
    well: [HOLD],
    firesAt: 40,
    resolvedAt: 60,
    tooFew: 0.2,
    labels: { service: 'refund-bot', severity: 'critical' },
    annotations: {
      summary: 'refund-bot: 50% of judged answers lost their evidence in assembly (H2)',
      description:
        'The needed evidence was retrieved and did not reach the prompt, in 50% of the judged runs of the last hour (threshold 5%).',
      runbook_url: `${RUNBOOKS}/h2-conviction-rate.md`,
      traceql: `{ ${SERVICE} && span.ragspan.verdict = "H2" }`,
      jaeger_query: search({ 'ragspan.verdict': 'H2' }),
    },
  },
  {
    alert: 'RagspanTruncation',
    severity: 'critical',
    flows: [
      verdict(ALWAYS, 'UNDECLARED'),
      run(ILL, 'cut'),
      run(ILL, 'engine'),
      run([[2, 200]], 'none'),
      run(ALWAYS, 'unknown'),
    ],
    well: [run(ALWAYS, 'none'), run(ALWAYS, 'clipped')],
    firesAt: 40,
    resolvedAt: 60,
    tooFew: 0.12,
    labels: { service: 'refund-bot', severity: 'critical' },
    annotations: {
      summary: 'refund-bot: context was cut in 50% of all runs',
      description:
        'Retrieved chunks fell behind a cut of the prompt (loss "cut"), or the model server read fewer tokens than were sent (loss "engine"), in 50% of the runs of the last hour whose chunks could be followed (threshold 5%). No case is needed for this count.',
      runbook_url: `${RUNBOOKS}/truncation.md`,
      traceql: `{ ${SERVICE} && span.ragspan.loss =~ "cut|engine" }`,
      jaeger_query: search({ 'ragspan.loss': 'cut' }),
    },
  },
  {
    alert: 'RagspanUnknownRate',
    severity: 'warning',
    flows: [
      HOLD,
      verdict(ILL, 'UNKNOWN', 'context_unlogged'),
      verdict(ALWAYS, 'UNKNOWN', 'output_unchecked'),
      verdict(ALWAYS, 'UNDECLARED'),
    ],
    well: [HOLD],
    firesAt: 40,
    resolvedAt: 60,
    tooFew: 0.2,
    labels: { service: 'refund-bot', severity: 'warning' },
    annotations: {
      summary: 'refund-bot: 50% of runs cannot be judged (UNKNOWN)',
      description:
        'An artifact that the verdict needs is missing or was changed on the way, in 50% of the runs of the last hour that a case applies to (threshold 20%). The rates of H1, H2 and H3 say nothing about these runs.',
      runbook_url: `${RUNBOOKS}/unknown-rate.md`,
      traceql: `{ ${SERVICE} && span.ragspan.verdict = "UNKNOWN" && span.ragspan.reason !~ "output_unchecked|case_stale|content_off" }`,
      jaeger_query: search({ 'ragspan.verdict': 'UNKNOWN' }),
    },
  },
  {
    alert: 'RagspanH1Rate',
    severity: 'warning',
    flows: [HOLD, verdict(ILL, 'H1', 'below_k')],
    well: [HOLD],
    firesAt: 40,
    resolvedAt: 60,
    tooFew: 0.2,
    labels: { service: 'refund-bot', severity: 'warning' },
    annotations: {
      summary: 'refund-bot: retrieval missed the evidence in 50% of judged answers (H1)',
      description:
        'The needed evidence was neither in the retrieval log nor in the prompt, in 50% of the judged runs of the last hour (threshold 10%).',
      runbook_url: `${RUNBOOKS}/h1-rate.md`,
      traceql: `{ ${SERVICE} && span.ragspan.verdict = "H1" }`,
      jaeger_query: search({ 'ragspan.verdict': 'H1' }),
    },
  },
  {
    alert: 'RagspanH3Rate',
    severity: 'warning',
    flows: [
      verdict([[3, 200]], 'HOLD'),
      verdict(ILL, 'H3', 'refusal'),
      verdict(ILL, 'H3a', 'contradiction'),
      verdict(ILL, 'H3b', 'contradiction'),
    ],
    well: [HOLD],
    firesAt: 40,
    resolvedAt: 60,
    tooFew: 0.08,
    labels: { service: 'refund-bot', severity: 'warning' },
    annotations: {
      summary: 'refund-bot: 50% of judged answers fail with the evidence at hand (H3)',
      description:
        'The needed evidence stood in the prompt, and the answer contradicts it, refuses or lacks what it must say, in 50% of the judged runs of the last hour (threshold 10%).',
      runbook_url: `${RUNBOOKS}/h3-rate.md`,
      traceql: `{ ${SERVICE} && span.ragspan.verdict =~ "H3|H3a|H3b" }`,
      jaeger_query: search({ 'ragspan.boundary': 'generation' }),
    },
  },
  {
    alert: 'RagspanAuditFindings',
    severity: 'warning',
    flows: [run([[2, 200]], 'none'), { metric: 'audit_findings', labels: { ragspan_finding: 'misquoted' }, pace: ILL }],
    well: [
      run(ALWAYS, 'none'),
      { metric: 'audit_findings', labels: { ragspan_finding: 'misquoted' }, pace: [[0, 200]] },
    ],
    firesAt: 40,
    resolvedAt: 60,
    tooFew: 0.2,
    labels: { service: 'refund-bot', severity: 'warning', ragspan_finding: 'misquoted' },
    annotations: {
      summary: 'refund-bot: 0.50 findings "misquoted" a run',
      description:
        'The claim audit counted 0.50 findings "misquoted" a run in the last hour (threshold 0.2): citations, quotations or addresses in answers that the bytes sent to the model do not bear out, or sent chunks that speak to the model. A count to look at, no verdict.',
      runbook_url: `${RUNBOOKS}/audit-findings.md`,
      traceql: `{ ${SERVICE} && event.ragspan.audit.misquoted > 0 }`,
      jaeger_query: search({ 'ragspan.audit.misquoted': '1' }),
    },
  },
  {
    alert: 'RagspanVerdictsStopped',
    severity: 'critical',
    flows: [verdict(SILENT, 'HOLD'), span(ALWAYS, 'retrieval'), span(ALWAYS, 'model')],
    well: [HOLD, span(ALWAYS, 'retrieval'), span(ALWAYS, 'model')],
    firesAt: 110,
    resolvedAt: 130,
    tooFew: 0.3,
    labels: { service: 'refund-bot', severity: 'critical', spans: 'arriving' },
    annotations: {
      summary: 'refund-bot: no verdict for 30 minutes, though its retrievals and model calls arrive',
      description:
        'There were up to 60 verdicts an hour within the last six hours, and none in the last 30 minutes. At least 20 retrieval spans and 20 model spans were read in that time: they are not joined to runs any more.',
      runbook_url: `${RUNBOOKS}/verdicts-stopped.md`,
      traceql: `{ ${SERVICE} && span.gen_ai.operation.name = "chat" }`,
      jaeger_query: search({ 'gen_ai.operation.name': 'chat' }),
    },
  },
  {
    alert: 'RagspanVerdictsStopped',
    severity: 'warning',
    flows: [verdict(SILENT, 'HOLD'), span(SILENT, 'retrieval'), span(SILENT, 'model')],
    well: [HOLD, span(ALWAYS, 'retrieval'), span(ALWAYS, 'model')],
    firesAt: 110,
    resolvedAt: 130,
    tooFew: 0.3,
    labels: { service: 'refund-bot', severity: 'warning', spans: 'none' },
    annotations: {
      summary: 'refund-bot: no verdict for 30 minutes, and few or no spans',
      description:
        'There were up to 60 verdicts an hour within the last six hours, and none in the last 30 minutes; hardly a span of retrieval or model was read either. No traffic, or telemetry does not arrive.',
      runbook_url: `${RUNBOOKS}/verdicts-stopped.md`,
      traceql: `{ ${SERVICE} && span.gen_ai.operation.name = "chat" }`,
      jaeger_query: search({ 'gen_ai.operation.name': 'chat' }),
    },
  },
  {
    alert: 'RagspanRetrievalLost',
    severity: 'critical',
    flows: [span(ALWAYS, 'model'), span(SILENT, 'retrieval')],
    well: [span(ALWAYS, 'model'), span(ALWAYS, 'retrieval')],
    firesAt: 110,
    resolvedAt: 130,
    tooFew: 0.6,
    labels: { service: 'refund-bot', severity: 'critical' },
    annotations: {
      summary: 'refund-bot: model calls go on, retrieval spans have stopped',
      description:
        '30 model spans and no retrieval span were read in the last 30 minutes; within the last six hours there were both. Runs without a retrieval are not judged, so the rates of verdicts do not show this.',
      runbook_url: `${RUNBOOKS}/retrieval-lost.md`,
      traceql: `{ ${SERVICE} && span.gen_ai.operation.name = "retrieval" }`,
      jaeger_query: search({ 'gen_ai.operation.name': 'retrieval' }, '6h'),
    },
  },
  {
    alert: 'RagspanDropped',
    severity: 'warning',
    flows: [
      HOLD,
      { metric: 'dropped', labels: { ragspan_reason: 'evicted' }, pace: ILL },
      { metric: 'dropped', labels: { ragspan_reason: 'late' }, pace: [[5, 200]] },
      { metric: 'dropped', labels: { ragspan_reason: 'incident_files' }, pace: [[5, 200]] },
    ],
    well: [HOLD, { metric: 'dropped', labels: { ragspan_reason: 'evicted' }, pace: [[0, 200]] }],
    firesAt: 40,
    resolvedAt: 60,
    tooFew: 0.4,
    labels: { service: 'refund-bot', source: 'connector', severity: 'warning', ragspan_reason: 'evicted' },
    annotations: {
      summary: 'refund-bot: 40 dropped in an hour, reason evicted',
      description:
        'ragspan gave up 40 runs or parts of runs in the last hour, reason "evicted". Their verdicts are UNKNOWN or missing; their spans went on, save for reason "refused".',
      runbook_url: `${RUNBOOKS}/dropped.md`,
      traceql:
        '{ span.ragspan.verdict = "UNKNOWN" && span.ragspan.reason =~ "evicted|timeout|shutdown|internal_error" }',
      jaeger_query: search({ 'ragspan.reason': 'evicted' }),
    },
  },
];
