/** The documents: one a section of the files in demo/corpus. */
import { readdirSync, readFileSync } from 'node:fs';

export interface Document {
  readonly id: string;
  readonly text: string;
}

const FOLDER = new URL('./corpus/', import.meta.url);

export function readCorpus(): Document[] {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.md'));
  return files.toSorted().flatMap((name) => readSections(readFileSync(new URL(name, FOLDER), 'utf8')));
}

function readSections(file: string): Document[] {
  const [, ...sections] = file.split(/^## /m);
  return sections.map((section) => {
    const end = section.indexOf('\n');
    return { id: section.slice(0, end).trim(), text: section.slice(end).trim() };
  });
}
