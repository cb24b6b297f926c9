/**
 * The Prometheus rules and the Alertmanager example, by the programs that will read them: promtool and amtool of the
 * Debian packages `prometheus` and `prometheus-alertmanager`.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findProgram, INSTALL, missingPrograms, type MonitoringProgram } from '../../scripts/stack/debian.js';
import {
  annotationsFile,
  countedOnceFile,
  droppedByTheCollectorFile,
  ruleTestFile,
  targetGoneFile,
} from '../collector-config/rule-cases.js';
import { SCENARIOS } from '../collector-config/rule-scenarios.js';

const RULES_DIR = resolve('collector-config/prometheus/rules');
const ruleFiles = readdirSync(RULES_DIR).map((name) => join(RULES_DIR, name));

const scratch = mkdtempSync(join(tmpdir(), 'ragspan-rules-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

function run(program: MonitoringProgram, args: readonly string[]): string {
  try {
    return execFileSync(findProgram(program) ?? program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${program} ${args.join(' ')}\n${stdout}${stderr}`, { cause: error });
  }
}

function testRules(name: string, text: string): void {
  const file = join(scratch, `${name}.yaml`);
  writeFileSync(file, text);
  expect(run('promtool', ['test', 'rules', file])).toContain('SUCCESS');
}

const missing = missingPrograms();
const why = missing.length === 0 ? '' : ` (${missing.join(', ')} not found: ${INSTALL})`;

describe.skipIf(missing.length > 0)(`the Prometheus rules${why}`, () => {
  it('pass promtool check rules', () => {
    expect(run('promtool', ['check', 'rules', ...ruleFiles])).not.toContain('FAILED');
  });

  it('read each run once, whichever sources counted it', () => {
    testRules('counted-once', countedOnceFile(ruleFiles));
  });

  it('name the Collector where no application is to be named', () => {
    testRules('dropped-by-the-collector', droppedByTheCollectorFile(ruleFiles));
  });

  it('notice a target that went down', () => {
    testRules('target-gone', targetGoneFile(ruleFiles));
  });

  it('say what happened, where to look and what to read', () => {
    testRules('annotations', annotationsFile(ruleFiles));
  });

  it.each(SCENARIOS.map((scenario) => [`${scenario.alert} (${scenario.severity})`, scenario] as const))(
    '%s fires, stays quiet and resolves as it should',
    (name, scenario) => {
      testRules(name.replace(/\W+/g, '-'), ruleTestFile(scenario, ruleFiles));
    },
  );
});

describe.skipIf(missing.length > 0)(`the configurations around them${why}`, () => {
  it('prometheus.yaml passes promtool check config, with the rules it names', () => {
    const said = run('promtool', ['check', 'config', 'collector-config/prometheus/prometheus.yaml']);
    expect(said).toContain('2 rule files found');
  });

  it('alertmanager.yaml passes amtool check-config', () => {
    const said = run('amtool', ['check-config', 'collector-config/alertmanager/alertmanager.yaml']);
    expect(said).toContain('SUCCESS');
  });
});
