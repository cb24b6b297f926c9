/** The example application, as its image runs it: what it answers, and what arrives where it sends. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startOtlpReceiver, type OtlpReceiver } from '../../demo/otlp-receiver.ts';

interface Running {
  readonly child: ChildProcess;
  readonly url: string;
}

async function start(receiver: OtlpReceiver, environment: Readonly<Record<string, string>> = {}): Promise<Running> {
  const child = spawn(process.execPath, ['docker/app/main.ts'], {
    env: {
      ...process.env,
      PORT: '0',
      TRAFFIC_INTERVAL_MILLIS: '0',
      OTEL_SERVICE_NAME: 'support-bot',
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      RAGSPAN_CASES: 'demo/ragspan.cases.yaml',
      RAGSPAN_LOG: 'off',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const port = /^listening on (\d+)$/.exec(line)?.[1];
    if (port !== undefined) return { child, url: `http://127.0.0.1:${port}` };
  }
  throw new Error('the application ended before it listened');
}

const post = async (url: string): Promise<{ status: number; body: Record<string, unknown> }> => {
  const response = await fetch(url, { method: 'POST' });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

describe('the example application', () => {
  let receiver: OtlpReceiver;
  let running: Running;

  beforeAll(async () => {
    receiver = await startOtlpReceiver();
    running = await start(receiver);
  }, 60_000);
  afterAll(async () => {
    running.child.kill('SIGKILL');
    await receiver.close();
  });

  it('says that it is healthy', async () => {
    expect((await fetch(`${running.url}/healthz`)).status).toBe(200);
  });

  it('names the scenarios when it is asked for one that it does not have', async () => {
    const { status, body } = await post(`${running.url}/ask?scenario=Z`);
    expect(status).toBe(400);
    expect(body['error']).toContain('no scenario "Z"; there are A, B, C, healthy');
  });

  it('changes what it asks itself, so that an incident can be repaired', async () => {
    expect((await post(`${running.url}/mix?scenarios=healthy,B`)).body).toEqual({ scenarios: ['healthy', 'B'] });
    expect((await post(`${running.url}/mix?scenarios=nothing`)).status).toBe(400);
  });

  it('answers, sends the verdict with the trace that it names, and ends well on SIGTERM', async () => {
    const { body } = await post(`${running.url}/ask?scenario=B`);
    expect(body['answer']).toContain('Your refund was processed');
    running.child.kill('SIGTERM');
    const [code] = (await once(running.child, 'exit')) as [number | null];
    expect(code).toBe(0);
    const run = receiver.spans.find(({ attributes }) => attributes['demo.scenario'] === 'B');
    expect(run).toMatchObject({
      traceId: body['traceId'],
      attributes: { 'ragspan.verdict': 'H2', 'ragspan.reason': 'cut', 'ragspan.case.id': 'refund-8814' },
    });
  });
});

describe('the example application, left alone', () => {
  it('asks itself one scenario after the other', async () => {
    const receiver = await startOtlpReceiver();
    const { child } = await start(receiver, {
      TRAFFIC_INTERVAL_MILLIS: '20',
      TRAFFIC_MIX: 'A,C',
      OTEL_BSP_SCHEDULE_DELAY: '20',
    });
    try {
      const asked = (): string[] =>
        receiver.spans.flatMap(({ attributes }) => attributes['demo.scenario']?.toString() ?? []);
      await expect.poll(() => [...new Set(asked())].sort(), { timeout: 30_000 }).toEqual(['A', 'C']);
    } finally {
      child.kill('SIGKILL');
      await receiver.close();
    }
  });
});
