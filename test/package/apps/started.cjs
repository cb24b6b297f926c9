/** The one line, in CommonJS. */
const { assembly, generation, retrieval, run, start } = require('ragspan');

const ragspan = start();
void import('./ask.mjs').then(async ({ ask }) => {
  console.log(await ask({ assembly, generation, retrieval, run }));
  await ragspan.shutdown();
});
