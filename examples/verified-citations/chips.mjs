/**
 * Shows an answer with a chip for each citation that was verified, and for no other. What
 * `verifiedCitations()` gave comes as JSON; every word of it goes into a text node.
 */

const REASONS = {
  unreadable: 'it cannot be read for sure',
  'unknown-id': 'nothing of that name was retrieved',
  'not-sent': 'the model was never sent it',
  unproven: 'it cannot be shown that the model was sent it',
  ambiguous: 'it may mean several places',
  misquoted: 'its quote does not stand there',
  'no-path': 'it leads nowhere',
  'unsafe-path': 'it leads to no page',
};

/**
 * The answer as plain nodes: a string, or `{ tag, attributes, children }`. No document is needed.
 * `base`: address of the page, which relative paths start from.
 */
export function answerView(answer, base = 'http://localhost/') {
  const sources = new Map();
  const leftOut = [];
  const partView = (part) => {
    if (part.kind === 'text') return part.text;
    const href = part.verified === true ? safeHref(part.path, base) : undefined;
    if (href === undefined) {
      leftOut.push(part.verified === true ? { mark: part.mark, reason: 'unsafe-path' } : part);
      return '';
    }
    if (!sources.has(part.path)) sources.set(part.path, { number: sources.size + 1, href });
    const { number } = sources.get(part.path);
    const name = `Source ${number}: ${part.path}`;
    return element('a', { class: 'chip', href, rel: 'noreferrer', 'aria-label': name, title: name }, [String(number)]);
  };
  // Where a citation is left out, the space before it goes, too.
  const passageView = (parts) =>
    parts.map((part, index) => {
      const next = parts[index + 1];
      const isBeforeGap = part.kind === 'text' && next?.kind === 'citation' && next.verified !== true;
      return isBeforeGap ? part.text.replace(/ $/, '') : partView(part);
    });
  const passages = answer.passages.map((parts) => element('p', {}, passageView(parts)));
  const list = [...sources].map(([path, { href }]) =>
    element('li', {}, [element('a', { href, rel: 'noreferrer' }, [path])]),
  );
  return [
    ...passages,
    ...(list.length === 0 ? [] : [element('ol', { class: 'sources', 'aria-label': 'Sources' }, list)]),
    ...(leftOut.length === 0 ? [] : [noteView(leftOut)]),
    ...(answer.isReadable === false ? [note('Not all of the answer could be read.')] : []),
  ];
}

function noteView(leftOut) {
  const told = leftOut.map(({ mark, reason }) => `${mark.trim()} (${REASONS[reason] ?? 'not verified'})`);
  const count = leftOut.length === 1 ? 'One citation was' : `${leftOut.length} citations were`;
  return note(`${count} left out: ${[...new Set(told)].join(', ')}.`);
}

function note(text) {
  return element('p', { class: 'note', role: 'note' }, [text]);
}

function element(tag, attributes, children) {
  return { tag, attributes, children };
}

/** The gate has looked at the path already; the page looks again, as it would be the one to run it. */
function safeHref(path, base) {
  try {
    const url = new URL(path, base);
    return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : undefined;
  } catch {
    return undefined;
  }
}

/** Puts the nodes in place of what `parent` holds. Text stays text: nothing is parsed as HTML. */
export function mount(nodes, parent, document) {
  parent.replaceChildren(...nodes.map((node) => domNode(node, document)));
}

function domNode(node, document) {
  if (typeof node === 'string') return document.createTextNode(node);
  const made = document.createElement(node.tag);
  for (const [name, value] of Object.entries(node.attributes)) made.setAttribute(name, value);
  made.append(...node.children.map((child) => domNode(child, document)));
  return made;
}

/** The last one asked for is shown, whichever comes last. */
let asked = 0;

async function show(sample, parent) {
  const turn = ++asked;
  parent.setAttribute('aria-busy', 'true');
  const nodes = await answerNodes(sample);
  if (turn !== asked) return;
  mount(nodes, parent, document);
  parent.setAttribute('aria-busy', 'false');
}

async function answerNodes(sample) {
  try {
    const response = await fetch(`answer?${new URLSearchParams({ sample })}`);
    if (!response.ok) throw new Error(`The server said ${response.status}.`);
    return answerView(await response.json(), document.baseURI);
  } catch (fault) {
    return [element('p', { role: 'alert' }, [`The answer could not be loaded. ${fault.message}`])];
  }
}

if (globalThis.document !== undefined) {
  const sample = document.querySelector('#sample');
  const parent = document.querySelector('#answer');
  sample.addEventListener('change', () => void show(sample.value, parent));
  void show(sample.value, parent);
}
