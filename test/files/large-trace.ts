/**
 * OTLP JSON of any size, one object a line, made as it is read: mostly spans that have nothing to do
 * with retrieval, and every so often a trace with one, its spans far apart in the file.
 */
import { spanJson } from './read/sources.js';

const CHUNKS = [
  'The refund window is 30 days from delivery.',
  'Items over $1,000 need manager approval.',
  'Warranty claims close after 24 months.',
];
/** Between the retrieval of a trace and its model call. */
const DISTANCE = 500;
const RAG_EVERY = 50;

const attribute = (key: string, value: string): object => ({ key, value: { stringValue: value } });
const traceId = (index: number): string =>
  ((index * 2_654_435_761) % 2 ** 32).toString(16).padStart(8, '0') + (index + 1).toString(16).padStart(24, '0');

function line(...spans: readonly object[]): string {
  const resource = { attributes: [attribute('service.name', 'bench')] };
  return `${JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'app' }, spans }] }] })}\n`;
}

function span(index: number, id: number, parent: number, attributes: readonly object[]): object {
  return spanJson(traceId(index), id.toString(16), {
    startTimeUnixNano: String(index * 1000 + id * 10),
    endTimeUnixNano: String(index * 1000 + (id === 1 ? 100 : id * 10 + 5)),
    attributes,
    ...(parent === 0 ? {} : { parentSpanId: parent.toString(16).padStart(16, '0') }),
  });
}

const retrievalLine = (index: number): string =>
  line(
    span(index, 2, 1, [
      attribute('gen_ai.operation.name', 'retrieval'),
      attribute('gen_ai.retrieval.query.text', 'refund?'),
      attribute(
        'gen_ai.retrieval.documents',
        JSON.stringify(CHUNKS.map((content, rank) => ({ id: `d${rank}`, content }))),
      ),
    ]),
  );

const callLine = (index: number): string =>
  line(
    span(index, 3, 1, [
      attribute('gen_ai.operation.name', 'chat'),
      attribute(
        'gen_ai.input.messages',
        JSON.stringify([{ role: 'user', parts: [{ type: 'text', content: `Context:\n${CHUNKS.join('\n\n')}` }] }]),
      ),
      attribute(
        'gen_ai.output.messages',
        JSON.stringify([{ role: 'assistant', parts: [{ type: 'text', content: 'The refund window is 30 days.' }] }]),
      ),
    ]),
    span(index, 1, 0, [attribute('ragspan.input', 'refund?')]),
  );

/** Yields pieces until at least `bytes` are made; returns how many RAG traces are whole in them. */
export function* largeTrace(bytes: number): Generator<string, number> {
  const filler = JSON.stringify({ path: 'C:\\temp', words: 'lorem ipsum dolor sit amet '.repeat(700) });
  let made = 0;
  let whole = 0;
  for (let index = 0; made < bytes; index += 1) {
    let piece = line(
      span(index * 2 + 1, 9, 0, [attribute('http.request.body', filler), attribute('n', String(index))]),
    );
    if (index % RAG_EVERY === 0) piece += retrievalLine(index * 2);
    const earlier = index - DISTANCE;
    if (earlier >= 0 && earlier % RAG_EVERY === 0) {
      piece += callLine(earlier * 2);
      whole += 1;
    }
    made += Buffer.byteLength(piece);
    yield piece;
  }
  return whole;
}
