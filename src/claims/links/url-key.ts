/** What two spellings of one URL have in common: scheme and host in lower case, no slash for an empty path. */

export interface UrlKey {
  /** Lower case, with colon; undefined where the page, or a reader, adds it. */
  readonly scheme: string | undefined;
  readonly rest: string;
}

const PARTS = /^(https?:)?[\\/]{0,9}([^\\/?#]*)([^]*)$/i;

export function urlKey(url: string): UrlKey {
  const [, scheme, host = '', path = ''] = PARTS.exec(url) ?? [];
  return { scheme: scheme?.toLowerCase(), rest: host.toLowerCase() + (path === '/' ? '' : path) };
}
