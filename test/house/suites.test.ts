/** Suites are counted honestly: nothing that did not run has passed. */
import { describe, expect, it } from 'vitest';
import { check, vitest, type Count } from '../../scripts/suite.ts';

const none = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] };

/** A command that stands in for vitest: it writes this report, and ends with this status. */
async function counted(report: object | string | undefined, status: number): Promise<Omit<Count, 'output'>> {
  const script = `
    const file = process.argv.find((arg) => arg.startsWith('--outputFile.json=')).slice(18);
    const report = ${JSON.stringify(report)};
    if (report !== undefined) require('fs').writeFileSync(file, typeof report === 'string' ? report : JSON.stringify(report));
    process.exit(${status});`;
  const { passed, failed, skipped } = await vitest('stand-in', () => ({
    argv: [process.execPath, '-e', script, '--'],
  })).run();
  return { passed, failed, skipped };
}

describe('a vitest suite', () => {
  it('counts what passed, failed and was skipped', async () => {
    const report = { ...none, numPassedTests: 5, numFailedTests: 2, numPendingTests: 1 };
    expect(await counted(report, 1)).toEqual({ passed: 5, failed: 2, skipped: 1 });
  });

  it('has failed when it ran no test', async () => {
    expect(await counted(none, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });

  it('counts a file that could not be loaded as a failure', async () => {
    const report = { ...none, numPassedTests: 3, testResults: [{ status: 'failed', assertionResults: [] }] };
    expect(await counted(report, 1)).toEqual({ passed: 3, failed: 1, skipped: 0 });
  });

  it('has failed when all tests passed and it ended badly', async () => {
    expect(await counted({ ...none, numPassedTests: 3 }, 1)).toEqual({ passed: 3, failed: 1, skipped: 0 });
  });

  it.each([
    ['leaves no report', undefined],
    ['leaves half a report', '{"numPassedTests":'],
  ])('has failed when it %s', async (_, report) => {
    expect(await counted(report, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });
});

describe('a check', () => {
  it('passes with status 0 alone, and keeps what was printed', async () => {
    const run = (script: string): Promise<Count> => check('check', { argv: [process.execPath, '-e', script] }).run();
    expect(await run('')).toMatchObject({ passed: 1, failed: 0 });
    expect(await run('console.error("why"); process.exit(3)')).toMatchObject({ passed: 0, failed: 1, output: 'why\n' });
    expect(await run('process.kill(process.pid, "SIGKILL")')).toMatchObject({ passed: 0, failed: 1 });
  });

  it('has failed when the command cannot be started', async () => {
    expect(await check('check', { argv: ['no-such-command-anywhere'] }).run()).toMatchObject({ passed: 0, failed: 1 });
  });
});
