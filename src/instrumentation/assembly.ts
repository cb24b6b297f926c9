/** The second hand-off: what of the retrieved chunks goes into the prompt (spec §3 "Assembly record", §10). */
import { SpanKind } from '@opentelemetry/api';
import type { Span } from '@opentelemetry/api';
import type { BudgetUnit } from '../model/assembly-record.js';
import { utf8Length, wellFormed } from '../model/utf8.js';
import { RAGSPAN } from '../semconv.js';
import { idleAssemblyLog, LiveAssemblyLog } from './assembly-log.js';
import type { AssemblyLog } from './assembly-log.js';
import { currentHash, writeArtifactHash } from './capture.js';
import type { ChunkOf } from './chunk-of.js';
import { builtMessages } from './messages/built-messages.js';
import { contextSegments } from './messages/context-text.js';
import { placeBlocks, placeChunks } from './place-chunks.js';
import { readSafely } from './retrieval-log.js';
import { wrap } from './wrap.js';
import type { SpanOptions } from './wrap.js';

export interface AssemblyOptions<Item = unknown> extends SpanOptions {
  /** Size the context may have, in `unit`. */
  readonly budget?: number | undefined;
  /** Default `token`. */
  readonly unit?: BudgetUnit | undefined;
  /** The prompt template: its hash goes on the span, never its text. */
  readonly template?: string | undefined;
  readonly templateVersion?: string | undefined;
  /**
   * The retrieved items that go in. With them and nothing else the log fills itself: each is looked
   * for in what the callback returns.
   */
  readonly chunks?: readonly Item[] | undefined;
  /** Text and id of one of your items, where the common shapes do not fit. */
  readonly chunkOf?: ChunkOf<Item> | undefined;
}

/** Builds a prompt and records what became of each chunk. Returns exactly what the callback returned. */
export function assembly<Item, Result>(options: AssemblyOptions<Item>, build: (log: AssemblyLog) => Result): Result {
  const unit = options.unit ?? 'token';
  return wrap<AssemblyLog, Result>(
    {
      name: 'assembly',
      kind: SpanKind.INTERNAL,
      options,
      attributes: { [RAGSPAN.ASSEMBLY_OFFSET_UNIT]: 'byte' },
      idleLog: idleAssemblyLog(options.budget, unit),
      start(span) {
        writeOptions(span, options, unit);
        return new LiveAssemblyLog(options.budget, unit, options.chunkOf as ((item: never) => unknown) | undefined);
      },
      finish(log, value, live) {
        if (log instanceof LiveAssemblyLog) {
          live.write('an assembled context', (span) => writeContext(span, log, value, options));
          live.write('an assembly record', (span) => log.write(span));
        }
        return { value };
      },
      fail(log, _error, live) {
        if (log instanceof LiveAssemblyLog) log.write(live.span);
      },
    },
    build,
  );
}

function writeOptions<Item>(span: Span, options: AssemblyOptions<Item>, unit: BudgetUnit): void {
  if (typeof options.budget === 'number' && Number.isFinite(options.budget)) {
    span.setAttribute(RAGSPAN.ASSEMBLY_BUDGET, options.budget);
    span.setAttribute(RAGSPAN.ASSEMBLY_BUDGET_UNIT, unit);
  }
  if (typeof options.template === 'string') {
    span.setAttribute(RAGSPAN.ASSEMBLY_TEMPLATE_SHA256, currentHash().sha256(wellFormed(options.template)));
  }
  if (options.templateVersion !== undefined)
    span.setAttribute(RAGSPAN.ASSEMBLY_TEMPLATE_VERSION, options.templateVersion);
}

function writeContext<Item>(span: Span, log: LiveAssemblyLog, value: unknown, options: AssemblyOptions<Item>): void {
  const built = builtContext(value);
  if (built === undefined) return;
  // A text may still be put into a message: its offsets in the sent context are not known yet.
  if (built.isMessages) placeBlocks(log, built.segments);
  if (log.recorded.length === 0 && options.chunks !== undefined) {
    const chunks = options.chunks.map((item) => readSafely(item, options.chunkOf as ChunkOf<never> | undefined));
    placeChunks(log, chunks, built.segments, built.isMessages);
  }
  if (built.isPartial) return;
  const text = built.segments.join('\n');
  writeArtifactHash(span, text, utf8Length(text), { sha256: RAGSPAN.CONTEXT_SHA256, bytes: RAGSPAN.CONTEXT_BYTES });
}

interface BuiltContext {
  readonly segments: readonly string[];
  readonly isMessages: boolean;
  readonly isPartial: boolean;
}

function builtContext(value: unknown): BuiltContext | undefined {
  const sent = builtMessages(value);
  if (sent === undefined) return undefined;
  return { segments: contextSegments(sent), isMessages: typeof value !== 'string', isPartial: sent.isPartial };
}
