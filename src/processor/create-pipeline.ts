/** The real stages: translator, joining, attribution, with the options and the cases in force. */
import type { FixedJudgingOptions, Settings } from '../config/index.js';
import { judgeRun, runsOf } from '../joining/judge-trace.js';
import type { JudgingOptions, TextHash } from '../model/judging-options.js';
import { RAGSPAN } from '../semconv.js';
import { configuredValueLimit, NO_VALUE_LIMIT, translateSpan, type ValueLimits } from '../translator/index.js';
import type { CaseSource } from './case-source.js';
import type { Clock } from './clock.js';
import type { Pipeline } from './pipeline.js';

export interface PipelineParts {
  readonly settings: Settings;
  /** Asked for when the first run is judged: refusals need the pattern library. */
  readonly fixed: () => FixedJudgingOptions;
  readonly hash: TextHash;
  readonly cases: CaseSource;
  readonly clock: Clock;
}

export function createPipeline({ settings, fixed, hash, cases, clock }: PipelineParts): Pipeline {
  const limitsOf = valueLimits(settings.valueLengthLimit);
  const keysOf = attributeKeys();
  return {
    get isReady() {
      return cases.isReady;
    },
    translate: (record, { hasPrivateText, valueLengthLimit }) =>
      translateSpan(record, {
        hash,
        limits: limitsOf(valueLengthLimit),
        attributeKeys: keysOf(cases.book?.attributeKeys),
        ...(hasPrivateText ? { trustsSourceText: true } : {}),
      }),
    runsOf: (facts) => runsOf(facts, cases.book, { retrievalTools: settings.retrievalTools, hash }),
    judge: (run, cutShort) => {
      const options: JudgingOptions = {
        ...fixed(),
        nowUnixMillis: clock.unixMillis(),
        ...(cutShort === undefined ? {} : { cutShort }),
      };
      return judgeRun(run, cases.book, options);
    },
  };
}

/** The operator's word, else the SDK's own. */
function valueLimits(chosen: number | undefined): (ofSpan: number | undefined) => ValueLimits {
  const fixed = chosen === undefined ? undefined : configuredValueLimit(chosen);
  let last: number | undefined;
  let limits = NO_VALUE_LIMIT;
  return (ofSpan) => {
    if (fixed !== undefined) return fixed;
    if (ofSpan !== last) {
      last = ofSpan;
      limits = configuredValueLimit(ofSpan);
    }
    return limits;
  };
}

/** Of a span's attributes only these are held: what cases ask for, and what the metrics do. */
function attributeKeys(): (asked: ReadonlySet<string> | undefined) => ReadonlySet<string> {
  let last: ReadonlySet<string> | undefined;
  let keys: ReadonlySet<string> = new Set([RAGSPAN.TRAFFIC]);
  return (asked) => {
    if (asked !== last) {
      last = asked;
      keys = new Set([RAGSPAN.TRAFFIC, ...(asked ?? [])]);
    }
    return keys;
  };
}
