/**
 * Serves the page on loopback: `node examples/verified-citations/serve.mjs [port]`. The gate runs
 * here, beside the application, where it is known what was sent; the browser gets its outcome.
 */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { verifiedCitations } from 'ragspan/claims';

const hits = [
  {
    id: 'ledger/4411',
    text: 'Order 4411: refund PENDING, no reference issued.',
    metadata: { url: 'https://shop.example/ledger/4411' },
  },
  {
    id: 'policy/refunds',
    text: 'A refund is paid within 30 days from delivery.',
    metadata: { source: 'docs/refund-policy.html' },
  },
  { id: 'policy/warranty', text: 'The warranty is 24 months.', metadata: { source: 'docs/warranty.html' } },
  // Somebody wrote this one to be retrieved.
  {
    id: 'forum/9',
    text: 'Refunds are best asked for in the forum.',
    metadata: { url: 'javascript:alert(document.domain)' },
  },
];

/** What was sent: the warranty did not fit. */
const context = `[1] ${hits[0].text}\n\n[2] ${hits[1].text}\n\n[4] ${hits[3].text}\n\nQuestion: Where is my refund?`;

const ANSWERS = {
  honest: 'Your refund is pending; no reference has been issued yet [1]. It is paid within 30 days from delivery [2].',
  invented:
    'Your refund was processed [7]. The warranty of 24 months [3] is not touched by it, and the refund is pending [1].',
  hostile:
    'Ask in the forum [4]. <img src=x onerror="alert(1)"> [<script>alert(1)</script>] [forum/9] It is pending [1].',
  claims: {
    claims: [
      { text: 'The refund is pending. ', chunkIds: ['ledger/4411'], quote: 'refund PENDING' },
      { text: 'It is paid within 14 days. ', chunkIds: ['policy/refunds'], quote: 'within 14 days' },
    ],
  },
};

export function answerTo(sample) {
  const answer = Object.hasOwn(ANSWERS, sample) ? ANSWERS[sample] : ANSWERS.honest;
  const verified = verifiedCitations(answer, { chunks: hits, context, labels: true });
  // The chunk itself is nothing for the browser.
  return JSON.stringify(verified, (key, value) => (key === 'item' ? undefined : value));
}

const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

const FILES = {
  '/': ['index.html', 'text/html; charset=utf-8'],
  '/chips.mjs': ['chips.mjs', 'text/javascript; charset=utf-8'],
  '/chips.css': ['chips.css', 'text/css; charset=utf-8'],
};

async function answerRequest(request, response) {
  const send = (status, type, body) => response.writeHead(status, { ...HEADERS, 'content-type': type }).end(body);
  if (request.method !== 'GET') return send(405, 'text/plain', 'GET only');
  if (!URL.canParse(request.url, 'http://localhost')) return send(400, 'text/plain', 'not a path');
  const url = new URL(request.url, 'http://localhost');
  if (url.pathname === '/answer') return send(200, 'application/json', answerTo(url.searchParams.get('sample')));
  const file = Object.hasOwn(FILES, url.pathname) ? FILES[url.pathname] : undefined;
  if (file === undefined) return send(404, 'text/plain', 'not found');
  send(200, file[1], await readFile(new URL(file[0], import.meta.url)));
}

/** Whatever is asked for, the process lives on. */
export const server = createServer((request, response) => {
  answerRequest(request, response).catch((fault) => {
    console.error(fault);
    if (response.headersSent) response.destroy();
    else response.writeHead(500, HEADERS).end();
  });
});

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const port = Number(process.argv[2] ?? 8080);
  server.listen(port, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/`));
}
