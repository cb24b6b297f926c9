/** What the page of an incident says, beside every other way of saying it. */
import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { incidentView } from '../../src/cli/view/incident-view.js';
import { FILE_POLICY } from '../../src/page/document.js';
import { freezeIncident } from '../../src/incidents/freeze-incident.js';
import { incidentPage } from '../../src/page/incident-page.js';
import type { IncidentMessage, TripleMessage, VerdictMessage } from '../../src/proto/messages.generated.js';
import { BUDGET_REPAIR, frozen, judged, NOW, page, practised, TOP_K_REPAIR, trials, vector } from './support.js';
import { CASES, hostileTrace, LINE, longTrace, QUESTION } from './traces.js';

/** As a person reads it: without markup, white space as one space. */
function words(html: string): string {
  return html
    .replace(/<style>.*?<\/style>/su, '')
    .replaceAll(/<[^>]+>/gu, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/gu, ' ');
}

const canonical = async (name: 'a' | 'b' | 'c', withText = true): Promise<IncidentMessage> =>
  practised(await frozen(vector(`canonical-${name}`), { id: `INC-${name.toUpperCase()}`, withText }));

describe('the page of an incident', () => {
  it('convicts retrieval of A: rank 47 of 50, below k', async () => {
    const text = words(page(await canonical('a')));
    expect(text).toContain('H1 INC-A below k');
    expect(text).toContain('Retrieval lost the evidence: it was never handed on.');
    expect(text).toMatch(/retrieval ✘ diverges first retrieval log: absent \. rank 47 of 50, below k = 5/u);
    expect(text).toContain('k = 5 · below: seen, not handed on');
    expect(text).toMatch(/47 no id needed evidence \[needed evidence: refund PENDING, no reference issued ?\]/u);
    expect(text).toMatch(/assembly – suspended/u);
  });

  it('convicts assembly of B, and draws the cut where it fell, in tokens and in bytes', async () => {
    const html = page(await canonical('b'));
    const text = words(html);
    expect(text).toContain('H2 INC-B cut');
    expect(text).toContain(
      'Budget, in tokens: 8,192 tokens allowed; 8,192 used; the tail was cut at 8,192; the evidence was planned at 9,104, 912 beyond the cut.',
    );
    expect(text).toMatch(/the evidence is not in it; what was cut is missing from byte 188 on\./u);
    expect(text).toContain('✂ cut at 8,192 tokens · byte 188 of the context');
    expect(text).toMatch(/Handed on, not sent whole rank 3 · cut, planned at 9,104 tokens needed evidence/u);
    // The cut of the budget drawing, to scale: 8,192 of 9,140 × 1.06.
    expect(html).toMatch(/<line x1="338\.2" y1="18"/u);
    // In the text it stands behind the last byte that was sent.
    expect(html).toMatch(/owed to the buyer\.<span class="cut-post">/u);
  });

  it('convicts generation of C: need and quote are marked in place', async () => {
    const html = page(await canonical('c'));
    const text = words(html);
    expect(text).toContain('H3a INC-C contradiction');
    expect(html.match(/<mark class="need"><span class="vh">/gu)).toHaveLength(2);
    expect(html).toContain(
      '<mark class="quote"><span class="vh">[contradicting quote: </span>was processed<span class="vh">]</span></mark>',
    );
    expect(text).toContain('Contradicting quote: output byte 12, 13 bytes.');
    expect(text).toContain('the evidence stands at byte 110.');
  });

  it('sets predictions against the diff: seal, time, what fits, what is suspended', async () => {
    const incident = await canonical('b');
    const text = words(page(incident));
    expect(text).toContain(`Sealed 2026-09-02 00:01:00 UTC · seal ${incident.predictions?.sha256}`);
    expect(text).toMatch(
      /retrieval rank ≤ 5 fits rank > 5 or absent rank ≤ 5 fits rank ≤ 5 fits rank 3 of 50, limit 5 ✔ holds/u,
    );
    expect(text).toMatch(
      /offset ≥ 8,192 tokens or absent fits present at 9,104 tokens, limit 8,192 tokens, cut ✘ diverges/u,
    );
    expect(text).toMatch(/contradicted, refused or missing quote at output byte 12 – suspended/u);
  });

  it('says what comes next while nothing was predicted, and where a run is no incident', async () => {
    const open = await frozen(vector('canonical-b'), { id: 'INC-1' });
    expect(words(page(open))).toContain('Nothing was predicted for this incident yet. ragspan incident predict');
    expect(words(page(open))).toContain('Predict before you look: ragspan incident predict INC-1');
    const run = words(page(open, false));
    expect(run).toContain('This run is no incident');
    expect(run).toContain(`H2 Run ${open.triple?.trace_id} cut`);
    expect(run).not.toContain('frozen hash');
  });

  it('shows re-runs by repair: trials, what recovered, ranks', async () => {
    const b = await canonical('b');
    const incident = {
      ...b,
      repairs: [TOP_K_REPAIR, BUDGET_REPAIR],
      trials: [
        ...trials(b, '', ['H2', 'H2', 'H2']),
        ...trials(b, 'top-k-50', ['H2', 'H2', 'H2']),
        ...trials(b, 'budget-16k', ['HOLD', 'HOLD', 'HOLD']),
      ],
    };
    const text = words(page(incident));
    expect(text).toMatch(/control \(no repair\) – trial 1: H2 trial 2: H2 trial 3: H2 0\/3 3/u);
    expect(text).toMatch(/top-k-50 \(retrieval\) hand on all candidates top_k 5 → 50 .* 0\/3 3/u);
    expect(text).toMatch(/budget-16k \(assembly, its own boundary\) budget 8192 → 16384 .* 3\/3 3/u);
    const failed = trials(b, 'top-k-50', ['HOLD']).map((one) => ({ ...one, error: 'Error: no' }));
    expect(words(page({ ...b, repairs: [TOP_K_REPAIR], trials: failed }))).toMatch(/trial 1: error 0\/1 –/u);
    expect(words(page({ ...b, repairs: [{ ...TOP_K_REPAIR, pan_repair: true }] }))).toMatch(
      /pan-repair .* not run – –/u,
    );
  });

  it('shows pairings, open and void, and links those that are shown elsewhere', async () => {
    const incident = await canonical('b');
    const one = {
      pattern: 'present/absent/fails',
      numbers: 'k = 5',
      configSha256: 'ab'.repeat(32),
      pairedAtUnixNano: NOW,
    };
    const all = [
      { ...one, incident: 'INC-90' },
      { ...one, incident: 'INC-91', voidedAtUnixNano: NOW, voidReason: 'top_k changed' },
    ];
    const html = incidentPage(incidentView(incident, { isFrozen: true, pairings: { source: 'the ledger L', all } }), {
      madeBy: 'test',
      linkOf: (id) => (id === 'INC-90' ? '/incident/INC-90' : undefined),
    });
    expect(html).toContain('<a href="/incident/INC-90"><b>INC-90</b></a>');
    expect(html).not.toContain('href="/incident/INC-91"');
    expect(words(html)).toMatch(
      /INC-91 void .* Void since 2026-09-02 00:00:00 UTC : top_k changed From the ledger L\./u,
    );
    expect(words(page(incident))).toContain('No ledger was named: pairings stand there alone.');
  });

  it('marks distractors with the words they share with the answer, and redacted places with their rule', async () => {
    const html = page(await frozen(longTrace({ isCut: false })));
    expect(html.match(/<mark class="rival">(?=<span class="vh">)/gu)).toHaveLength(2);
    expect(words(html)).toContain('3 ledger/8120 distractor sent');
    expect(html).toContain('redacted: email');
    expect(html).not.toContain('jane.doe');
    expect(html).not.toContain('help@shop');
    expect(words(html)).toContain(QUESTION);
  });

  it('keeps need and cut in sight in a long context, and folds the rest', async () => {
    const html = page(await frozen(longTrace({ isCut: true })));
    expect(html).toMatch(/[\d,]+ bytes folded/u);
    const unfolded = html.replaceAll(/<details class="fold">.*?<\/details>/gsu, '');
    expect(unfolded).toContain('<span class="cut-post">✂ cut at 724 tokens · byte 3,035 of the context</span>');
    expect(unfolded).toContain(LINE);
  });

  it('without text shows hashes, ranks, lengths and offsets, drawn, and says so', async () => {
    const incident = await canonical('c', false);
    const html = page(incident);
    const text = words(html);
    expect(text).toContain('The texts of this incident were not kept');
    expect(text).not.toContain('PENDING, no reference');
    expect(text).not.toContain('was processed on September');
    expect(text).toContain('35 bytes, text not kept');
    expect(text).toContain(incident.triple?.output?.text?.sha256);
    expect(text).toContain('Output, in bytes: 60 bytes; the contradicting quote stands at byte 12.');
    expect(text).toContain(
      'Sent context, in bytes: 388 bytes in 1 part; 5 chunks in place; the evidence stands at byte 110.',
    );
    expect(html).toMatch(/<rect x="113\.4" y="22" width="36\.1" height="26" class="need-mark"/u);
    expect(text).toMatch(/2 no id needed evidence sent 35 bytes · [0-9a-f]{32}/u);
  });

  it('stays small whatever is large in the file: needs, ids, notes, explanation, chunks', async () => {
    const { triple, verdict, ...rest } = await canonical('a');
    const huge = (letter: string): string => letter.repeat(50_000);
    const digest = verdict?.evidence?.digest ?? '';
    const items = Array.from({ length: 700 }, (_, index) => ({
      rank: index + 1,
      id: huge('i'),
      path: huge('p'),
      digest,
    }));
    const html = page({
      ...rest,
      case: { id: huge('c'), needs: Array.from({ length: 20 }, () => ({ line: huge('x') })) },
      notes: ['a short note', ...Array.from({ length: 100 }, () => huge('n'))],
      verdict: { ...(verdict as VerdictMessage), explanation: huge('e') },
      triple: {
        ...(triple as TripleMessage),
        retrieval: { items },
        assembly: { chunks: Array.from({ length: 5000 }, (_, index) => ({ digest, offset: index, kept_bytes: 1 })) },
      },
    });
    expect(html.length).toBeLessThan(6_000_000);
    expect(words(html)).toContain('49,000 more characters');
    expect(words(html)).toContain('a short note');
    expect(words(html)).toContain('1 more note in the file');
  });

  it('needs nothing else: no script, no address, a policy that allows neither', async () => {
    for (const html of [page(await canonical('b')), page(await frozen(hostileTrace(20_000), { redactors: [] }))]) {
      expect(html).not.toMatch(/<script|<link|<img|<iframe|<object|<embed|<base|<form|@import|url\(/u);
      expect(html).not.toMatch(/<[^>]+\s(?:style|on\w+|src)=/u);
      expect(html.match(/<meta http-equiv/gu)).toHaveLength(1);
      expect([...html.matchAll(/href="([^"]*)"/gu)].map(([, href]) => href)).toEqual(['#main']);
      expect(html).toContain(FILE_POLICY.replaceAll("'", '&#39;'));
    }
  });

  it('spells out what hides', async () => {
    const html = page(await frozen(hostileTrace(20_000), { redactors: [] }));
    for (const hidden of ['\u202E', '\u2066', '\u200B', '\0', '\u001B']) expect(html).not.toContain(hidden);
    for (const name of ['RLO', 'LRI', 'NUL', 'ESC', 'ZWSP', 'BOM']) expect(html).toContain(`>${name}<`);
  });

  it.each(['H9', '', 'constructor', '__proto__'])(
    'shows what it can of a verdict it does not know: %j',
    async (verdict) => {
      const incident = await canonical('b');
      const { verdict: known } = incident;
      if (known === undefined) throw new Error('no verdict');
      const text = words(page({ ...incident, verdict: { ...known, verdict } }));
      expect(text).toContain('The verdict is none that this version of ragspan knows.');
      expect(text).toContain('The triple');
    },
  );

  it('shows an incident of which nearly nothing is there', () => {
    const text = words(
      page({
        version: 1,
        id: 'INC-0',
        frozen_at_unix_nano: 0n,
        frozen_by: '',
        frozen_sha256: '',
        sha256: '',
        triple: { trace_id: '', retrieval: {}, context: { sha256: '', bytes: 0 }, output: {} },
      }),
    );
    expect(text).toContain('No verdict was frozen with it.');
    expect(text).toContain('0 items: the retrieval returned nothing.');
  });

  it('has one for every run of the vectors, with or without text', async () => {
    let pages = 0;
    for (const name of readdirSync('test/vectors')) {
      if (!existsSync(`test/vectors/${name}/trace.json`)) continue;
      const traced = { ...vector(name), cases: CASES };
      for (const run of await judged(traced)) {
        // Each the one way or the other: both ways meet every kind of run.
        const withText = pages % 2 === 0;
        const html = page(freezeIncident(run, { withText, nowUnixNano: NOW }), false);
        expect(html).not.toMatch(/undefined|\[object|NaN/u);
        expect(html).toMatch(/<\/html>\n$/u);
        pages += 1;
      }
    }
    expect(pages).toBeGreaterThan(400);
  });
});
