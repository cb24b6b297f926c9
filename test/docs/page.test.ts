/** Every command of docs/page.md does what the page says. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { incidentText } from '../../src/incidents/incident-file.js';
import { FILE_LIMITS, LIVE_LIMITS } from '../../src/cli/view/limits.js';
import { REST_MILLIS } from '../../src/cli/view/look-again.js';
import { SEARCHED_LENGTH } from '../../src/cli/view/shelved-run.js';
import { MOST_CHARACTERS } from '../../src/page/html.js';
import { PAGE_TEXT_BYTES } from '../../src/page/text/text-budget.js';
import { run } from '../cli/support.js';
import { view } from '../cli/view-support.js';
import { frozen, HASH, practised, vector } from '../page/support.js';
import { longTrace } from '../page/traces.js';

const folder = mkdtempSync(join(tmpdir(), 'ragspan-docs-page-'));
const text = readFileSync('docs/page.md', 'utf8');
const commands = [...text.matchAll(/```sh\n(.*?)```/gsu)].flatMap(([, block = '']) => block.trim().split('\n'));

/** Files of the page stand in a folder of their own. */
function inFolder(command: string): string[] {
  const names = ['incidents/INC-114.json', 'INC-114.html', 'ragspan.ledger.jsonl', 'trace.json', 'incidents'];
  const words = command.split(' ').slice(1);
  return words.map((word) => (names.includes(word) ? join(folder, word) : word === ':4318' ? ':0' : word));
}

async function prepare(): Promise<void> {
  mkdirSync(join(folder, 'incidents'), { recursive: true });
  const incident = practised(await frozen(longTrace({ isCut: true }), { id: 'INC-114' }));
  writeFileSync(join(folder, 'incidents/INC-114.json'), incidentText(incident, HASH));
  writeFileSync(join(folder, 'trace.json'), vector('canonical-b').trace);
  const added = [
    'ledger',
    'add',
    join(folder, 'incidents/INC-114.json'),
    '--ledger',
    join(folder, 'ragspan.ledger.jsonl'),
  ];
  if (!existsSync(join(folder, 'ragspan.ledger.jsonl'))) expect((await run(added)).status).toBe(0);
}

describe('docs/page.md', () => {
  it('holds commands', () => {
    expect(commands.length).toBeGreaterThan(5);
  });

  it.each(commands.filter((one) => one.startsWith('ragspan incident html')))('%s', async (command) => {
    await prepare();
    const dir = command.includes('INC-114 ') ? ['--dir', join(folder, 'incidents')] : [];
    const { status, err } = await run([...inFolder(command), ...dir]);
    expect(err).toContain('wrote');
    expect(status).toBe(0);
    expect(readFileSync(join(folder, 'INC-114.html'), 'utf8')).toContain('INC-114');
  });

  it.each(commands.filter((one) => one.startsWith('ragspan view')))('%s', async (command) => {
    await prepare();
    const viewed = await view(inFolder(command).slice(1));
    const url = new URL(viewed.url);
    url.hostname = '127.0.0.1';
    const response = await fetch(url, { redirect: 'manual' });
    expect(response.status).toBe(viewed.url.includes('token=') ? 303 : 200);
    await response.text();
    expect((await viewed.stop()).status).toBe(0);
  });

  it('has no command that is not run here', () => {
    expect(commands.filter((one) => !/^ragspan (?:incident html|view) /u.test(one))).toEqual([]);
  });

  it('says the numbers that hold', () => {
    expect(text).toContain(`The latest ${LIVE_LIMITS.maxRuns.toLocaleString('en-US')} runs`);
    expect(text).toContain(`${LIVE_LIMITS.maxHeldBytes / 2 ** 20} MiB of them`);
    expect(text).toContain(`the newest ${FILE_LIMITS.maxRuns.toLocaleString('en-US')} runs of\ntrace files`);
    expect(text).toContain(`the first ${SEARCHED_LENGTH.toLocaleString('en-US')} characters of\neach`);
    expect(text).toContain(`every ${{ 2000: 'two' }[REST_MILLIS]} seconds`);
    expect(text).toContain(`${PAGE_TEXT_BYTES / 1_000_000} MB of text`);
    expect(text).toContain(`any other value ${MOST_CHARACTERS.toLocaleString('en-US')} characters`);
    expect(statSync('docs/images/incident-page.webp').size).toBeLessThan(150_000);
  });
});
