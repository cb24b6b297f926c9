/** T0 (one good trace, one need), as many times as asked, in parts that arrive one after the other. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { otlp } from '../support/otlp-json.js';
import { CASE, G, GC, R, ROOT } from '../support/vectors/t0.js';

export type Part = 'retrieval' | 'call' | 'root';

export interface SentTrace {
  readonly traceId: string;
  readonly spanIds: readonly string[];
  /** OTLP JSON of these spans alone. */
  only(...parts: readonly Part[]): string;
}

interface OtlpFile {
  readonly resourceSpans: readonly {
    readonly resource: object;
    readonly scopeSpans: readonly { readonly scope: object; readonly spans: readonly OtlpSpan[] }[];
  }[];
}
interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
}

/** With `loses`, the needed chunk is left out of the context: H2; without, HOLD. */
export function trace({ loses = false } = {}): SentTrace {
  const call = loses ? GC('Context:\nGift cards never expire.') : G();
  const seed = randomBytes(8).toString('hex');
  const file = JSON.parse(JSON.stringify(otlp([ROOT(), R(), call], seed))) as OtlpFile;
  const all = file.resourceSpans.flatMap((one) => one.scopeSpans).flatMap((one) => one.spans);
  const partOf = (span: OtlpSpan): Part =>
    (span.parentSpanId ?? '') === '' ? 'root' : span.name.startsWith('chat') ? 'call' : 'retrieval';
  return {
    traceId: all[0]?.traceId ?? '',
    spanIds: all.map(({ spanId }) => spanId),
    only: (...parts) =>
      JSON.stringify({
        resourceSpans: file.resourceSpans.map((resource) => ({
          ...resource,
          scopeSpans: resource.scopeSpans.map((scope) => ({
            ...scope,
            spans: scope.spans.filter((span) => parts.includes(partOf(span))),
          })),
        })),
      }),
  };
}

/** The case file of T0. */
export function writeCases(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'cases.yaml');
  writeFileSync(path, CASE);
  return path;
}

/** True when the Collector has taken it. */
export async function post(url: string, body: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/v1/traces`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
