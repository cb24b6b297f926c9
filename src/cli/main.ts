#!/usr/bin/env node
/** The `ragspan` command. */
import { fstatSync } from 'node:fs';
import { EXIT_UNUSABLE, type Io } from './io.js';
import { runCli } from './run-cli.js';

const STDOUT = 1;

function fileAt(descriptor: number): Io['outFile'] {
  try {
    const stat = fstatSync(descriptor);
    return !stat.isFile() ? 'none' : stat.size === 0 ? 'empty' : 'filled';
  } catch {
    // Standard output is closed.
    return 'none';
  }
}

function processIo(): Io {
  let isOutClosed = false;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    isOutClosed = true;
    // A reader that has seen enough (`| head`) closes the pipe: that is no error.
    if (error.code === 'EPIPE') return;
    process.stderr.write(`ragspan: standard output cannot be written: ${error.message}\n`);
    process.exit(EXIT_UNUSABLE);
  });
  // Where nobody can be told, the exit status still says it.
  process.stderr.on('error', () => undefined);
  return {
    stdin: process.stdin,
    // eslint-disable-next-line node/no-process-env -- handed to config/, which reads it
    env: process.env,
    out: (text) =>
      new Promise((resolve) => {
        if (text === '' || isOutClosed) resolve();
        else process.stdout.write(text, () => resolve());
      }),
    isOutClosed: () => isOutClosed,
    err: (text) => {
      process.stderr.write(text);
    },
    isOutTerminal: process.stdout.isTTY === true,
    outFile: fileAt(STDOUT),
    isErrTerminal: process.stderr.isTTY === true,
    columns: process.stdout.isTTY === true ? process.stdout.columns : undefined,
    interrupted: () =>
      new Promise((resolve) => {
        process.once('SIGINT', () => resolve());
        process.once('SIGTERM', () => resolve());
      }),
  };
}

runCli(process.argv.slice(2), processIo()).then(
  (status) => {
    process.exitCode = status;
  },
  (error: unknown) => {
    process.stderr.write(
      `ragspan: internal error, please report it: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
    process.exitCode = EXIT_UNUSABLE;
  },
);
