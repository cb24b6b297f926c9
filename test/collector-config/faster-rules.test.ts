import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { fasterRules } from './faster-rules.js';

const read = (name: string): string => readFileSync(`collector-config/prometheus/rules/${name}.yaml`, 'utf8');

describe('rules for tests that cannot wait', () => {
  it('have all windows and waits shortened, and are the same rules otherwise', () => {
    for (const name of ['ragspan-recording', 'ragspan-alerts']) {
      const faster = fasterRules(read(name), 60);
      expect(faster).not.toMatch(/\[\d+[mhd]\]|for: \d+[mhd]/);
      const shape = (text: string): string => JSON.stringify(parse(text)).replace(/\[\d+[smhd]\]|"for":"\w+"/g, '');
      expect(shape(faster)).toBe(shape(read(name)));
    }
    expect(fasterRules('expr: x[1h]\n  for: 5m\n', 60)).toBe('expr: x[60s]\n  for: 5s\n');
    expect(fasterRules('  for: 5s\n', 60)).toBe('  for: 1s\n');
  });
});
