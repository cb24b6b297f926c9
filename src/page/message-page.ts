/** Pages that are a sentence: nothing is there, the address is wrong, a token is asked for. */
import { pageText } from './document.js';
import { html } from './html.js';
import { SERVED_POLICY } from './list-page.js';

export function messagePage(title: string, sentence: string, madeBy: string): string {
  return pageText({
    title: `${title} · ragspan`,
    policy: SERVED_POLICY,
    trail: html`<a href="/">ragspan</a>`,
    main: html`<h1>${title}</h1>
      <p>${sentence}</p>`,
    footer: html`<p>Made by ${madeBy}.</p>`,
  });
}

/** `problem`: why the token that was given does not do. */
export function signInPage(problem: string | undefined, madeBy: string): string {
  return pageText({
    title: 'Token · ragspan',
    policy: SERVED_POLICY,
    trail: html`<span>ragspan</span>`,
    main: html`<div class="signin">
      <h1>A token is needed</h1>
      <p>The terminal that <code>ragspan view</code> runs in shows an address with it.</p>
      ${problem !== undefined && html`<p class="warn" role="alert">${problem}</p>`}
      <form method="post" action="/token">
        <label>token<input type="password" name="token" required autocomplete="off" /></label>
        <button>Show the runs</button>
      </form>
    </div>`,
    footer: html`<p>Made by ${madeBy}.</p>`,
  });
}
