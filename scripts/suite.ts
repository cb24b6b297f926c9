/** What a suite is, and the two ways one is counted: as one check, or by vitest's own report. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exec, type Command } from './exec.ts';

export interface Count {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Printed when something failed. */
  readonly output: string;
}

export interface Suite {
  readonly name: string;
  run(): Promise<Count>;
}

export function check(name: string, command: Command): Suite {
  return {
    name,
    run: async () => {
      const { status, output } = await exec(command);
      return { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: 0, output };
    },
  };
}

/** `before` runs first (an install); when it fails, the suite has failed. */
export function vitest(name: string, command: () => Promise<Command> | Command): Suite {
  return { name, run: async () => countVitest(await command()) };
}

async function countVitest(command: Command): Promise<Count> {
  const folder = mkdtempSync(join(tmpdir(), 'ragspan-report-'));
  const report = join(folder, 'report.json');
  try {
    const [file, ...args] = command.argv;
    const { status, output } = await exec({
      ...command,
      argv: [file, ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    });
    return { ...tally(status, report), output };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly unknown[] }[];
}

/** A file that could not be loaded, an unhandled error and a crash count as failures, and so does a run without tests. */
function tally(status: number, file: string): Omit<Count, 'output'> {
  let report: Report;
  try {
    report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
  const unloaded = report.testResults.filter(
    (one) => one.status === 'failed' && one.assertionResults.length === 0,
  ).length;
  const passed = report.numPassedTests;
  const failed = report.numFailedTests + unloaded;
  const silent = failed === 0 && (status !== 0 || passed === 0) ? 1 : 0;
  return { passed, failed: failed + silent, skipped: report.numPendingTests + report.numTodoTests };
}
