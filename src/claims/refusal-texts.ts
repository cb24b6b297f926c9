/** What a canned refusal says, in the language that is asked for (RFC 4647 lookup over BCP 47 tags). */
import { guarded } from '../instrumentation/guard.js';

/** One text; texts by language tag; or your own choice. */
export type RefusalText = string | Readonly<Record<string, string>> | ((language: string | undefined) => string);

export interface RefusalLanguage {
  /** Language tag of the user (`de-CH`), or several, best first. */
  readonly language?: string | readonly string[] | undefined;
  /** Tag of the text to take when no language fits; default `en`, else the first text. */
  readonly fallback?: string | undefined;
}

/** The built-in texts. Each is a refusal by the built-in list, too (spec §6). */
export const REFUSAL_TEXTS: Readonly<Record<string, string>> = {
  en: 'I could not find anything about this in the sources available to me, so I cannot answer it.',
  de: 'Leider kann ich dazu nichts in den Quellen finden, die mir vorliegen, und die Frage deshalb nicht beantworten.',
  fr: "Je n'ai trouvé aucune information à ce sujet dans les sources dont je dispose, je ne peux donc pas répondre.",
  es: 'No he encontrado información sobre esto en las fuentes de que dispongo, así que no puedo responder.',
  it: 'Non ho trovato nulla al riguardo nelle fonti a mia disposizione, quindi non posso rispondere.',
  pt: 'Não encontrei informações sobre isso nas fontes de que disponho, por isso não posso responder.',
  nl: 'Ik kan hierover geen informatie vinden in de bronnen waarover ik beschik, dus ik kan dit niet beantwoorden.',
};

/** Never throws: a choice that fails, or a text that is none, gives the built-in one. */
export function refusalText(text: RefusalText | undefined, { language, fallback }: RefusalLanguage): string {
  const wanted = tagsOf(language);
  const builtIn = (): string => choose(REFUSAL_TEXTS, wanted, tagsOf(fallback));
  const chosen: unknown = guarded(
    'a refusal text',
    () => {
      if (typeof text === 'function') return text(wanted[0]);
      return typeof text === 'object' && text !== null ? choose(text, wanted, tagsOf(fallback)) : text;
    },
    undefined,
  );
  return typeof chosen === 'string' && chosen.trim() !== '' ? chosen : builtIn();
}

function tagsOf(language: unknown): readonly string[] {
  const tags: readonly unknown[] = Array.isArray(language) ? language : [language];
  return tags.filter((tag) => typeof tag === 'string');
}

function choose(
  texts: Readonly<Record<string, string>>,
  wanted: readonly string[],
  fallback: readonly string[],
): string {
  const byTag = new Map(Object.entries(texts).map(([tag, text]) => [normal(tag), text]));
  for (const tag of [...wanted, ...fallback, 'en']) {
    const found = lookUp(byTag, normal(tag));
    if (found !== undefined) return found;
  }
  return byTag.values().next().value ?? '';
}

/** `zh-hant-tw`, `zh-hant`, `zh`: one subtag less at a time, single letters going with what they announce. */
function lookUp(byTag: ReadonlyMap<string, string>, tag: string): string | undefined {
  const subtags = tag.split('-').slice(0, MAX_SUBTAGS);
  while (subtags.length > 0) {
    const found = byTag.get(subtags.join('-'));
    if (found !== undefined) return found;
    subtags.pop();
    if (subtags.at(-1)?.length === 1) subtags.pop();
  }
  return undefined;
}

const MAX_SUBTAGS = 16;

/** `de_CH` is how many programs write it. */
function normal(tag: string): string {
  return tag.trim().toLowerCase().replaceAll('_', '-');
}
