/** Which tools the options and the case file declare as retrieval tools (spec §8, §12 `retrieval_tools`). */
import { matchesName } from '../attribution/need-match.js';
import { serviceNamed } from '../attribution/service.js';
import type { CaseBook, RetrievalTool } from '../model/case.js';
import type { JudgingOptions } from '../model/judging-options.js';
import { retrievalToolList } from '../model/retrieval-tool.js';
import type { SpanFacts } from '../model/span-facts.js';
import type { ToolDeclarations } from './build-run.js';

export function toolDeclarations(
  book: CaseBook | undefined,
  options: Pick<JudgingOptions, 'retrievalTools' | 'hash'>,
): ToolDeclarations {
  const hasAny =
    options.retrievalTools.length > 0 || (book?.services.some((service) => service.retrievalTools.length > 0) ?? false);
  return {
    declarationFor: (span) => (hasAny && span.kind === 'tool' ? find(span, book, options.retrievalTools) : undefined),
    listOf: (result, tool, lossy) => retrievalToolList(result, tool, options.hash, lossy),
  };
}

/** The service's own declaration comes first. */
function find(
  span: SpanFacts,
  book: CaseBook | undefined,
  declared: readonly RetrievalTool[],
): RetrievalTool | undefined {
  const name = span.tool?.name ?? span.name;
  const service = span.resource.attributes['service.name'];
  const own = typeof service === 'string' ? (serviceNamed(book, service)?.retrievalTools ?? []) : [];
  return [...own, ...declared].find((tool) => matchesName(tool.name, name));
}
