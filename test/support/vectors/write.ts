/** Writes `test/vectors/` anew. Run through esbuild: `npm run vectors`. */
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sharesMaximumLength, vectorFiles } from '../vector-builder.js';
import { vectors } from './index.js';
import { readme } from './readme.js';

const folder = process.argv[2] ?? 'test/vectors';
mkdirSync(folder, { recursive: true });
for (const entry of readdirSync(folder)) {
  if (statSync(join(folder, entry)).isDirectory()) rmSync(join(folder, entry), { recursive: true });
}
const seen = new Set<string>();
for (const vector of vectors) {
  if (seen.has(vector.name)) throw new Error(`two vectors named ${vector.name}`);
  seen.add(vector.name);
  if (sharesMaximumLength(vector) && vector.infersLimit !== true)
    console.error(`${vector.name}: two values share the greatest length`);
  mkdirSync(join(folder, vector.name));
  for (const [name, text] of vectorFiles(vector)) writeFileSync(join(folder, vector.name, name), text);
}
writeFileSync(join(folder, 'README.md'), readme(vectors));
console.log(`${vectors.length} vectors`);
