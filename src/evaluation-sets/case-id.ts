/** Ids of imported cases: the first words of the question, and a part of its hash. The same question always gets the same. */
import { createHash } from 'node:crypto';

const MAX_SLUG_UNITS = 40;
const HASH_UNITS = 8;

/** `[a-z0-9._-]{1,64}`. `isTaken` makes the part of the hash longer. */
export function caseId(question: string, isTaken: (id: string) => boolean): string {
  const hash = createHash('sha256').update(question.trim()).digest('hex');
  const slug = slugOf(question);
  for (let units = HASH_UNITS; units < 24; units += 4) {
    const id = `${slug}-${hash.slice(0, units)}`;
    if (!isTaken(id)) return id;
  }
  return hash;
}

function slugOf(question: string): string {
  const words = question
    .slice(0, 400)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  let slug = '';
  for (const word of words) {
    const next = slug === '' ? word.slice(0, MAX_SLUG_UNITS) : `${slug}-${word}`;
    if (next.length > MAX_SLUG_UNITS) break;
    slug = next;
  }
  return slug === '' ? 'case' : slug;
}
