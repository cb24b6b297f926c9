import { gzipSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { damageText } from '../../../src/files/read/damage.js';
import { readSpanRecords } from '../../../src/files/read/span-records.js';
import { lengthPrefixed, otlpProtobuf } from '../../../src/files/write/otlp-protobuf.js';
import { inPieces, otlp, spanJson } from './sources.js';

/** Span ids that were read, and the damage as it is printed. Every size of pieces must give the same. */
async function read(bytes: Buffer | string): Promise<{ ids: string[]; damage: string[] }> {
  const results = [];
  for (const size of [1, 7, 64, 1_000_000]) {
    const { records, damage } = await readSpanRecords([inPieces(bytes, size, 'f')]);
    results.push({ ids: records.map((one) => one.spanId.replace(/^0+/u, '')), damage: damage.map(damageText) });
  }
  for (const other of results) expect(other).toEqual(results[0]);
  return results[0] as { ids: string[]; damage: string[] };
}

const line = (id: string): string => `${JSON.stringify(otlp(spanJson(id, id)))}\n`;

describe('damaged JSON', () => {
  it('reads every line around one that is cut short, and names the line', async () => {
    const cut = line('2').slice(0, 150);
    const { ids, damage } = await read(`${line('1')}${cut}\n${line('3')}${line('4')}`);
    expect(ids).toEqual(['1', '3', '4']);
    expect(damage).toEqual([expect.stringMatching(/^f, line 2, byte \d+, resourceSpans\[0\]/u)]);
  });

  it('loses only the first line when that one is cut short, wherever the cut is', async () => {
    const first = line('1').trimEnd();
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: first.length - 1 }), async (at) => {
        const { records, damage } = await readSpanRecords([
          inPieces(`${first.slice(0, at)}\n${line('2')}${line('3')}`, 4096, 'f'),
        ]);
        expect(records.map((one) => one.spanId.slice(-1)).filter((id) => id !== '1')).toEqual(['2', '3']);
        expect(damage.length).toBeGreaterThan(0);
        expect(damage[0]?.line).toBe(1);
      }),
      { numRuns: 200 },
    );
  });

  it('reads the lines after a first line whose beginning is lost', async () => {
    const { ids, damage } = await read(`${line('1').slice(40)}${line('2')}${line('3')}`);
    expect(ids).toEqual(['2', '3']);
    expect(damage).toEqual([expect.stringContaining('f, line 1, byte 0')]);
  });

  it('keeps the spans before the place where the file ends too early, with their resource', async () => {
    const whole = JSON.stringify(otlp(spanJson('1', '1'), spanJson('1', '2'), spanJson('1', '3')));
    const { records, damage } = await readSpanRecords([inPieces(whole.slice(0, whole.indexOf('span 3')), 64, 'f')]);
    expect(records.map((one) => one.name)).toEqual(['span 1', 'span 2']);
    expect(records[0]?.resource.attributes).toEqual({ 'service.name': 'bot' });
    expect(damage.map(damageText)).toEqual([
      expect.stringMatching(
        /^f, line 1, byte \d+, resourceSpans\[0\]\.scopeSpans\[0\]\.spans\[2\]: the file ends here/u,
      ),
    ]);
  });

  it('leaves out one span that is no JSON and names its key', async () => {
    const whole = JSON.stringify(otlp(spanJson('1', '1'), spanJson('1', '2'), spanJson('1', '3')), undefined, 2);
    const { ids, damage } = await read(whole.replace('"span 2"', 'span2'));
    expect(ids).toEqual(['1', '3']);
    expect(damage).toEqual([
      expect.stringMatching(/^f, line 27, byte \d+, resourceSpans\[0\]\.scopeSpans\[0\]\.spans\[1\]: is no JSON/u),
    ]);
    expect(damage[0]).not.toContain('span2');
  });

  it('names the key of a bad id and of a bad time', async () => {
    const { ids, damage } = await read(
      JSON.stringify(
        otlp(
          spanJson('1', '1', { traceId: 'xyz' }),
          spanJson('1', '2', { startTimeUnixNano: 'yesterday' }),
          spanJson('1', '3', { spanId: '' }),
          spanJson('1', '4'),
        ),
      ),
    );
    expect(ids).toEqual(['4']);
    expect(damage).toEqual([
      expect.stringContaining('spans[0].traceId: is not 32 hex digits'),
      expect.stringContaining('spans[1].startTimeUnixNano: is no time in nanoseconds'),
      expect.stringContaining('spans[2].spanId: is missing'),
    ]);
  });

  it('reads several documents written over many lines, and goes on after a broken one', async () => {
    const documents = ['1', '2', '3'].map((id) => JSON.stringify(otlp(spanJson(id, id)), undefined, 2));
    expect((await read(documents.join('\n'))).ids).toEqual(['1', '2', '3']);
    documents[1] = (documents[1] as string).slice(0, 200);
    const { ids, damage } = await read(documents.join('\n'));
    expect(ids).toEqual(['1', '3']);
    expect(damage).toHaveLength(1);
  });

  it('goes on inside a list of documents that stand one a line', async () => {
    const rows = ['1', '2', '3'].map((id) => line(id).trimEnd());
    expect((await read(`[\n${rows.join(',\n')}\n]\n`)).ids).toEqual(['1', '2', '3']);
    rows[1] = (rows[1] as string).slice(0, 120);
    const { ids, damage } = await read(`[\n${rows.join(',\n')}\n]\n`);
    expect(ids).toEqual(['1', '3']);
    expect(damage).toHaveLength(1);
  });

  it('says of JSON that is no trace what was expected', async () => {
    expect(await read('{"hello": "world"}')).toEqual({
      ids: [],
      damage: [
        expect.stringMatching(/neither OTLP \("resourceSpans"\) nor Jaeger .*: export the trace as one of them$/u),
      ],
    });
  });

  it.each([
    ['', 'the file is empty: export the trace again'],
    ['hello', 'is none of OTLP JSON'],
    [Buffer.from('\ufeff{"resourceSpans":[]}', 'utf16le'), 'is text in UTF-16'],
  ])('says what is wrong with a file that is something else', async (bytes, problem) => {
    expect(await read(bytes)).toEqual({ ids: [], damage: [expect.stringContaining(problem)] });
  });

  it('is not led deeper and deeper by brackets', async () => {
    const { ids } = await read(`${'['.repeat(100_000)}\n${line('1')}`);
    expect(ids).toEqual(['1']);
  }, 60_000);

  it('never throws, whatever the bytes', async () => {
    const whole = Buffer.from(line('1') + line('2'));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 }),
        async (changes) => {
          const bytes = Buffer.from(whole);
          for (const [at, byte] of changes) bytes[at] = byte;
          await readSpanRecords([inPieces(bytes, 50)]);
        },
      ),
      { numRuns: 500, interruptAfterTimeLimit: 5_000 },
    );
  });
});

describe('damaged gzip', () => {
  const lines = Array.from({ length: 50 }, (_, index) => line((index + 1).toString(16))).join('');

  it('judges what was unpacked before the cut', async () => {
    const packed = gzipSync(lines);
    const { ids, damage } = await read(packed.subarray(0, packed.length - 30));
    expect(ids.length).toBeGreaterThan(20);
    expect(damage[0]).toContain('the gzip file is cut short');
  });

  it('keeps everything when only the checksum is wrong', async () => {
    const packed = gzipSync(lines);
    packed[packed.length - 6] = (packed[packed.length - 6] as number) ^ 0xff;
    const { ids, damage } = await read(packed);
    expect(ids).toHaveLength(50);
    expect(damage).toEqual([expect.stringContaining('corrupt (incorrect data check)')]);
  });

  it('reads members one after another as one file', async () => {
    expect((await read(Buffer.concat([gzipSync(line('1')), gzipSync(line('2'))]))).ids).toEqual(['1', '2']);
  });
});

describe('damaged protobuf', () => {
  const messages = async (...ids: readonly string[]): Promise<Buffer[]> => {
    const { records } = await readSpanRecords([inPieces(ids.map(line).join(''), 4096)]);
    return records.map((one) => otlpProtobuf([one]));
  };

  it('keeps the spans before the end of a file that is cut short', async () => {
    const whole = Buffer.concat(await messages('1', '2', '3'));
    const { ids, damage } = await read(whole.subarray(0, whole.length - 20));
    expect(ids).toEqual(['1', '2']);
    expect(damage).toEqual([expect.stringContaining('the file ends here')]);
  });

  it('loses one span whose ids are wrong, and one message whose framing is, but no other', async () => {
    const [one, two, three] = (await messages('1', '2', '3')) as [Buffer, Buffer, Buffer];
    const badId = Buffer.from(two);
    const at = badId.indexOf(Buffer.from('0a10000000', 'hex'));
    badId.writeUInt8(0x0f, at + 1);
    const first = await read(lengthPrefixed([one, badId, three]));
    expect(first.ids).toEqual(['1', '3']);
    expect(first.damage).toHaveLength(1);
    const badFrame = Buffer.from(two);
    badFrame.writeUInt8(0x0f, 3);
    const second = await read(lengthPrefixed([one, badFrame, three]));
    expect(second.ids).toEqual(['1', '3']);
    expect(second.damage.length).toBeGreaterThan(0);
    expect(second.damage[0]).toMatch(/^f, byte \d+/u);
  });

  it('never throws, whatever the bytes', async () => {
    const whole = Buffer.concat(await messages('1', '2'));
    await fc.assert(
      fc.asyncProperty(
        fc.boolean(),
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 }),
        async (isPrefixed, changes) => {
          const bytes = Buffer.from(whole);
          for (const [at, byte] of changes) bytes[at] = byte;
          await readSpanRecords([inPieces(isPrefixed ? lengthPrefixed([bytes]) : bytes, 50)]);
        },
      ),
      { numRuns: 500, interruptAfterTimeLimit: 5_000 },
    );
  });

  it('reads messages that the Collector compressed one by one', async () => {
    if (zstdCompressSync === undefined) return;
    const [one, two] = (await messages('1', '2')) as [Buffer, Buffer];
    expect((await read(lengthPrefixed([zstdCompressSync(one), zstdCompressSync(two)]))).ids).toEqual(['1', '2']);
    expect((await read(lengthPrefixed([zstdCompressSync(Buffer.from(line('1')))]))).ids).toEqual(['1']);
  });
});
