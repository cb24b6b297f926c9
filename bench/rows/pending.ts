/** Bytes held for a run that is not decided yet, without the text that its verdict still needs. */
import { trace, type Span } from '@opentelemetry/api';
import { TracerProvider, type SpanProcessor } from '@opentelemetry/sdk-trace';
import { setPrivateAttribute } from '../../src/model/private-attributes.js';
import { RagspanProcessor } from '../../src/processor/index.js';
import { bytes, type Row } from '../table.ts';
import { median } from '../timing.ts';
import { HASH, prose, random } from '../workload.ts';
import { ROOT_CONTEXT } from '@opentelemetry/api';

const RUNS = 1500;
const CHUNKS = 5;
const CHUNK_BYTES = 400;
const PROMPT_BYTES = 3000;
const OUTPUT_BYTES = 300;
const TEXT_BYTES = CHUNKS * CHUNK_BYTES + PROMPT_BYTES + OUTPUT_BYTES;

export function pendingRow(): Row {
  const held = [0, 1, 2].map((seed) => heapOf(true, seed) - heapOf(false, seed));
  const value = median(held) / RUNS - TEXT_BYTES;
  return {
    what: 'held per pending run (retrieval and model call ended, root open), text still needed left out',
    value,
    goal: 4096,
    show: bytes,
    note: `text ${bytes(TEXT_BYTES)}; ${CHUNKS} chunks`,
  };
}

/** Heap after RUNS pending runs, the application's own open roots included. */
function heapOf(isJudged: boolean, seed: number): number {
  const spanProcessors = isJudged ? [new RagspanProcessor({ cases: false, log: 'off' }) as SpanProcessor] : [];
  const tracer = new TracerProvider({ spanProcessors }).getTracer('bench');
  const next = random(seed);
  const before = usedHeap();
  const roots: Span[] = [];
  for (let index = 0; index < RUNS; index += 1) {
    const root = tracer.startSpan('request', {}, ROOT_CONTEXT);
    const inside = trace.setSpan(ROOT_CONTEXT, root);
    const chunks = Array.from({ length: CHUNKS }, () => prose(CHUNK_BYTES, next));
    const search = tracer.startSpan(
      'retrieval',
      { attributes: { 'gen_ai.operation.name': 'retrieval', 'gen_ai.retrieval.top_k': 5 } },
      inside,
    );
    search.setAttribute(
      'ragspan.retrieval.chunk.digests',
      chunks.map((text) => HASH.digest(text)),
    );
    search.setAttribute('ragspan.retrieval.handed_on', CHUNKS);
    setPrivateAttribute(
      search,
      'gen_ai.retrieval.documents',
      chunks.map((content, id) => ({ id: String(id), content })),
    );
    search.end();
    const call = tracer.startSpan(
      'chat',
      { attributes: { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'bench' } },
      inside,
    );
    const part = (content: string) => [{ type: 'text', content }];
    setPrivateAttribute(call, 'gen_ai.input.messages', [{ role: 'user', parts: part(prose(PROMPT_BYTES, next)) }]);
    setPrivateAttribute(call, 'gen_ai.output.messages', [
      { role: 'assistant', parts: part(prose(OUTPUT_BYTES, next)) },
    ]);
    call.end();
    roots.push(root);
  }
  const used = usedHeap() - before;
  for (const root of roots) root.end();
  return used;
}

function usedHeap(): number {
  const collect = globalThis.gc;
  if (collect === undefined) throw new Error('run with --expose-gc');
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}
