/** Which columns a table shows, in which order and under which names. */
import type { DataTransformerConfig } from '@grafana/grafana-foundation-sdk/dashboard';

export const columns = (
  order: readonly string[],
  names: Readonly<Record<string, string>>,
  hidden: readonly string[],
): DataTransformerConfig => ({
  id: 'organize',
  options: {
    indexByName: Object.fromEntries(order.map((name, place) => [name, place])),
    renameByName: names,
    excludeByName: Object.fromEntries(hidden.map((name) => [name, true])),
  },
});
