import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { textWidth } from '../../src/cli/text-width.js';
import { HELD, hashedTrace } from './hashed-trace.js';
import { file, run, vector, type RunOptions } from './support.js';

const report = async (name: string, options: RunOptions = {}): Promise<string> => {
  const cases = vector(name, 'cases.yaml');
  return (await run(['attribute', ...(existsSync(cases) ? ['--cases', cases] : []), vector(name)], options)).out;
};

/** Trace ids stand in the file; the rest of the page is what is tested. */
const page = async (name: string): Promise<string> => (await report(name)).replaceAll(/[0-9a-f]{32}/gu, 'TRACE');

describe('the report of a run', () => {
  it('shows what the process found, where hashes alone tell less', async () => {
    const flags = ['--line', 'the rooftop bar closes at 23:00', '--must', '23:00'];
    const { out } = await run(['attribute', ...flags, '-'], { stdin: hashedTrace(HELD) });
    expect(out).toMatch(/UNKNOWN content_off/u);
    expect(out).toContain('in process  HOLD · case bar-hours · rank 3/5 within k=3; sent at byte 244;');
    expect(out).toMatch(/possible +H1 or H2 or H3 or HOLD/u);
  });

  it('shows an H1 with its rank, and both repairs', async () => {
    expect(await page('canonical-a')).toMatchInlineSnapshot(`
      "────────────────────────────────────────────────────────────────────────────────
      H1 below_k                                                    case refund-status
      Retrieval lost the evidence: it was never handed on.

       run         answer question · refund-bot · 2026-09-01 22:00:00.000 UTC · 260 ms
       trace       TRACE · root 0000000000000001
       question    “Where is my refund?”
       needed      “refund PENDING, no reference issued”

       retrieval   ✘ absent    rank 47 of 50, below k = 5
       assembly    · absent
       generation  · fails     contradicted: “was processed” at output byte 12

       answer      “Your refund was processed on September 2; reference RB-8814.”
                                ^^^^^^^^^^^^^
       chunks      5 retrieved: 5 sent; 431 bytes of context
       next      → Repair retrieval: the evidence was found at rank 47. Raise top_k to
                   reach it, or rerank it upwards.
                 → Give the application a way to abstain: without the evidence it
                   should say so instead of answering.

      "
    `);
  });

  it('draws where the cut fell', async () => {
    expect(await page('canonical-b')).toMatchInlineSnapshot(`
      "────────────────────────────────────────────────────────────────────────────────
      H2 cut                                                        case refund-status
      Assembly lost the evidence: it was retrieved and did not reach the prompt.

       run         answer question · refund-bot · 2026-09-01 22:00:00.000 UTC · 360 ms
       trace       TRACE · root 0000000000000001
       question    “Where is my refund?”
       needed      “refund PENDING, no reference issued”

       retrieval   ✔ present   rank 3 of 50, k = 5
       assembly    ✘ absent    cut at 8,192 tokens, the chunk was planned at 9,104
                               ├━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━✂╌╌╌╌◆╌╌
                               0                                          8,192  9,104
       generation  · fails     contradicted: “was processed” at output byte 12

       answer      “Your refund was processed on September 2; reference RB-8814.”
                                ^^^^^^^^^^^^^
       chunks      5 retrieved: 2 sent, 3 cut; 188 bytes of context
       next      → Account for the budget before sending: count with the model’s own
                   tokenizer, the frame of the prompt and the history included.
                 → Order what must survive first (by rank), and cut at chunk borders.
                 → Guard the truncation: when a chunk handed on does not fit, drop it
                   whole and log it, or fail.

      "
    `);
  });

  it('underlines what contradicts', async () => {
    expect(await page('canonical-c')).toMatchInlineSnapshot(`
      "────────────────────────────────────────────────────────────────────────────────
      H3a contradiction                                             case refund-status
      Generation lost the evidence: it was in the prompt, the output contradicts it.

       run         answer question · refund-bot · 2026-09-01 22:00:00.000 UTC · 360 ms
       trace       TRACE · root 0000000000000001
       question    “Where is my refund?”
       needed      “refund PENDING, no reference issued”

       retrieval   ✔ present   rank 2 of 50, k = 5
       assembly    ✔ present   at byte 110 (message 0, part 0)
       generation  ✘ fails     contradicted: “was processed” at output byte 12

       answer      “Your refund was processed on September 2; reference RB-8814.”
                                ^^^^^^^^^^^^^
       chunks      5 retrieved: 5 sent; 388 bytes of context
       next      → Grounding: bind the answer to the context (quote, then answer), and
                   check it against the quoted bytes before it is shown.

      "
    `);
  });

  it.each([
    ['h3b-incorrect-chunk', ['The corpus is wrong', 'distractors', 'incorrect_chunks']],
    ['h3a-refusal', ['the model refused', 'refusal instructions']],
    ['h3a-unsupported', ['the expected text is missing', 'Grounding']],
    ['h3-unconfirmed-line', ['Confirm the supporting line']],
    ['hold-trim', ['All three boundaries hold', 're-examine the supporting line', 'as trim']],
    ['hold-outside-retrieval', ['by another way than retrieval', '(present outside retrieval)']],
    ['h1-empty-abstained', ['0 retrieved', 'The application abstained']],
    ['h1-reranked-out', ['then not handed on', 'a later stage dropped it']],
    ['h2-clipped-prefix', ['20 of 40 bytes kept', '█']],
    ['h2-altered-html', ['altered (html)', 'accept_forms']],
    ['h2-packed-out', ['whole chunks were left out']],
    ['h2-deselected', ['is not logged: log it as a stage']],
    ['unknown-retrieval-unlogged', ['no span logs the retrieval', 'retrieval()']],
    ['unknown-context-unlogged', ['generation()', 'possible']],
    ['unknown-marker-stars', ['telemetry may have changed the bytes']],
    ['undeclared-engine', ['UNDECLARED loss engine', 'raise its context window']],
  ])('says of %s what it is and what to do', async (name, words) => {
    const text = (await report(name)).replaceAll(/\s+/gu, ' ');
    for (const one of words) expect(text).toContain(one);
  });

  it.each([40, 80, 120])('keeps within %i columns', async (columns) => {
    for (const name of [
      'canonical-a',
      'canonical-b',
      'canonical-c',
      'h3b-incorrect-chunk',
      'unknown-content-off-context',
      'undeclared-cut',
    ]) {
      const lines = (await report(name, { env: { COLUMNS: String(columns) } })).split('\n');
      for (const line of lines) expect({ line, fits: textWidth(line) <= columns }).toEqual({ line, fits: true });
    }
  });

  it('has colour on a terminal, and none where NO_COLOR, a pipe or TERM=dumb says so; FORCE_COLOR wins', async () => {
    const hasColor = async (options: RunOptions): Promise<boolean> =>
      (await report('canonical-b', options)).includes('\u001b[');
    expect(await hasColor({ isTerminal: true, columns: 100 })).toBe(true);
    expect(await hasColor({ isTerminal: true, env: { NO_COLOR: '1' } })).toBe(false);
    expect(await hasColor({ isTerminal: true, env: { TERM: 'dumb' } })).toBe(false);
    expect(await hasColor({})).toBe(false);
    expect(await hasColor({ env: { FORCE_COLOR: '1', NO_COLOR: '1' } })).toBe(true);
    expect(await hasColor({ isTerminal: true, env: { FORCE_COLOR: '0' } })).toBe(false);
  });

  it('shows progress on standard error only when that is a terminal', async () => {
    const args = ['attribute', vector('canonical-b')];
    expect((await run(args, { isTerminal: true })).err).toContain('read ');
    expect((await run(args)).err).toBe('');
  });

  it('lets no text of the trace act on the terminal', async () => {
    const hostile = '\u001b]0;owned\u0007\u001b[2J\u0000\u202eevil\u200b\u009b1m\r\nnext';
    const trace = readFileSync(vector('canonical-c'), 'utf8')
      .replaceAll('answer question', JSON.stringify(hostile).slice(1, -1))
      .replaceAll('"refund-bot"', JSON.stringify(hostile))
      .replaceAll('Your refund', JSON.stringify(hostile).slice(1, -1));
    const { out } = await run([
      'attribute',
      '--cases',
      vector('canonical-c', 'cases.yaml'),
      file('hostile.json', trace),
    ]);
    expect(out).toContain('\\u{1b}]0;owned\\u{7}');
    // eslint-disable-next-line no-control-regex -- what must not be there
    expect(out.replaceAll('\n', '')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u200b\u202e]/u);
    const named = await run(['attribute', file('e\u001b[31mvil.json', '{')]);
    expect(named.err).not.toContain('\u001b');
  });

  it('ends with how many of each there were', async () => {
    const { out } = await run([
      'attribute',
      '--cases',
      vector('canonical-a', 'cases.yaml'),
      vector('canonical-a'),
      vector('canonical-b'),
      vector('canonical-c'),
    ]);
    expect(out.slice(out.indexOf('3 runs'))).toBe(
      '3 runs\n H1               1  1 below_k\n H2               1  1 cut\n H3a              1  1 contradiction\n',
    );
  });
});
