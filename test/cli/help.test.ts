import { beforeEach, describe, expect, it, vi } from 'vitest';
import { run } from './support.js';

const asked = vi.hoisted(() => ({ options: [] as string[] }));

vi.mock('../../src/cli/arguments.js', async (original) => {
  const real = await original<typeof import('../../src/cli/arguments.js')>();
  return {
    ...real,
    parseArguments: (...args: Parameters<typeof real.parseArguments>) => {
      asked.options = Object.keys(args[2]);
      return real.parseArguments(...args);
    },
  };
});

beforeEach(() => {
  asked.options = [];
});

describe('--help', () => {
  it.each([
    'attribute',
    'cases check',
    'cases import',
    'demo',
    'doctor',
    'incident diff',
    'incident freeze',
    'incident html',
    'incident predict',
    'incident show',
    'incident to-case',
    'ledger add',
    'ledger confirm',
    'ledger expire',
    'ledger list',
    'ledger pair',
    'ledger why',
    'replay',
    'replay record',
    'report',
    'split-test',
    'view',
  ])('of ragspan %s names every option it takes', async (command) => {
    const { status, out } = await run([...command.split(' '), '--help']);
    expect(status).toBe(0);
    expect(asked.options).toContain('help');
    const unnamed = asked.options.filter((one) => one !== 'help' && !new RegExp(`--${one}(?![\\w-])`, 'u').test(out));
    expect(unnamed).toEqual([]);
  });
});
