/**
 * The one script of the list while it may change. It asks the server for the same page again and
 * takes over what changed, row by row: what has the focus stays where it is. It writes no markup;
 * the browser parses the answer as a document in which nothing runs.
 */
export const LIVE_SCRIPT = `(() => {
'use strict';
const live = document.getElementById('live');
const news = document.getElementById('news');
let isLoading = false, isStale = false, known = -1;
const has = (node) => node.contains(document.activeElement);
const rowsOf = (body) => [...body.children];
function cells(row, fresh) {
  const mine = [...row.children], theirs = [...fresh.children];
  theirs.forEach((cell, index) => {
    const old = mine[index];
    if (!has(old)) return old.replaceWith(cell);
    const link = old.querySelector('a'), next = cell.querySelector('a');
    if (link && next) link.textContent = next.textContent;
    const why = old.querySelector('.why'), because = cell.querySelector('.why');
    if (why && because) why.replaceWith(because);
  });
  row.dataset.version = fresh.dataset.version;
}
function merge(body, fresh) {
  const wanted = new Map(rowsOf(fresh).map((row) => [row.id, row]));
  const held = new Map(rowsOf(body).map((row) => [row.id, row]));
  let added = 0;
  for (const [id, row] of held) {
    if (wanted.has(id)) continue;
    if (has(row)) row.classList.add('gone'); else row.remove();
  }
  let cursor = body.firstElementChild;
  for (const [id, row] of wanted) {
    const old = held.get(id);
    while (cursor && cursor.classList.contains('gone')) cursor = cursor.nextElementSibling;
    if (!old) { body.insertBefore(row, cursor); added += 1; continue; }
    if (old.dataset.version !== row.dataset.version) cells(old, row);
    if (old === cursor) cursor = cursor.nextElementSibling;
    else if (!has(old)) body.insertBefore(old, cursor);
  }
  return added;
}
function swap(id, page) {
  const old = document.getElementById(id), next = page.getElementById(id);
  if (old && next && !has(old)) old.replaceWith(next);
}
// Choices come and go; what was chosen or typed, and is not sent yet, stays.
function filters(page) {
  const form = document.getElementById('filters');
  for (const next of page.querySelectorAll('#filters select')) {
    const old = form && form.elements.namedItem(next.name);
    if (!old || has(old)) continue;
    const chosen = old.value;
    old.replaceChildren(...next.children);
    old.value = chosen;
    if (old.selectedIndex < 0) old.value = '';
    old.parentElement.hidden = next.parentElement.hidden;
  }
}
// What was opened stays open.
function problems(page) {
  const old = document.querySelector('#problems details'), next = page.querySelector('#problems details');
  if (!old || !next) return swap('problems', page);
  old.querySelector('summary').textContent = next.querySelector('summary').textContent;
  old.querySelector('div').replaceWith(next.querySelector('div'));
}
function take(page) {
  const body = document.getElementById('runs'), fresh = page.getElementById('runs');
  if (!body || !fresh) return;
  const added = merge(body, fresh);
  for (const id of ['tally', 'pages', 'nothing']) swap(id, page);
  filters(page);
  problems(page);
  live.textContent = page.getElementById('live').textContent;
  document.title = page.title;
  if (added > 0) news.textContent = added === 1 ? 'One new run' : added + ' new runs';
}
function load() {
  if (isLoading) { isStale = true; return; }
  isLoading = true; isStale = false;
  const request = new XMLHttpRequest();
  request.open('GET', location.href);
  request.responseType = 'document';
  request.timeout = 20000;
  request.onloadend = () => {
    isLoading = false;
    if (request.status === 200 && request.response) take(request.response);
    if (isStale) load();
  };
  request.send();
}
function poll() { setInterval(load, 5000); }
if (typeof EventSource === 'undefined') { poll(); return; }
const events = new EventSource('/events');
events.onopen = () => live.classList.remove('off');
events.onmessage = (event) => {
  if (event.data === String(known)) return;
  known = event.data;
  load();
};
events.onerror = () => {
  live.classList.add('off');
  live.textContent = 'Not connected: what is shown may be old';
  if (events.readyState === EventSource.CLOSED) poll();
};
})();`;
