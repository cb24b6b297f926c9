/**
 * The whole: the demo with the real SDK → OTLP → the built distribution → Jaeger, Prometheus and Alertmanager.
 *
 * Rules and routes are the shipped files in fast motion: scripts/stack/faster.ts divides every duration by 60 and
 * changes nothing else, so an hour is a minute and `for: 5m` five seconds. One story, told in the order of the tests.
 */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { fieldsOf } from '../../scripts/stack/jaeger.js';
import { startApplication, startStack, type Application, type Stack } from '../../scripts/stack/whole.js';
import type { Alert } from '../../scripts/stack/prometheus.js';
import { until } from './sink.js';

const { monitoring, missing, collector, jaeger } = inject('programs');
const FACTOR = 60;
const ALERT = 'RagspanTruncation';

/** Judged by the Collector alone, and judged by the package in the process. */
const services = { bare: 'support-bot', judged: 'support-bot-sdk' } as const;

describe.skipIf(monitoring === undefined)(
  `from a cut context to a resolved alert${missing === undefined ? '' : ` (${missing})`}`,
  () => {
    let stack: Stack;
    let watching: NodeJS.Timeout;
    /** What the alert has been, in order: none, pending, firing. */
    const states: string[] = ['none'];
    let applications: Application[] = [];
    const began = performance.now();
    const story: string[] = [];
    const tell = (what: string): void => {
      story.push(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${what}`);
    };

    const deploy = async (budget: number | undefined): Promise<void> => {
      await Promise.all(applications.map((one) => one.stop()));
      const options = {
        collector: stack.collector,
        play: ['B', 'healthy'],
        pauseMillis: 150,
        ...(budget === undefined ? {} : { budget }),
      };
      applications = await Promise.all([
        startApplication({ ...options, service: services.bare, judge: 'collector' }),
        startApplication({ ...options, service: services.judged, judge: 'sdk' }),
      ]);
    };

    beforeAll(async () => {
      stack = await startStack({
        binaries: { collector, jaeger, ...monitoring },
        factor: FACTOR,
        onNotification: ({ receiver, alerts }) => {
          for (const { status, labels } of alerts)
            tell(`webhook /${receiver}: ${status} ${labels['alertname'] ?? ''} of ${labels['service'] ?? ''}`);
        },
      });
      tell('the stack is ready');
      watching = setInterval(() => void watch(), 200);
      await deploy(undefined);
      tell('support-bot deployed: every second question has its context cut at 200 tokens');
    });

    const watch = async (): Promise<void> => {
      const [alert] = await alertsOf(services.bare);
      const state = alert?.state ?? 'none';
      if (state === states.at(-1)) return;
      states.push(state);
      tell(`Prometheus:   ${state === 'none' ? 'resolved' : state} ${ALERT} of ${services.bare}`);
      if (state === 'firing') story.push(`${' '.repeat(24)}${alert?.annotations['summary'] ?? ''}`);
    };

    afterAll(async () => {
      clearInterval(watching);
      await Promise.all(applications.map((one) => one.stop()));
      await stack.stop();
      console.log(`\nThe truncation alert, in fast motion (1 h = ${3600 / FACTOR} s):\n${story.join('\n')}\n`);
    });

    const alertsOf = async (service: string): Promise<readonly Alert[]> =>
      ((await stack.prometheus?.alerts()) ?? []).filter(
        ({ labels }) => labels['alertname'] === ALERT && labels['service'] === service,
      );
    const value = async (query: string): Promise<number> => (await stack.prometheus?.query(query))?.[0]?.value ?? 0;
    const notified = (status: 'firing' | 'resolved'): object | undefined =>
      stack.webhook.notifications.find(
        (one) =>
          one.receiver === 'on-call' &&
          one.alerts.some(
            (alert) =>
              alert.status === status &&
              alert.labels['alertname'] === ALERT &&
              alert.labels['service'] === services.bare,
          ),
      );

    test('the alert is pending first', async () => {
      await until('a pending alert', 60, () => (states.length > 1 ? true : undefined));
      expect(states[1]).toBe('pending');
    });

    test.each([
      [services.bare, 'collector'],
      [services.judged, 'sdk'],
    ])('Jaeger finds traces of %s by ragspan.verdict=H2 and shows attributes and event', async (service, origin) => {
      const traces = await until('a trace with H2', 20, async () => {
        const found = await stack.jaeger.search(service, { 'ragspan.verdict': 'H2' });
        return found.length > 0 ? found : undefined;
      });
      for (const { spans } of traces) {
        expect(spans.map((span) => span.operationName).toSorted()).toEqual([
          'assembly',
          'chat steady-1',
          'retrieval shop-docs',
          'run support',
        ]);
        const judged = spans.filter((span) => 'ragspan.verdict' in fieldsOf(span.tags));
        expect(judged.map((span) => span.operationName)).toEqual(['run support']);
        expect(fieldsOf(judged[0]?.tags ?? [])).toMatchObject({
          'ragspan.verdict': 'H2',
          'ragspan.reason': 'cut',
          'ragspan.boundary': 'assembly',
          'ragspan.case.id': 'refund-8814',
          'ragspan.loss': 'cut',
          'ragspan.explanation': expect.stringContaining('cut at 200 token') as string,
        });
        const events = judged[0]?.logs.map(({ fields }) => fieldsOf(fields)) ?? [];
        expect(events).toHaveLength(1);
        expect(events[0]).toMatchObject({
          event: 'gen_ai.evaluation.result',
          'gen_ai.evaluation.name': 'ragspan.attribution',
          'gen_ai.evaluation.score.label': 'H2',
          'ragspan.origin': origin,
          'ragspan.cut.at': 200,
        });
      }
    });

    test('Prometheus has the rates, by the connector, by the processor and from the SDK', async () => {
      const rates = {
        connector: `sum(rate(ragspan_verdicts_total{job="ragspan-connector", service_name="${services.bare}", ragspan_verdict="H2"}[15s]))`,
        processor: `sum(rate(ragspan_verdicts{job="ragspan-collector", ragspan_service_name="${services.bare}", ragspan_verdict="H2"}[15s]))`,
        sdk: `sum(rate(ragspan_verdicts_total{job="ragspan-sdk", service_name="${services.judged}", ragspan_verdict="H2"}[15s]))`,
        'connector, of runs that the SDK judged': `sum(rate(ragspan_verdicts_total{job="ragspan-connector", service_name="${services.judged}", ragspan_verdict="H2"}[15s]))`,
      };
      for (const [way, query] of Object.entries(rates))
        await until(`a rate of H2 by ${way}: ${query}`, 30, async () =>
          (await value(query)) > 0.5 ? true : undefined,
        );
      for (const service of Object.values(services)) {
        const ratio = await until(`the H2 ratio of ${service}`, 30, async () => {
          const now = await value(`ragspan:h2:ratio15m{service="${service}"}`);
          return now > 0 ? now : undefined;
        });
        // Every second question; one run of each service is counted once, however many ways it came.
        expect(ratio).toBeGreaterThan(0.35);
        expect(ratio).toBeLessThan(0.65);
      }
    });

    test('the alert fires and reaches the webhook behind Alertmanager, with the place to look', async () => {
      await until('a firing alert', 60, () => (states.includes('firing') ? true : undefined));
      // On a busy machine a rate may fall back before the wait is over: the alert is then pending anew.
      expect(states.join(' ')).toMatch(/^none( pending none)* pending firing$/);
      const notification = await until('a notification', 30, () => notified('firing'));
      const [alert] = await alertsOf(services.bare);
      expect(JSON.stringify(notification)).toContain('docs/alerts/truncation.md');
      const search = new URL(alert?.annotations['jaeger_query'] ?? '', stack.jaeger.url).searchParams;
      const tags = JSON.parse(search.get('tags') ?? '{}') as Record<string, string>;
      expect(await stack.jaeger.search(search.get('service') ?? '', tags)).not.toHaveLength(0);
    });

    test('an exemplar of the rate leads to a trace of that verdict', async () => {
      const query = `ragspan_verdicts_total{job="ragspan-connector", service_name="${services.bare}", ragspan_verdict="H2"}`;
      const exemplar = await until('an exemplar', 30, async () => (await stack.prometheus?.exemplars(query))?.at(-1));
      const traceId = exemplar.labels['trace_id'] ?? '';
      tell(`an exemplar of the H2 series names the trace ${traceId}`);
      const found = await until('the trace', 20, () => stack.jaeger.trace(traceId));
      const root = found.spans.find((span) => span.spanID === exemplar.labels['span_id']);
      expect(fieldsOf(root?.tags ?? [])).toMatchObject({ 'ragspan.verdict': 'H2' });
    });

    test('after the repair the alert resolves, and the webhook hears it', async () => {
      await deploy(2000);
      tell('support-bot repaired: deployed with a budget of 2,000 tokens');
      await until('no alert', 90, () => (states.at(-1) === 'none' ? true : undefined));
      expect(states.join(' ')).toMatch(/^none( pending none)* pending firing none$/);
      await until('a notification', 60, () => notified('resolved'));
      expect(await value(`ragspan:h2:ratio15m{service="${services.bare}"}`)).toBeLessThan(0.05);
      expect(await value(`ragspan:judged:increase15m{service="${services.bare}"}`)).toBeGreaterThan(5);
    });
  },
);
