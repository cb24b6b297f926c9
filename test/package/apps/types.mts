/** What an application writes, held to the published types without skipLibCheck. */
import { assembly, generation, pack, RagspanProcessor, retrieval, run, start, type RagspanOptions } from 'ragspan';
import * as cases from 'ragspan/cases';
import * as producer from 'ragspan/instrumentation';
import { RagspanProcessor as Same } from 'ragspan/processor';
import * as names from 'ragspan/semconv';

const options: RagspanOptions = { cases: false, captureContent: false, emit: ['attributes'] };
start(options);
const same: typeof Same = RagspanProcessor;

const answer: Promise<{ text: string }> = run({ input: 'q' }, async () => {
  const hits: { id: string; text: string }[] = await retrieval({ source: 's', topK: 1 }, async (log) => {
    log.candidates([{ id: '1', text: 'a' }]);
    return [{ id: '1', text: 'a' }];
  });
  const prompt: string = assembly({ budget: 10, unit: 'byte' }, (log) => pack(hits, log));
  return generation({ model: 'm', messages: prompt }, async () => ({ text: prompt }));
});

export const kept: unknown = [answer, same, cases, producer, names];
