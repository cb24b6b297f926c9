/**
 * What the TypeScript half reads out of trace files, as JSON both halves spell alike: the Go half's
 * twin test compares it with its own. Reads documents of OTLP JSON from standard input, one a line;
 * writes for each a line of JSON. A line `{"options":{…}}` sets `hash_key` and `value_length_limit`
 * for the documents after it. Run through an esbuild bundle.
 */
import { translateRecords } from '../src/files/judge-records.js';
import { bytesSource } from '../src/files/read/trace-file.js';
import { readSpanRecords } from '../src/files/read/span-records.js';
import { retrievalToolList } from '../src/model/retrieval-tool.js';
import { textHash } from '../src/model/digest.js';
import type { RetrievalTool } from '../src/model/case.js';
import type { SpanFacts } from '../src/model/span-facts.js';
import { wellFormed } from '../src/model/utf8.js';

interface Options {
  readonly hash_key?: string;
  readonly value_length_limit?: number;
}

/** Tools that any span's result is read as, to compare paths. */
const TOOLS: readonly RetrievalTool[] = [
  { name: '*' },
  { name: '*', text: '[].content', id: '[].id' },
  { name: '*', text: 'results[].content', id: 'results[].url' },
  { name: '*', text: 'documents.0.text', id: 'documents.length' },
];
const OPTIONS = '{"options":';
/** Deeper values are no evidence: both halves stop there. */
const MAX_DEPTH = 80;

async function main(): Promise<void> {
  let options: Options = {};
  for (const line of lines(await standardInput())) {
    const start = line.subarray(0, OPTIONS.length).toString('latin1');
    if (start === OPTIONS) ({ options } = JSON.parse(line.toString('utf8')) as { options: Options });
    else process.stdout.write(`${await dumped(line, options)}\n`);
  }
}

async function standardInput(): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of process.stdin) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

/** As bytes: some are bad UTF-8. */
function* lines(input: Buffer): Generator<Buffer> {
  for (let from = 0; from < input.length;) {
    const end = input.indexOf(0x0a, from);
    const to = end < 0 ? input.length : end;
    if (to > from) yield input.subarray(from, to);
    from = to + 1;
  }
}

async function dumped(document: Buffer, options: Options): Promise<string> {
  const { records, damage } = await readSpanRecords([bytesSource('document', document)]);
  if (damage.length > 0) return canonical({ damage: damage.map(({ problem }) => problem) }, 0);
  const hash = textHash(options.hash_key);
  const limit = options.value_length_limit;
  const facts = translateRecords(records, { hash, ...(limit === undefined ? {} : { valueLengthLimit: limit }) });
  return canonical(
    facts.map((one) => ({ ...one, resource: one.resource.attributes, tools: toolLists(one, hash) })),
    0,
  );
}

function toolLists(facts: SpanFacts, hash: ReturnType<typeof textHash>): unknown {
  if (facts.tool === undefined) return undefined;
  const { result, lossy } = facts.tool;
  return TOOLS.map((tool) => retrievalToolList(result, tool, hash, lossy));
}

/** JSON with sorted keys; what is absent left out; the resource by its attributes. */
function canonical(value: unknown, depth: number): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(wellFormed(value));
    case 'bigint':
      return JSON.stringify(`${value}n`);
    case 'number':
      return Number.isFinite(value) ? JSON.stringify(value) : JSON.stringify(String(value));
    case 'object':
      break;
    default:
      return JSON.stringify(value) ?? 'null';
  }
  if (value === null || depth > MAX_DEPTH) return 'null';
  if (value instanceof Uint8Array) return JSON.stringify(`base64:${Buffer.from(value).toString('base64')}`);
  if (Array.isArray(value)) return `[${value.map((one) => canonical(one, depth + 1)).join(',')}]`;
  const members = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .map(([key, one]) => `${JSON.stringify(wellFormed(key))}:${canonical(one, depth + 1)}`);
  return `{${members.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))).join(',')}}`;
}

await main();
