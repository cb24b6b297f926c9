/** The real SDK with an in-memory exporter, as an application has it. */
import { context, diag, DiagLogLevel, propagation, trace } from '@opentelemetry/api';
import { CompositePropagator, W3CBaggagePropagator, W3CTraceContextPropagator } from '@opentelemetry/core';
import { afterEach, beforeEach } from 'vitest';
import { setCaptureSwitch } from '../../src/model/capture-switch.js';
import { privateAttributes } from '../../src/model/private-attributes.js';
import { enableContext, InMemorySpanExporter, simple, TracerProvider } from '../support/sdk.js';
import type { ReadableSpan } from '../support/sdk.js';

export interface Recorded {
  readonly exporter: InMemorySpanExporter;
  /** Ended spans by name, in order of their end. */
  spans(): ReadableSpan[];
  named(name: string): ReadableSpan;
  /** Warnings of the diag logger. */
  readonly warnings: string[];
}

/** Registers the SDK around every test of the file. */
export function recordSpans(): Recorded {
  const exporter = new InMemorySpanExporter();
  const warnings: string[] = [];
  beforeEach(() => {
    exporter.reset();
    warnings.length = 0;
    const warn = (message: string): void => void warnings.push(message);
    diag.setLogger(
      { error: warn, warn, info: () => undefined, debug: () => undefined, verbose: () => undefined },
      DiagLogLevel.WARN,
    );
    enableContext();
    propagation.setGlobalPropagator(
      new CompositePropagator({ propagators: [new W3CTraceContextPropagator(), new W3CBaggagePropagator()] }),
    );
    trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [simple(exporter)] }));
  });
  afterEach(() => {
    trace.disable();
    context.disable();
    propagation.disable();
    diag.disable();
    setCaptureSwitch({});
  });
  const spans = (): ReadableSpan[] => exporter.getFinishedSpans();
  return {
    exporter,
    warnings,
    spans,
    named(name) {
      const found = spans().filter((span) => span.name === name);
      if (found.length !== 1)
        throw new Error(
          `${found.length} spans named ${name} among ${spans()
            .map((span) => span.name)
            .join(', ')}`,
        );
      return found[0] as ReadableSpan;
    },
  };
}

/** The text the span carries for the processor of this process. */
export function privateText(span: ReadableSpan, key: string): unknown {
  return privateAttributes(span)?.[key];
}

/** Everything an exporter would see, as one text. */
export function exportedText(span: ReadableSpan): string {
  return JSON.stringify([span.name, span.attributes, span.events, span.status]);
}

/** Output text that reached the processor's side. */
export function outputOf(span: ReadableSpan): string | undefined {
  const [message] = (privateText(span, 'gen_ai.output.messages') ?? []) as {
    parts: { type: string; content?: string }[];
  }[];
  return message?.parts.find((part) => part.type === 'text')?.content;
}

export interface ToolCallPart {
  readonly type: string;
  readonly id?: string;
  readonly name?: string;
  readonly arguments?: unknown;
}

export function toolCallsOf(span: ReadableSpan): ToolCallPart[] {
  const [message] = (privateText(span, 'gen_ai.output.messages') ?? []) as { parts: ToolCallPart[] }[];
  return (message?.parts ?? []).filter((part) => part.type === 'tool_call');
}
