/** How many files a folder may take: by what it holds, and without listing it all the time. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FolderRoom } from '../../src/incidents/files/folder-room.js';

/** A clock that moves by `step` each time it is asked. */
function roomOf(
  mostFiles: number,
  step = 0,
): { room: FolderRoom; dir: string; said: string[]; pass(millis: number): void } {
  const dir = mkdtempSync(join(tmpdir(), 'ragspan-room-'));
  const said: string[] = [];
  let now = 0;
  const nowMillis = (): number => (now += step);
  const say = (line: string): unknown => said.push(line);
  const room = new FolderRoom({ dir, suffix: '.json', mostFiles, what: 'files', say, nowMillis });
  return { room, dir, said, pass: (millis) => (now += millis) };
}

describe('the room of a folder', () => {
  it('is that of the files that count, whoever wrote them', async () => {
    const { room, dir } = roomOf(2);
    writeFileSync(join(dir, 'a.json'), '');
    writeFileSync(join(dir, 'a.json.lock'), '');
    mkdirSync(join(dir, 'deeper'));
    expect(await room.hasRoom()).toBe(true);
    writeFileSync(join(dir, 'b.json'), '');
    expect(await room.hasRoom()).toBe(false);
  });

  it('is known without a listing for twenty times as long as that takes, but for what is written', async () => {
    // A listing takes a second.
    const { room, dir, pass } = roomOf(2, 1000);
    expect(await room.hasRoom()).toBe(true);
    writeFileSync(join(dir, 'other.json'), '');
    room.wasWritten();
    expect(await room.hasRoom()).toBe(true);
    room.wasWritten();
    expect(await room.hasRoom()).toBe(false);
    pass(20_000);
    expect(await room.hasRoom()).toBe(true);
  });
});
