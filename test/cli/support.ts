/** Runs a command in this process, with everything it prints caught. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Io } from '../../src/cli/io.js';
import { runCli } from '../../src/cli/run-cli.js';

export interface Ran {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

export interface RunOptions {
  readonly stdin?: Buffer | string;
  readonly env?: Readonly<Record<string, string>>;
  readonly isTerminal?: boolean;
  /** Standard output is a new file. */
  readonly outFile?: 'none' | 'empty' | 'filled';
  readonly columns?: number;
  readonly interrupted?: Promise<void>;
  /** The reader of standard output goes once it has had this many writes. */
  readonly closesAfter?: number;
  /** Hears what is written to standard error as it is written. */
  readonly onErr?: (text: string) => void;
}

export async function run(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  let out = '';
  let err = '';
  let writes = 0;
  const io: Io = {
    stdin: Readable.from(options.stdin === undefined ? [] : [Buffer.from(options.stdin)]),
    env: options.env ?? {},
    out: async (text) => {
      writes += 1;
      out += text;
    },
    isOutClosed: () => writes >= (options.closesAfter ?? Number.POSITIVE_INFINITY),
    err: (text) => {
      err += text;
      options.onErr?.(text);
    },
    isOutTerminal: options.isTerminal ?? false,
    outFile: options.outFile ?? 'none',
    isErrTerminal: options.isTerminal ?? false,
    columns: options.columns,
    interrupted: () => options.interrupted ?? new Promise(() => undefined),
  };
  const status = await runCli(args, io);
  return { status, out, err };
}

const folder = mkdtempSync(join(tmpdir(), 'ragspan-cli-test-'));

export function file(name: string, content: Buffer | string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

export const vector = (name: string, part = 'trace.json'): string => `test/vectors/${name}/${part}`;
