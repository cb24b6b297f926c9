/** Settings as attribution takes them: patterns compiled, the corpus read, the hash made. */
import type { TextPattern } from '../model/case.js';
import { textHash } from '../model/digest.js';
import type { JudgingOptions } from '../model/judging-options.js';
import { readCorpusManifest } from './corpus-manifest.js';
import type { PatternSource, Settings } from './settings.js';

/** Undefined: not a pattern. The pattern library is handed in, so that nobody pays for it unasked. */
export type CompilePattern = (source: PatternSource) => TextPattern | undefined;

/** Everything but the moment of judging. Never throws; what cannot be used is a warning and left out. */
export type FixedJudgingOptions = Omit<JudgingOptions, 'nowUnixMillis' | 'cutShort'>;

export function judgingOptions(
  settings: Settings,
  compile: CompilePattern,
  warn: (line: string) => void,
): FixedJudgingOptions {
  const refusals: TextPattern[] = [];
  for (const source of settings.refusals) {
    const pattern = compile(source);
    if (pattern === undefined) warn(`the refusal ${JSON.stringify(source)} is no pattern; it is left out`);
    else refusals.push(pattern);
  }
  const corpus = corpusOf(settings, warn);
  return {
    acceptForms: settings.acceptForms,
    ...(corpus === undefined ? {} : { corpus }),
    maxScanBytes: settings.maxScanBytes,
    refusals,
    retrievalTools: settings.retrievalTools,
    ...(settings.topK === undefined ? {} : { topK: settings.topK }),
    hash: textHash(settings.hashKey),
  };
}

function corpusOf(settings: Settings, warn: (line: string) => void): ReadonlySet<string> | undefined {
  if (settings.corpusManifest === undefined) return undefined;
  const manifest = readCorpusManifest(settings.corpusManifest);
  if ('digests' in manifest) return manifest.digests;
  warn(`corpus manifest ${manifest.problem}; it is left out`);
  return undefined;
}
