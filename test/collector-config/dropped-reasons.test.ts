/** Whatever either half gives up under a reason, the runbook of the alert says what it is. */
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const page = readFileSync('docs/alerts/dropped.md', 'utf8');
const namedIn = (files: string, pattern: RegExp): string[] =>
  globSync(files).flatMap((file) => [...readFileSync(file, 'utf8').matchAll(pattern)].map((match) => match[1] ?? ''));

it.each([
  ['the SDK', namedIn('src/**/*.ts', /countDropped\('(\w+)'/g)],
  ['the writer of incidents', namedIn('src/processor/incident-writer.ts', /'(incident_\w+)'/g)],
  ['the Collector', namedIn('collector/ragspanprocessor/*.go', /^\s*dropped\w+ += "(\w+)"$/gm)],
])('docs/alerts/dropped.md names every reason of %s', (_, reasons) => {
  expect(reasons.length).toBeGreaterThan(3);
  expect(reasons.filter((reason) => !page.includes(`\`${reason}\``))).toEqual([]);
});
