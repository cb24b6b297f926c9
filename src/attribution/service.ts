/** What the case file says of the run's service (spec §8 `services`), with the options beside it. */
import type { CaseBook, Service } from '../model/case.js';
import type { Run } from '../model/run.js';
import { matchesName } from './need-match.js';

/** The service of the root, else of a call, else of a retrieval: the first that the case file names. */
export function serviceOf(run: Run, book: CaseBook | undefined): Service | undefined {
  if (book === undefined || book.services.length === 0) return undefined;
  const spans = [
    ...(run.root === undefined ? [] : [run.root]),
    ...run.calls.map(({ span }) => span),
    ...run.retrievals.map(({ span }) => span),
    ...run.members,
  ];
  const names = new Set(spans.flatMap((span) => serviceName(span.resource.attributes['service.name']) ?? []));
  for (const name of names) {
    const service = serviceNamed(book, name);
    if (service !== undefined) return service;
  }
  return undefined;
}

export function serviceNamed(book: CaseBook | undefined, name: string): Service | undefined {
  return book?.services.find((service) => matchesName(service.name, name));
}

function serviceName(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
