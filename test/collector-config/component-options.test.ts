/** The options of the two components: what config.go takes, the document says, and the configurations use. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { COLLECTOR_CONFIGS, CONFIG_DIR } from './configs.js';

const page = readFileSync('docs/collector.md', 'utf8');

/** Keys of the struct Config, those of structs inside it left out. */
function optionsOf(component: string): string[] {
  const source = readFileSync(`collector/${component}/config.go`, 'utf8');
  const struct = /^type Config struct \{$(.*?)^\}$/ms.exec(source)?.[1] ?? '';
  return [...struct.matchAll(/mapstructure:"(\w+)"/g)].map((match) => match[1] ?? '');
}

function documentedUnder(heading: string): string[] {
  const section = page.slice(page.indexOf(`\n## ${heading}\n`) + 1);
  const table = section.slice(0, section.indexOf('\n## '));
  return [...table.matchAll(/^\| `(\w+)` \|/gm)].map((match) => match[1] ?? '');
}

describe.each([
  ['ragspanprocessor', 'Processor options', 'processors', 15],
  ['ragspanconnector', 'Connector options', 'connectors', 5],
] as const)('the options of %s', (component, heading, section, least) => {
  const options = optionsOf(component);

  it('are all in docs/collector.md, and no others', () => {
    expect(options.length).toBeGreaterThan(least);
    expect(documentedUnder(heading).toSorted()).toEqual(options.toSorted());
  });

  it.each(COLLECTOR_CONFIGS.filter(({ judges }) => judges))('are spelled so in $file', ({ file }) => {
    type Sections = Record<typeof section, { ragspan: object }>;
    const config = parse(readFileSync(`${CONFIG_DIR}/${file}`, 'utf8')) as Sections;
    expect(Object.keys(config[section].ragspan).filter((name) => !options.includes(name))).toEqual([]);
  });
});
