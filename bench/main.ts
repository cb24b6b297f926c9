/** `npm run bench [group…]`: one table of costs. Each row that misses its goal says MISS. */
import { agentRow, attributeRow } from './rows/attribute.ts';
import { entryRows } from './rows/entry.ts';
import { growthRows, hostileRows } from './rows/growth.ts';
import { endRow, foreignRow } from './rows/live.ts';
import { pendingRow } from './rows/pending.ts';
import { isMissed, tableOf, type Row } from './table.ts';

const groups: Readonly<Record<string, () => readonly Row[] | Promise<readonly Row[]>>> = {
  attribute: attributeRow,
  growth: growthRows,
  hostile: hostileRows,
  end: async () => [await endRow()],
  agent: () => [agentRow()],
  foreign: async () => [await foreignRow()],
  pending: () => [pendingRow()],
  entry: entryRows,
};

const named = process.argv.slice(2);
const unknown = named.filter((name) => !(name in groups));
if (unknown.length > 0) {
  console.error(`no group ${unknown.join(', ')}; there are ${Object.keys(groups).join(', ')}`);
  process.exit(2);
}
const rows: Row[] = [];
for (const [name, measure] of Object.entries(groups)) {
  if (named.length > 0 && !named.includes(name)) continue;
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${name} …`);
  rows.push(...(await measure()));
}
if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
console.log(tableOf(rows));
const missed = rows.filter(isMissed).length;
console.log(
  missed === 0
    ? 'every goal is met'
    : `${missed} of ${rows.filter(({ goal }) => goal !== undefined).length} goals missed`,
);
