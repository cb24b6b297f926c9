/** What an edge runtime gets instead of this package: one line that says so, at import. */
throw new Error(
  'ragspan: runtime not supported; it needs Node.js (node:crypto, AsyncLocalStorage). Export the spans and judge them with the Collector plugin.',
);
