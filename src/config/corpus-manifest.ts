/** The corpus manifest (spec §12 `corpus_manifest`): a file with one chunk digest a line. */
import { readFileSync } from 'node:fs';

const DIGEST = /^[0-9a-f]{32}$/;
/** Whole hashes are welcome: their first half is the digest. */
const WHOLE_HASH = /^[0-9a-f]{64}$/;

export type CorpusManifest = { readonly digests: ReadonlySet<string> } | { readonly problem: string };

/** Blank lines and lines that start with `#` are skipped; any other line must be a digest. Never throws. */
export function readCorpusManifest(path: string): CorpusManifest {
  let source: string;
  try {
    source = readFileSync(path, 'utf8');
  } catch (error) {
    return { problem: `${path} cannot be read: ${reasonOf(error)}` };
  }
  return parseCorpusManifest(source, path);
}

export function parseCorpusManifest(source: string, path: string): CorpusManifest {
  const digests = new Set<string>();
  let line = 0;
  for (const raw of source.split('\n')) {
    line += 1;
    const word = raw.trim().toLowerCase();
    if (word === '' || word.startsWith('#')) continue;
    if (!DIGEST.test(word) && !WHOLE_HASH.test(word))
      return { problem: `${path}:${line}: not a digest of 32 hex characters` };
    digests.add(word.slice(0, 32));
  }
  return { digests };
}

/** Code of the file system → in words: who reads the line did not open the file. */
const REASONS: { readonly [code: string]: string } = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder, not a file',
  EACCES: 'permission denied',
};

function reasonOf(error: unknown): string {
  const reason = REASONS[(error as NodeJS.ErrnoException).code ?? ''];
  return reason ?? (error instanceof Error ? error.message : String(error));
}
