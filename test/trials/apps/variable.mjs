/**
 * An application that is not the same each time it is asked, as MODE says. CALLS names a file with
 * a byte for each call so far: what a process forgets, that remembers.
 */
import { appendFileSync, statSync, writeFileSync } from 'node:fs';
import { assembly, generation, pack, retrieval, run } from 'ragspan/instrumentation';

const LINE = 'the ferry leaves at noon';
const NOISE = Array.from({ length: 9 }, (_, index) => `harbour notice ${index + 1}: mind the step`);

export async function answer(input, { top_k = 3, budget = 1000 } = {}) {
  const { CALLS = '', MODE = '', PAUSE = '0' } = process.env;
  const call = CALLS === '' ? 0 : (statSync(CALLS, { throwIfNoEntry: false })?.size ?? 0);
  if (CALLS !== '') appendFileSync(CALLS, '.');
  if (MODE === 'spins') {
    writeFileSync(`${CALLS}.pid`, String(process.pid));
    for (;;);
  }
  // A provider with a limit: the third call and the fifth are refused.
  if (MODE === 'limited' && [2, 4].includes(call)) throw new Error('429: slow down, jane.doe@example.com');
  if (PAUSE !== '0') await new Promise((resolve) => setTimeout(resolve, Number(PAUSE)));
  const isRepaired = top_k > 3;
  const rank = MODE === 'ranks' ? 5 + (call % 3) : 5;
  const texts = [...NOISE.slice(0, rank - 1), LINE, ...NOISE.slice(rank - 1)];
  const found = MODE === 'absent' && isRepaired && call % 2 === 0 ? NOISE : texts;
  const question = MODE === 'another' ? 'When does the train leave?' : input;
  const snapshot = MODE === 'drift' ? 'new' : 'old';
  return run({ name: 'ferry', input: question }, async () => {
    const hits = retrieval({ query: question, topK: top_k, snapshot }, (log) => {
      log.candidates(found.map((text) => ({ text })));
      return found.slice(0, top_k).map((text) => ({ text }));
    });
    const second = MODE === 'two-pins' && isRepaired ? 2 * budget : budget;
    const messages = assembly({ budget: second, unit: 'char' }, (log) => [
      { role: 'system', content: pack(hits, log) },
      { role: 'user', content: question },
    ]);
    const isFlaky = MODE === 'flaky' && isRepaired && call % 3 === 2;
    return generation({ model: 'm', messages }, async () =>
      messages[0].content.includes(LINE) && !isFlaky ? 'It leaves at noon.' : 'It leaves at seven.',
    );
  });
}
