/**
 * Asks the application about five orders and keeps what it exports, one file a question, as a backend
 * would have it:
 *
 *     node examples/refunds/record-traces.mjs [FOLDER]
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { start } from 'ragspan';
import { answer } from './app.mjs';

const folder = process.argv[2] ?? join(import.meta.dirname, 'traces');
const bodies = [];
const receiver = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    if (request.url === '/v1/traces') bodies.push(Buffer.concat(chunks));
    response.setHeader('content-type', 'application/json').end('{}');
  });
});
await new Promise((resolve) => receiver.listen(0, '127.0.0.1', resolve));
process.env.OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${receiver.address().port}`;
process.env.OTEL_METRICS_EXPORTER = 'none';

// With text: the files are to be judged by whoever has them.
const ragspan = start({ serviceName: 'refunds', cases: false, captureContent: true });
mkdirSync(folder, { recursive: true });
for (const order of ['4711', '4712', '5120', '5121', '8814']) {
  const said = await answer(`Where is the refund of order ${order}?`);
  await ragspan.forceFlush();
  writeFileSync(join(folder, `${order}.json.gz`), gzipSync(Buffer.concat(bodies.splice(0)), { level: 9 }));
  console.log(`${order}: ${said}`);
}
await ragspan.shutdown();
receiver.close();
