/** A case file as attribution takes it: patterns compiled, templates and dates read (spec §8). */
import type { Case, CaseBook, CaseWhen, Expectation, Need, Service, TextPattern } from '../model/case.js';
import type { CaseFile, CaseShape, ExpectShape, NeedShape, ServiceShape, WhenShape } from './case-file.js';
import { fold } from '../attribution/text/fold.js';
import type { PatternShape } from './pattern.js';
import type { PatternReader } from './pattern-reader.js';
import { parseTemplate, templateKeys } from './template.js';
import { staleFromMillis } from './until.js';

/** `read`: with its problems reported; what is no pattern is left out. */
export function compileCaseFile(file: CaseFile, read: PatternReader): CaseBook {
  const services = file.services.map((service) => compileService(service, read));
  return {
    services: services.sort(moreSpecificFirst),
    cases: file.cases.map((shape) => compileCase(shape, read)),
    incorrectChunks: new Set(file.incorrect_chunks),
    attributeKeys: new Set(file.cases.flatMap(attributeKeys)),
  };
}

/** The exact name before a longer prefix before a shorter one: the order of a mapping means nothing. */
function moreSpecificFirst(a: Service, b: Service): number {
  const isOpen = (service: Service): number => (service.name.endsWith('*') ? 1 : 0);
  return isOpen(a) - isOpen(b) || b.name.length - a.name.length;
}

function compileService(shape: ServiceShape, read: PatternReader): Service {
  return {
    name: shape.name,
    ...(shape.top_k === undefined ? {} : { topK: shape.top_k }),
    acceptForms: shape.accept_forms,
    retrievalTools: shape.retrieval_tools,
    refusals: patterns(shape.refusals, false, read),
    expectedLoss: shape.expected_loss,
  };
}

function compileCase(shape: CaseShape, read: PatternReader): Case {
  const stale = shape.until === undefined ? undefined : staleFromMillis(shape.until);
  return {
    id: shape.id,
    when: compileWhen(shape.when, read),
    needs: shape.need.map(compileNeed),
    expect: compileExpect(shape.expect, read),
    ...(shape.snapshot === undefined ? {} : { snapshot: shape.snapshot }),
    ...(stale === undefined ? {} : { untilUnixMillis: stale }),
  };
}

function compileWhen(shape: WhenShape, read: PatternReader): CaseWhen {
  const { input, input_sha256: sha256, input_matches: matches } = shape;
  const pattern = matches === undefined ? undefined : read.compiled(matches, false);
  return {
    ...(input === undefined ? {} : { input: parseTemplate(input) }),
    ...(sha256 === undefined ? {} : { inputSha256: sha256 }),
    // Questions are folded as outputs are: how a user types white space or an apostrophe means nothing.
    ...(pattern === undefined ? {} : { inputMatches: (question) => pattern.find(fold(question, false)) !== undefined }),
    attributes: shape.attributes.map(({ key, value }) => ({ key, value: parseTemplate(value) })),
    retrieved: shape.retrieved.map(parseTemplate),
  };
}

function compileNeed(shape: NeedShape): Need {
  return {
    ...(shape.line === undefined ? {} : { line: parseTemplate(shape.line) }),
    chunks: shape.chunk.map(parseTemplate),
    ids: shape.id.map(parseTemplate),
    lineIs: shape.line_is,
  };
}

function compileExpect(shape: ExpectShape, read: PatternReader): Expectation {
  const caseSensitive = shape.case_sensitive;
  return {
    must: shape.must.map((entry) => patterns(entry, caseSensitive, read)),
    mustNot: shape.must_not.map((entry) => patterns(entry, caseSensitive, read)),
    allow: patterns(shape.allow, caseSensitive, read),
    refusals: patterns(shape.refusals, caseSensitive, read),
    caseSensitive,
  };
}

function patterns(shapes: readonly PatternShape[], caseSensitive: boolean, read: PatternReader): TextPattern[] {
  return shapes.map((shape) => read.compiled(shape, caseSensitive)).filter((pattern) => pattern !== undefined);
}

function attributeKeys({ when, need }: CaseShape): string[] {
  const texts = [
    when.input ?? '',
    ...when.attributes.map(({ value }) => value),
    ...when.retrieved,
    ...need.flatMap(({ line, chunk, id }) => [line ?? '', ...chunk, ...id]),
  ];
  return [...when.attributes.map(({ key }) => key), ...texts.flatMap(templateKeys)];
}
