/** A case file as it would be written (spec §8): what is left out by default is left out. */
import type { CaseFile, CaseShape, ExpectShape, NeedShape, ServiceShape, WhenShape } from './case-file.js';

/** JSON of it is a case file again, and reads as the same one. */
export type PlainCaseFile = { readonly version: '1' } & Readonly<Record<string, unknown>>;

export function plainCaseFile({ services, cases, incorrect_chunks }: CaseFile): PlainCaseFile {
  return {
    version: '1',
    ...filled('services', Object.fromEntries(services.map((service) => [service.name, plainService(service)]))),
    cases: cases.map(plainCase),
    ...filled('incorrect_chunks', incorrect_chunks),
  };
}

export function plainCase({ when, need, expect, ...rest }: CaseShape): Readonly<Record<string, unknown>> {
  return {
    ...rest,
    ...filled('when', plainWhen(when)),
    need: need.map(plainNeed),
    ...filled('expect', plainExpect(expect)),
  };
}

function plainService(service: ServiceShape): object {
  return {
    ...(service.top_k === undefined ? {} : { top_k: service.top_k }),
    ...filled('accept_forms', service.accept_forms),
    ...filled('retrieval_tools', service.retrieval_tools),
    ...filled('refusals', service.refusals),
    ...filled('expected_loss', service.expected_loss),
  };
}

function plainWhen({ attributes, retrieved, ...rest }: WhenShape): object {
  return {
    ...rest,
    ...filled('attributes', Object.fromEntries(attributes.map(({ key, value }) => [key, value]))),
    ...filled('retrieved', retrieved),
  };
}

function plainNeed({ chunk, id, line_is, ...rest }: NeedShape): object {
  return { ...rest, ...filled('chunk', chunk), ...filled('id', id), ...(line_is === 'unconfirmed' ? {} : { line_is }) };
}

function plainExpect({ must, must_not, allow, refusals, case_sensitive }: ExpectShape): object {
  return {
    ...filled('must', must),
    ...filled('must_not', must_not),
    ...filled('allow', allow),
    ...filled('refusals', refusals),
    ...(case_sensitive ? { case_sensitive } : {}),
  };
}

function filled(key: string, value: object): object {
  return Object.keys(value).length === 0 ? {} : { [key]: value };
}
