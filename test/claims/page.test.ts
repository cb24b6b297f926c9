/** The example page: chips for verified citations only, and nothing of an answer is ever markup. */
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
// @ts-expect-error plain JavaScript, as a browser runs it
import * as chips from '../../examples/verified-citations/chips.mjs';
// @ts-expect-error plain JavaScript
import * as served from '../../examples/verified-citations/serve.mjs';
import { type VerifiedAnswer, verifiedCitations } from '../../src/claims/index.js';

vi.mock('ragspan/claims', () => import('../../src/claims/index.js'));

type View = string | { readonly tag: string; readonly attributes: Record<string, string>; readonly children: View[] };
const { answerView, mount } = chips as {
  answerView(answer: unknown, base?: string): View[];
  mount(nodes: View[], parent: unknown, document: unknown): void;
};
const { answerTo, server } = served as { answerTo(sample: string): string; server: import('node:http').Server };

const view = (sample: string): View[] => answerView(JSON.parse(answerTo(sample)), 'http://page.test/');
const textOf = (node: View): string => (typeof node === 'string' ? node : node.children.map(textOf).join(''));
const all = (nodes: readonly View[], tag: string): Exclude<View, string>[] =>
  nodes.flatMap((node) =>
    typeof node === 'string' ? [] : [...(node.tag === tag ? [node] : []), ...all(node.children, tag)],
  );
const chipsIn = (nodes: View[]): unknown =>
  all(nodes, 'a')
    .filter(({ attributes }) => attributes['class'] === 'chip')
    .map((chip) => [textOf(chip), chip.attributes['href']]);
const note = (nodes: View[]): string | undefined =>
  all(nodes, 'p')
    .filter(({ attributes }) => attributes['role'] === 'note')
    .map(textOf)[0];

const ledger = ['1', 'https://shop.example/ledger/4411'];

describe('the view of an answer', () => {
  it('has a chip for each verified citation, numbered by source', () => {
    expect(chipsIn(view('honest'))).toEqual([ledger, ['2', 'http://page.test/docs/refund-policy.html']]);
    expect(note(view('honest'))).toBeUndefined();
    expect(textOf(view('honest')[0] ?? '')).toBe(
      'Your refund is pending; no reference has been issued yet 1. It is paid within 30 days from delivery 2.',
    );
  });

  it('leaves out every other citation, and says why', () => {
    expect(chipsIn(view('invented'))).toEqual([ledger]);
    expect(note(view('invented'))).toBe(
      '2 citations were left out: [7] (nothing of that name was retrieved), [3] (the model was never sent it).',
    );
    expect(chipsIn(view('claims'))).toEqual([ledger]);
    expect(note(view('claims'))).toBe('One citation was left out: policy/refunds (its quote does not stand there).');
  });

  it('says that an answer could not be read', () => {
    expect(note(answerView(verifiedCitations(undefined as never, [])))).toBe('Not all of the answer could be read.');
  });

  it('links to no script, and keeps markup as words', () => {
    const nodes = view('hostile');
    expect(chipsIn(nodes)).toEqual([ledger]);
    expect(note(nodes)).toBe('2 citations were left out: [4] (it leads to no page), [forum/9] (it leads to no page).');
    expect(textOf(nodes[0] ?? '')).toBe(
      'Ask in the forum. <img src=x onerror="alert(1)"> [<script>alert(1)</script>] It is pending 1.',
    );
  });

  it('trusts no path, whatever it is told', () => {
    const citation = (path: string): unknown => ({ kind: 'citation', verified: true, label: '1', mark: '[1]', path });
    for (const path of [
      'javascript:alert(1)',
      'java\nscript:alert(1)',
      'data:text/html,x',
      'http://[',
      'blob:http://x/y',
    ]) {
      const nodes = answerView({ passages: [[citation(path)]] });
      expect(all(nodes, 'a')).toEqual([]);
      expect(note(nodes)).toContain('[1] (it leads to no page)');
    }
  });

  it('has no element, attribute or scheme but its own', () => {
    const part = fc.oneof(
      fc.record({ kind: fc.constant('text'), text: fc.string() }),
      fc.record({
        kind: fc.constant('citation'),
        verified: fc.boolean(),
        mark: fc.string(),
        path: fc.oneof(fc.webUrl(), fc.string()),
        reason: fc.string(),
      }),
    );
    fc.assert(
      fc.property(fc.array(fc.array(part)), (passages) => {
        const nodes = answerView({ passages } as unknown as VerifiedAnswer);
        const walk = (node: View): void => {
          if (typeof node === 'string') return;
          expect(['p', 'a', 'ol', 'li']).toContain(node.tag);
          expect(
            Object.keys(node.attributes).filter((name) => !/^(class|href|rel|title|role|aria-label)$/.test(name)),
          ).toEqual([]);
          if (node.tag === 'a') expect(node.attributes['href']).toMatch(/^https?:/);
          node.children.forEach(walk);
        };
        nodes.forEach(walk);
      }),
    );
  });
});

it('becomes text nodes and elements, and no HTML is parsed', () => {
  class Node {
    readonly children: unknown[] = [];
    readonly attributes: Record<string, string> = {};
    constructor(readonly tag: string) {}
    setAttribute(name: string, value: string): void {
      this.attributes[name] = value;
    }
    append(...nodes: unknown[]): void {
      this.children.push(...nodes);
    }
    replaceChildren(...nodes: unknown[]): void {
      this.children.splice(0, this.children.length, ...nodes);
    }
  }
  const document = { createElement: (tag: string) => new Node(tag), createTextNode: (text: string) => ({ text }) };
  const parent = new Node('article');
  mount(['old'], parent, document);
  mount(view('hostile'), parent, document);
  const first = parent.children[0] as Node;
  expect(first.children.filter((child) => child instanceof Node).map(({ tag }) => tag)).toEqual(['a']);
  expect(JSON.stringify(first.children)).toContain('<script>alert(1)</script>');
});

describe('the server', () => {
  let origin = '';
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => void server.close());

  it.each(['/', '/chips.mjs', '/chips.css', '/answer?sample=hostile', '/nothing', '/..%2fserve.mjs', '/__proto__'])(
    'lets the page of %s run nothing but its own script',
    async (path) => {
      const response = await fetch(origin + path);
      expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self';/);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.status).toBe(/nothing|serve|proto/.test(path) ? 404 : 200);
      await response.text();
    },
  );

  it('lives on, whatever path it is asked for', async () => {
    for (const path of ['//', '///', '//:', 'http://[', '*']) {
      const status = await new Promise((resolve, reject) => {
        const { port, hostname } = new URL(origin);
        request({ hostname, port, path, agent: false }, (response) => {
          response.resume();
          resolve(response.statusCode);
        })
          .on('error', reject)
          .end();
      });
      expect([400, 404]).toContain(status);
    }
    expect((await fetch(`${origin}/`)).status).toBe(200);
  });

  it('sends no chunk to the browser, and takes no other method', async () => {
    const body = await (await fetch(`${origin}/answer?sample=__proto__`)).text();
    expect(body).not.toContain('Order 4411');
    expect(body).toContain('https://shop.example/ledger/4411');
    expect((await fetch(`${origin}/answer`, { method: 'POST' })).status).toBe(405);
  });

  it('sends a page without a script or style of its own in it', () => {
    const page = readFileSync('examples/verified-citations/index.html', 'utf8');
    expect(page).toMatch(/http-equiv="Content-Security-Policy"\s+content="default-src 'none'; script-src 'self'/);
    expect(page).not.toMatch(/<style|style=|<script>| on[a-z]+=/);
  });
});
