/** How the time to attribute grows with chunks and context, on prose and on text meant to hurt. */
import { judgeRun } from '../../src/joining/judge-trace.js';
import { exponent, millis, type Row } from '../table.ts';
import { growth, type Work } from '../timing.ts';
import { BOOK, factsOf, OPTIONS, runOf, texts, type Texts } from '../workload.ts';

const GOAL = 1.05;
const KB = 1024;

export function growthRows(): Row[] {
  return [
    row('growth with k, 5 to 500 chunks of 1 KB, all sent', [5, 16, 50, 158, 500], (k) =>
      texts(k, k, KB, k * KB + 2 * KB, 2 * KB),
    ),
    row('growth with k, 5 to 500 chunks of 1 KB, half of them sent', [5, 16, 50, 158, 500], (k) =>
      texts(k, k, KB, k * KB + 2 * KB, 2 * KB, Math.ceil(k / 2)),
    ),
    row('growth with context, 8 KB to 1 MB, 20 chunks', CONTEXTS, (bytes) => texts(bytes, 20, 256, bytes, 2 * KB)),
    row('growth with output, 8 KB to 1 MB', CONTEXTS, (bytes) => texts(bytes, 20, KB, 28 * KB, bytes)),
  ];
}

export function hostileRows(): Row[] {
  return Object.entries(HOSTILE).map(([name, text]) =>
    row(`growth, hostile: ${name}`, HOSTILE_SIZES, (bytes) => hostile(text, bytes)),
  );
}

const CONTEXTS = [8, 27, 91, 300, 1024].map((kilobytes) => kilobytes * KB);
const HOSTILE_SIZES = [62_500, 125_000, 250_000, 500_000, 1_000_000];

/** A unit that is repeated until the text is as long as asked. */
const HOSTILE: Readonly<Record<string, string>> = {
  'a million spaces': ' ',
  '((((': '(',
  'repeated prefixes': `${'a'.repeat(63)}b`,
  'one letter': 'a',
  'escapes \\\\\\\\': '\\',
  'escapes \\u0020': '\\u0020',
  'entities &amp;': '&amp;',
  'line ends \\r\\n': '\r\n',
  'combining marks': 'e\u0301\u0327',
  'quotes and brackets': '"[1]\u201c[',
  'addresses http://': 'http://a',
};

/** The text is context, output and, in slices with a tail of their own, the chunks. */
function hostile(unit: string, bytes: number): Texts {
  const text = unit.repeat(Math.ceil(bytes / Buffer.byteLength(unit)));
  const chunks = Array.from({ length: 20 }, (_, index) => {
    const start = unit.length * index;
    const slice = text.slice(start, start + Math.floor(text.length / 40));
    return index % 2 === 0 ? `${slice}${index}` : `${index}${slice}`;
  });
  return { question: 'What is it?', chunks, prompts: [`${text}\n${chunks[0]}`], output: text };
}

function row(what: string, sizes: readonly number[], make: (size: number) => Texts): Row {
  const workOf = (size: number): Work => {
    const runs = [0, 1].map((id) => runOf(factsOf(id, make(size)), BOOK));
    return (round) => judgeRun(runs[round % runs.length] as never, BOOK, OPTIONS);
  };
  const { exponent: value, millis: times } = growth(sizes, workOf, 5);
  return { what, value, goal: GOAL, show: exponent, note: times.map(millis).join(', ') };
}
