/** The options of the processor: what its config.go takes, the document says, and the configurations use. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { COLLECTOR_CONFIGS, CONFIG_DIR } from './configs.js';

const source = readFileSync('collector/ragspanprocessor/config.go', 'utf8');
const struct = /^type Config struct \{$(.*?)^\}$/ms.exec(source)?.[1] ?? '';
const options = [...struct.matchAll(/mapstructure:"(\w+)"/g)].map((match) => match[1] ?? '');

const page = readFileSync('docs/collector.md', 'utf8');
const table = page.slice(page.indexOf('## Processor options'), page.indexOf('## Prometheus'));
const documented = [...table.matchAll(/^\| `(\w+)` \|/gm)].map((match) => match[1] ?? '');

describe('the options of the processor', () => {
  it('are all in docs/collector.md, and no others', () => {
    expect(options.length).toBeGreaterThan(15);
    expect(documented.toSorted()).toEqual(options.toSorted());
  });

  it.each(COLLECTOR_CONFIGS.filter(({ judges }) => judges))('are spelled so in $file', ({ file }) => {
    const config = parse(readFileSync(`${CONFIG_DIR}/${file}`, 'utf8')) as { processors: { ragspan: object } };
    expect(Object.keys(config.processors.ragspan).filter((name) => !options.includes(name))).toEqual([]);
  });
});
