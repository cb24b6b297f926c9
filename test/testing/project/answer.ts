import { assembly, generation, pack, retrieval, run } from 'ragspan/instrumentation';
import { complete, search } from './providers.js';

export function answer(question: string, topK = 5): Promise<string> {
  return run({ input: question }, async () => {
    const hits = await retrieval({ source: 'ledger', query: question, topK }, () => search(question, topK));
    const messages = assembly({}, (log) => [
      { role: 'system' as const, content: pack(hits, log) },
      { role: 'user' as const, content: question },
    ]);
    return generation({ model: 'small', messages }, () => complete(messages));
  });
}
