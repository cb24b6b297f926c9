/** The frame of every page: language, policy, style, a way past the header, landmarks. */
import { textHash } from '../model/digest.js';
import { exact, html, htmlText, ownMarkup, type Html } from './html.js';
import { PAGE_STYLE } from './page-style.js';

export interface PageFrame {
  readonly title: string;
  /** Above the heading: where one is, and the way back. */
  readonly trail: Html;
  readonly main: Html;
  readonly footer: Html;
  /** Our own script: its hash goes into the policy. A page without one runs none. */
  readonly script?: string;
  /** Served, not a file: what `frame-ancestors` and forms need stands in a header. */
  readonly policy?: string;
}

/** `sha256-…` of a style sheet or script, as a policy names it. */
export function policyHash(text: string): string {
  const hex = textHash().sha256(text);
  return `'sha256-${Buffer.from(hex, 'hex').toString('base64')}'`;
}

/** Of a page that is a file: one style sheet, no script, no network, no frame, no form. */
export const FILE_POLICY = `default-src 'none'; style-src ${policyHash(PAGE_STYLE)}; base-uri 'none'; form-action 'none'`;

export function pageText(frame: PageFrame): string {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${frame.policy ?? FILE_POLICY}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <title>${frame.title}</title>
        ${exact`<style>${ownMarkup(PAGE_STYLE)}</style>`}
      </head>
      <body>
        <a class="skip" href="#main">Skip to the content</a>
        <header class="top"><nav aria-label="Trail">${frame.trail}</nav></header>
        <main id="main" tabindex="-1">${frame.main}</main>
        <footer>${frame.footer}</footer>
        ${frame.script !== undefined && exact`<script>${ownMarkup(frame.script)}</script>`}
      </body>
    </html> `;
  return `${htmlText(page).trimEnd()}\n`;
}
