/** A tool that ran in the application, from whichever attributes name it (spec §3, §8 `retrieval_tools`). */
import type { AttributeValue } from '../model/span.js';
import type { ToolExecution } from '../model/span-facts.js';
import { capture } from './capture.js';
import type { TextReader } from './lossy.js';
import { asId, asWord } from './scalars.js';

export interface ToolAttributes {
  readonly name: AttributeValue;
  readonly callId: AttributeValue;
  readonly args: AttributeValue;
  readonly result: AttributeValue;
}

export function readTool(attributes: ToolAttributes, values: TextReader): ToolExecution {
  const name = asWord(attributes.name);
  const callId = asId(attributes.callId);
  const argumentsText = textOf(attributes.args);
  const result = capture(attributes.result, 'any', values);
  const value = result?.value ?? result?.raw;
  return {
    lossy:
      result !== undefined &&
      (result.broken || (result.raw !== undefined && result.isText && values.read(result.raw).lossy)),
    ...(name === undefined ? {} : { name }),
    ...(callId === undefined ? {} : { callId }),
    ...(argumentsText === undefined ? {} : { argumentsText }),
    ...(value === undefined ? {} : { result: value }),
  };
}

function textOf(value: AttributeValue): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return undefined;
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
