/** The options of spec §12 that change a verdict, as flags over environment and defaults. */
import { existsSync } from 'node:fs';
import { compilePattern } from '../cases/pattern.js';
import { judgingOptions, readOptions, type RagspanOptions, type Settings } from '../config/index.js';
import type { FileJudgingOptions } from '../files/judge-records.js';
import { UsageError, type Io } from './io.js';

export const JUDGING_FLAGS = {
  'accept-forms': { type: 'string' },
  'corpus-manifest': { type: 'string' },
  'hash-key': { type: 'string' },
  'max-scan-bytes': { type: 'string' },
  refusal: { type: 'string', multiple: true },
  'retrieval-tools': { type: 'string' },
  'top-k': { type: 'string' },
  'value-length-limit': { type: 'string' },
} as const;

export interface JudgingFlagValues {
  readonly 'accept-forms'?: string | undefined;
  readonly 'corpus-manifest'?: string | undefined;
  readonly 'hash-key'?: string | undefined;
  readonly 'max-scan-bytes'?: string | undefined;
  readonly refusal?: readonly string[] | undefined;
  readonly 'retrieval-tools'?: string | undefined;
  readonly 'top-k'?: string | undefined;
  readonly 'value-length-limit'?: string | undefined;
}

export const JUDGING_HELP = `  --accept-forms html,crlf,nfc,ws   altered forms that count as presence
  --corpus-manifest FILE            digests of the whole corpus, one a line
  --hash-key KEY                    key of the digests (better: RAGSPAN_HASH_KEY)
  --max-scan-bytes N                context and chunks scanned a run (default 2 MiB)
  --refusal TEXT                    how this application refuses; may be repeated
  --retrieval-tools NAMES           tools whose result is a retrieval log
  --top-k N                         k, where neither log nor case file says it
  --value-length-limit N            length at which telemetry cut values (else inferred)
`;

const FLAG_OF: { readonly [option: string]: string } = {
  acceptForms: 'accept-forms',
  corpusManifest: 'corpus-manifest',
  hashKey: 'hash-key',
  maxScanBytes: 'max-scan-bytes',
  refusals: 'refusal',
  retrievalTools: 'retrieval-tools',
  topK: 'top-k',
  valueLengthLimit: 'value-length-limit',
};

export interface CliSettings {
  readonly settings: Settings;
  readonly judging: FileJudgingOptions;
}

/** As given, unchecked: for a process that judges by the same. */
export function flagOptions(values: JudgingFlagValues): RagspanOptions {
  return {
    acceptForms: values['accept-forms'],
    corpusManifest: values['corpus-manifest'],
    hashKey: values['hash-key'],
    maxScanBytes: values['max-scan-bytes'],
    refusals: values.refusal,
    retrievalTools: values['retrieval-tools'],
    topK: values['top-k'],
    valueLengthLimit: values['value-length-limit'],
  } as RagspanOptions;
}

/** A bad flag is wrong usage; a bad environment variable is a warning. */
export function judgingSettings(values: JudgingFlagValues, io: Io): CliSettings {
  const settings = readOptions(flagOptions(values), ownEnvironment(io), (line) => warnOrRefuse(line, io));
  const fixed = judgingOptions(
    settings,
    (source) => {
      const compiled = compilePattern(source);
      return 'pattern' in compiled ? compiled.pattern : undefined;
    },
    (line) => {
      throw new UsageError(
        line.replace(/^ragspan: /u, '').replace(/; it is left out$/u, ''),
        'Mend it, or leave the option out.',
      );
    },
  );
  return {
    settings,
    judging:
      settings.valueLengthLimit === undefined ? fixed : { ...fixed, valueLengthLimit: settings.valueLengthLimit },
  };
}

/** The limits of this process (`OTEL_…`) are not those of the processes that wrote the file. */
function ownEnvironment(io: Io): { readonly [name: string]: string | undefined } {
  return Object.fromEntries(Object.entries(io.env).filter(([name]) => name.startsWith('RAGSPAN_')));
}

function warnOrRefuse(line: string, io: Io): void {
  const option = /^(?:ragspan: )?option `(\w+)` (.*); it is left out$/u.exec(line);
  const flag = option === null ? undefined : FLAG_OF[option[1] as string];
  if (option === null || flag === undefined) {
    io.err(`${line.startsWith('ragspan: ') ? '' : 'ragspan: '}${line}\n`);
    return;
  }
  throw new UsageError(`--${flag} ${option[2]}`, 'See `ragspan attribute --help`.');
}

/** The case file in force: named by flag or environment, else the default file when it is there. */
export function caseFilePath(flag: string | undefined, settings: Settings): string | undefined {
  if (flag !== undefined) return flag;
  if (settings.cases === undefined) return undefined;
  return settings.cases.isNamed || existsSync(settings.cases.path) ? settings.cases.path : undefined;
}
