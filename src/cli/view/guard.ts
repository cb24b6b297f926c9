/**
 * Who may see the runs. On the loopback address whoever is on this machine; anywhere else whoever
 * has the token. A name in the Host header that is not ours is refused: a page of another site that
 * lets its own name point here (DNS rebinding) gets nothing.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { hostOf, isLocalName, isLoopback } from '../own-host.js';

export const MIN_TOKEN_LENGTH = 16;

export function newToken(): string {
  return randomBytes(24).toString('base64url');
}

export interface GuardOptions {
  /** Undefined: whoever reaches the address may look. */
  readonly token: string | undefined;
  /** The address we listen on. */
  readonly host: string;
  /** Other names this machine is reached by. */
  readonly names: readonly string[];
}

export class Guard {
  readonly #token: Buffer | undefined;
  readonly #names: ReadonlySet<string>;
  readonly #isLoopback: boolean;

  constructor({ token, host, names }: GuardOptions) {
    this.#token = token === undefined ? undefined : digest(token);
    this.#isLoopback = isLoopback(host);
    const own = this.#isLoopback ? [] : [hostname().toLowerCase(), host.toLowerCase()];
    this.#names = new Set([...own, ...names.map((name) => name.toLowerCase())]);
  }

  /** An address cannot be rebound, a name can: addresses are ours, names must be. */
  isOurHost(header: string | undefined): boolean {
    const host = hostOf(header);
    if (host === undefined) return false;
    if (isIP(host) !== 0) return !this.#isLoopback || isLoopback(host);
    return this.#names.has(host) || isLocalName(host);
  }

  /** A token in the address, a cookie or an Authorization header; compared in constant time. */
  isAllowed(request: IncomingMessage, port: number): boolean {
    if (this.#token === undefined) return true;
    const cookie = cookieOf(request.headers.cookie, cookieName(port));
    const bearer = /^Bearer (\S+)$/iu.exec(request.headers.authorization ?? '')?.[1];
    return [cookie, bearer].some((given) => given !== undefined && this.isToken(given));
  }

  isToken(given: string): boolean {
    // Hashed first: both have one length, and neither's content shows in the time.
    return this.#token === undefined || timingSafeEqual(digest(given), this.#token);
  }

  get needsToken(): boolean {
    return this.#token !== undefined;
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Cookies do not keep ports apart. */
function cookieName(port: number): string {
  return `ragspan_view_${port}`;
}

/** Lax: a link to the page from elsewhere works, nothing another site embeds or fetches does. */
export function tokenCookie(token: string, port: number): string {
  return `${cookieName(port)}=${encodeURIComponent(token)}; Path=/; HttpOnly; SameSite=Lax; Max-Age=86400`;
}

function cookieOf(header: string | undefined, name: string): string | undefined {
  for (const part of (header ?? '').split(';')) {
    const [key, value] = part.trim().split('=', 2);
    if (key !== name || value === undefined) continue;
    try {
      return decodeURIComponent(value);
    } catch {
      return undefined;
    }
  }
  return undefined;
}
