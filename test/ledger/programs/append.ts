/** Enters incidents one after the other, and says of each when it is done: `LEDGER NAME COUNT [FIRST]`. */
import { writeSync } from 'node:fs';
import { addIncidents, incident, PLAIN } from '../incidents.js';

const [path = '', name = '', count = '0', first = '0'] = process.argv.slice(2);
const ledger = { path, hash: PLAIN, nowUnixNano: () => BigInt(Date.now()) * 1_000_000n };
for (let number = Number(first); number < Number(first) + Number(count); number += 1) {
  const id = `${name}-${number}`;
  const [outcome] = await addIncidents(ledger, [incident(id)]);
  // At once: a killed process has no time to flush.
  writeSync(1, `${outcome?.kind} ${id}\n`);
}
