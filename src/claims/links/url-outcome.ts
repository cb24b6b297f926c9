/** What a look at one URL can show. */

/** Unreachable, or answered with 400 or more. */
export type DeadReason =
  /** The server answered with a status of 400 or more. */
  | 'status'
  /** The name has no address. */
  | 'dns'
  /** No connection: refused, reset, no route. */
  | 'connect'
  /** The certificate is not valid for the name, or no TLS could be agreed. */
  | 'tls'
  /** No answer in time. */
  | 'timeout'
  /** What came is no HTTP. */
  | 'protocol'
  /** A redirect that leads nowhere: no readable `Location`. */
  | 'redirect'
  | 'too_many_redirects'
  /** `http:` or `https:` is followed by what is no URL. */
  | 'invalid_url';

/** Not asked for, by rule: of the URL itself or of where it redirects to. */
export type BlockedReason =
  /** A private, loopback, link-local or otherwise special address. */
  | 'address'
  | 'port'
  /** A user name or password in the URL. */
  | 'credentials'
  /** A redirect to something else than `http:` or `https:`. */
  | 'scheme';

/** Nothing is known of it. */
export type UncheckedReason =
  /** The time for the whole call was over. */
  | 'budget'
  /** More distinct URLs than `maxUrls`. */
  | 'too_many_urls'
  /** Longer than 8,191 UTF-16 units. */
  | 'too_long';

interface Found {
  /** For people: what happened, where. No text of a response body. */
  readonly detail: string;
  /** Where the redirects led, when it is another URL. */
  readonly redirectedTo?: string;
}

export type UrlOutcome =
  | { readonly kind: 'alive' }
  | (Found & {
      readonly kind: 'dead';
      readonly reason: DeadReason;
      /** Of the response; with `status` alone. */
      readonly status?: number;
    })
  | (Found & { readonly kind: 'blocked'; readonly reason: BlockedReason })
  | (Found & { readonly kind: 'unchecked'; readonly reason: UncheckedReason });

export function dead(reason: DeadReason, detail: string): UrlOutcome {
  return { kind: 'dead', reason, detail };
}

export function blocked(reason: BlockedReason, detail: string): UrlOutcome {
  return { kind: 'blocked', reason, detail };
}

export function unchecked(reason: UncheckedReason, detail: string): UrlOutcome {
  return { kind: 'unchecked', reason, detail };
}
