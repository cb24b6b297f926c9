import { describe, expect, test } from 'vitest';
import { ragspanMatchers, ragspanTest } from 'ragspan/vitest';
import { answer } from './answer.js';

expect.extend(ragspanMatchers);
const rag = ragspanTest({ cases: 'ragspan.cases.yaml' });

describe.concurrent('golden cases', () => {
  test.each(rag.questions)('$id holds', async ({ input }) => {
    expect(await rag.run(() => answer(input))).toHold();
  });

  test('retrieval is what loses it with k = 2', async () => {
    expect(await rag.run(() => answer('Where is my refund?', 2))).toHaveVerdict('H1', { reason: 'not_retrieved' });
  });
});
