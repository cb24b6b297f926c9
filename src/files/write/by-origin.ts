/** Spans under their resource and scope, in the order of first appearance. */
import type { Resource, SpanRecord } from '../../model/span.js';

export interface OriginGroup {
  readonly resource: Resource;
  readonly scopes: readonly { readonly name: string; readonly spans: readonly SpanRecord[] }[];
}

export function byOrigin(spans: readonly SpanRecord[]): readonly OriginGroup[] {
  const groups = new Map<string, { resource: Resource; scopes: Map<string, SpanRecord[]> }>();
  for (const span of spans) {
    const group = groups.get(span.resource.key) ?? { resource: span.resource, scopes: new Map<string, SpanRecord[]>() };
    groups.set(span.resource.key, group);
    const scope = group.scopes.get(span.scopeName) ?? [];
    group.scopes.set(span.scopeName, scope);
    scope.push(span);
  }
  return [...groups.values()].map(({ resource, scopes }) => ({
    resource,
    scopes: [...scopes].map(([name, own]) => ({ name, spans: own })),
  }));
}
