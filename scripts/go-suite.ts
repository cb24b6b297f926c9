/** A suite of Go tests, counted by the events of `go test -json`: each top-level test and fuzz seed run once. */
import { exec } from './exec.ts';
import type { Count, Suite } from './suite.ts';

interface TestEvent {
  readonly Action?: string;
  readonly Package?: string;
  readonly Test?: string;
  readonly Output?: string;
}

export function goTests(name: string, folder: string): Suite {
  return {
    name,
    run: async () => {
      const { status, output } = await exec({ argv: ['go', 'test', '-json', './...'], cwd: folder });
      return tally(status, output);
    },
  };
}

/** A package that does not build, or a run without tests, is a failure of its own. */
function tally(status: number, output: string): Count {
  const count = { passed: 0, failed: 0, skipped: 0 };
  const said = new Map<string, string>();
  const failures: string[] = [];
  for (const line of output.split('\n')) {
    const event = read(line);
    if (event === undefined) {
      if (line.trim() !== '') failures.push(line);
      continue;
    }
    const key = `${event.Package ?? ''} ${event.Test ?? ''}`;
    if (event.Action === 'output' || event.Action === 'build-output')
      said.set(key, (said.get(key) ?? '') + (event.Output ?? ''));
    if (event.Action === 'fail' || event.Action === 'build-fail') failures.push(said.get(key) ?? key);
    if (event.Test === undefined || event.Test.includes('/')) continue;
    if (event.Action === 'pass') count.passed += 1;
    else if (event.Action === 'fail') count.failed += 1;
    else if (event.Action === 'skip') count.skipped += 1;
  }
  if (count.failed === 0 && (status !== 0 || count.passed === 0)) count.failed = 1;
  return { ...count, output: failures.join('\n') };
}

function read(line: string): TestEvent | undefined {
  try {
    return JSON.parse(line) as TestEvent;
  } catch {
    return undefined;
  }
}
