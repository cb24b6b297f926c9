/** Texts with `${attribute}` places (spec §8): filled from the run; unset = no match. */
import type { Template } from '../model/case.js';

const PLACE = /\$\{([^{}]+)\}/g;

export function parseTemplate(source: string): Template {
  const keys = templateKeys(source);
  if (keys.length === 0) return { source, resolve: () => source };
  return {
    source,
    resolve: (attribute) => {
      const values = new Map(keys.map((key) => [key, attribute(key)]));
      if ([...values.values()].includes(undefined)) return undefined;
      return source.replace(PLACE, (_, key: string) => values.get(key) ?? '');
    },
  };
}

/** The attributes that a text asks for. */
export function templateKeys(source: string): string[] {
  if (!source.includes('${')) return [];
  return [...new Set([...source.matchAll(PLACE)].map(([, key]) => key as string))];
}
