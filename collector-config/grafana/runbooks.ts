/** The pages that the alerts name: one each, from the alert to the span. */
import { DashboardLinkBuilder } from '@grafana/grafana-foundation-sdk/dashboard';

const PAGES = 'https://github.com/ragspan/ragspan/blob/main/docs/alerts';

/** Page, and what it is read for. */
export const RUNBOOKS = {
  'h1-rate': 'retrieval misses the evidence (H1)',
  'h2-conviction-rate': 'the evidence is lost between retrieval and prompt (H2)',
  'h3-rate': 'the answer fails with the evidence at hand (H3)',
  truncation: 'prompts are cut, with a case or without',
  'unknown-rate': 'runs cannot be judged (UNKNOWN)',
  'audit-findings': 'citations, quotations and addresses that the prompt does not bear out',
  'verdicts-stopped': 'no verdict arrives any more',
  'retrieval-lost': 'model calls go on, retrieval spans have stopped',
  dropped: 'runs are given up',
} as const;

type Runbook = keyof typeof RUNBOOKS;

const address = (page: Runbook): string => `${PAGES}/${page}.md`;

export const runbookLink = (page: Runbook): DashboardLinkBuilder =>
  new DashboardLinkBuilder(`Runbook: ${RUNBOOKS[page]}`).targetBlank(true).url(address(page));

export const runbookList = (): string =>
  Object.entries(RUNBOOKS)
    .map(([page, topic]) => `- [${page}](${address(page as Runbook)}): ${topic}`)
    .join('\n');
