/**
 * An answer that no model gave: a canned refusal (spec §5, §7 `abstained`). It stands where the model
 * call would, with an empty context and its words as the output, so that the run has an answer and
 * is counted as one that abstained, with a case or without.
 */
import { SpanKind } from '@opentelemetry/api';
import type { AttributeValue } from '../model/span.js';
import { utf8Length, wellFormed } from '../model/utf8.js';
import { GEN_AI, RAGSPAN } from '../semconv.js';
import { writeArtifactHash, writeText } from './capture.js';
import { wrap } from './wrap.js';
import type { SpanOptions } from './wrap.js';

const NOTHING_SENT = '[]';

/** Records that the run's answer is the canned text. No operation of a model is claimed: none was called. */
export function recordRefusal(text: string, options: SpanOptions = {}): void {
  wrap<undefined, undefined>(
    {
      name: 'refusal',
      kind: SpanKind.INTERNAL,
      options,
      attributes: { [RAGSPAN.REFUSED]: true, [RAGSPAN.ANSWER]: true },
      idleLog: undefined,
      start(span) {
        const said = wellFormed(text);
        // Says nothing, so that it may be exported: an empty context is logged, not missing.
        span.setAttribute(GEN_AI.INPUT_MESSAGES, NOTHING_SENT);
        const message = { role: 'assistant', parts: [{ type: 'text', content: said }] };
        writeText(span, GEN_AI.OUTPUT_MESSAGES, [message] as unknown as AttributeValue);
        const names = { sha256: RAGSPAN.OUTPUT_SHA256, bytes: RAGSPAN.OUTPUT_BYTES };
        writeArtifactHash(span, said, utf8Length(said), names);
        return undefined;
      },
      finish: (_log, value) => ({ value }),
      fail: () => undefined,
    },
    () => undefined,
  );
}
