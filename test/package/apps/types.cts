/** The same in CommonJS. */
import ragspan = require('ragspan');
import processor = require('ragspan/processor');

const options: ragspan.RagspanOptions = { log: 'off' };
ragspan.start(options);

export const hits: Promise<string[]> = ragspan.retrieval({ query: 'q' }, async () => ['a']);
export const kept: ragspan.RagspanProcessor = new processor.RagspanProcessor(options);
