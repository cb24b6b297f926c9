/** Expectations and patterns as a case file compiles them, for tests that need no file. */
import { compilePattern, type PatternShape } from '../../src/cases/pattern.js';
import type { Expectation, TextPattern } from '../../src/model/case.js';

export function pattern(shape: PatternShape, caseSensitive = false): TextPattern {
  const compiled = compilePattern(shape, caseSensitive);
  if ('problem' in compiled) throw new Error(`${JSON.stringify(shape)} ${compiled.problem}`);
  return compiled.pattern;
}

export interface ExpectationShape {
  readonly must?: readonly (PatternShape | readonly PatternShape[])[];
  readonly must_not?: readonly (PatternShape | readonly PatternShape[])[];
  readonly allow?: readonly PatternShape[];
  readonly refusals?: readonly PatternShape[];
  readonly case_sensitive?: boolean;
}

export function expectation(shape: ExpectationShape): Expectation {
  const caseSensitive = shape.case_sensitive ?? false;
  const one = (source: PatternShape): TextPattern => pattern(source, caseSensitive);
  const entries = (list: ExpectationShape['must'] = []): TextPattern[][] =>
    list.map((entry) => (Array.isArray(entry) ? entry : [entry as PatternShape]).map(one));
  return {
    must: entries(shape.must),
    mustNot: entries(shape.must_not),
    allow: (shape.allow ?? []).map(one),
    refusals: (shape.refusals ?? []).map(one),
    caseSensitive,
  };
}
