#!/usr/bin/env node
/** The `ragspan` command. */
import { EXIT_UNUSABLE, type Io } from './io.js';
import { runCli } from './run-cli.js';

function processIo(): Io {
  // A reader that has seen enough (`| head`) closes the pipe: that is no error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(process.exitCode ?? 0);
    throw error;
  });
  return {
    stdin: process.stdin,
    // eslint-disable-next-line node/no-process-env -- handed to config/, which reads it
    env: process.env,
    out: (text) =>
      new Promise((resolve) => {
        if (text === '' || process.stdout.write(text)) resolve();
        else process.stdout.once('drain', resolve);
      }),
    err: (text) => {
      process.stderr.write(text);
    },
    isOutTerminal: process.stdout.isTTY === true,
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
