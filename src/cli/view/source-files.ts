/** Which files of those named are incidents and which are traces: by what stands at their beginning. */
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileError, IncidentError } from '../../incidents/incident-error.js';

export interface SourceFiles {
  readonly incidents: readonly string[];
  readonly traces: readonly string[];
  /** Folders that held more than is read. */
  readonly notes: readonly string[];
}

const HEAD_BYTES = 4096;
const MAX_FILES = 20_000;
/** What may be a trace or an incident; a folder holds other files too. */
const CANDIDATE = /\.(?:json|jsonl|ndjson|pb|bin|binpb|otlp|proto)(?:\.gz)?$/iu;
/** The other files of this program: ledgers, split tests, replay records. */
const OTHER = ['"previousSha256"', '"trialsPerCell"', '"recordedBy"', '"atUnixNano"'];

/** A folder is read one level deep, in the order of names. Throws an IncidentError for a path that is not there. */
export async function sourceFiles(paths: readonly string[]): Promise<SourceFiles> {
  const incidents: string[] = [];
  const traces: string[] = [];
  const notes: string[] = [];
  for (const path of paths) {
    const isFolder = path !== '-' && (await kindOf(path)) === 'folder';
    if (!isFolder) {
      ((await isIncident(path)) ? incidents : traces).push(path);
      continue;
    }
    const names = (await readdir(path)).filter((name) => CANDIDATE.test(name)).sort();
    if (names.length > MAX_FILES) notes.push(`${path}: ${names.length} files; the first ${MAX_FILES} are read`);
    for (const name of names.slice(0, MAX_FILES)) {
      const file = join(path, name);
      if ((await kindOf(file)) !== 'file') continue;
      const head = await headOf(file);
      if (isIncidentHead(head)) incidents.push(file);
      else if (!OTHER.some((word) => head.includes(word))) traces.push(file);
    }
  }
  return { incidents, traces, notes };
}

async function kindOf(path: string): Promise<'file' | 'folder' | 'other'> {
  try {
    const found = await stat(path);
    return found.isDirectory() ? 'folder' : found.isFile() ? 'file' : 'other';
  } catch (error) {
    const problem = fileError(error, path);
    throw new IncidentError(problem.message, problem.hint);
  }
}

async function isIncident(path: string): Promise<boolean> {
  return path !== '-' && (await kindOf(path)) === 'file' && isIncidentHead(await headOf(path));
}

/** As `ragspan incident freeze` writes them. */
function isIncidentHead(head: string): boolean {
  return head.trimStart().startsWith('{') && head.includes('"frozenBy"');
}

async function headOf(path: string): Promise<string> {
  const file = await open(path, 'r').catch((error: unknown) => {
    throw fileError(error, path);
  });
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}
