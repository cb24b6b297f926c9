import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

it.each([
  [
    'scripts/stack.ts',
    ['--bogus'],
    /^npm run stack: Unknown option '--bogus'\nThere are --once, --fast, .*-port\.\n$/u,
  ],
  ['scripts/stack.ts', ['--jaeger-port', 'x'], /^--jaeger-port: "x" is no port from 0 to 65535\n$/u],
  ['demo/main.ts', ['--bogus'], /^npm run demo: Unknown option '--bogus'\nThere are --live, --format\.\n$/u],
  ['demo/feed.ts', ['word'], /^feed: Unexpected argument 'word'/u],
])('%s %j says what is wrong in a line', (program, args, words) => {
  const { status, stderr, stdout } = spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' });
  expect(stderr).toMatch(words);
  expect(stderr).not.toMatch(/\n\s+at /u);
  expect({ isFailed: status !== 0, stdout }).toEqual({ isFailed: true, stdout: '' });
});
