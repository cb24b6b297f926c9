/** A RAG application in small, with its three hand-offs wrapped as an application author would. */
import { assembly, generation, pack, retrieval, run } from '../../instrumentation/index.js';
import { ANSWER, BUDGET, candidatesOf, FRAME, QUESTION, TOP_K, type Incident } from './incidents.js';
import { countWords } from './words.js';

export async function answerQuestion(incident: Incident): Promise<string> {
  return run({ name: `incident ${incident.name}`, input: QUESTION }, async () => {
    const hits = retrieval({ source: 'ledger', query: QUESTION, topK: TOP_K, snapshot: 'ledger-2026-09-02' }, (log) => {
      const found = candidatesOf(incident);
      log.candidates(found);
      return found.slice(0, TOP_K);
    });
    const messages = assembly({ budget: BUDGET, unit: 'token', template: FRAME }, (log) => {
      const context = pack(hits, log, { before: FRAME, count: countWords, overflow: 'cut-tail' });
      return [
        { role: 'system', content: context },
        { role: 'user', content: QUESTION },
      ];
    });
    // The model of the demo says the same wrong thing whatever it is given.
    return generation({ model: 'demo-model', provider: 'demo', temperature: 0, messages }, async () => ANSWER);
  });
}
