/** What is wrong with a query: it does not parse, or it names what does not exist. Empty when nothing is. */
import { parser as traceql } from '@grafana/lezer-traceql';
import { parser as promql } from '@prometheus-io/lezer-promql';
import { ALERTS, ATTRIBUTES, LABELS, SERIES, VALUES } from './names.ts';

/** Grafana puts a value for each variable in before the query is asked. */
const FILLED: readonly (readonly [RegExp, string])[] = [
  [/\$__rate_interval/g, '5m'],
  [/\$__range/g, '6h'],
  [/\$\{service:pipe\}/g, 'support-bot|search'],
  [/\$\{service\}|\$service\b/g, 'support-bot'],
  [/\$\{__data\.fields\.verdict\}|\$\{__field\.labels\.ragspan_verdict\}/g, 'H2'],
  [/\$\{__data\.fields\.\w+\}/g, 'some-value'],
];

export const fill = (query: string): string => {
  const filled = FILLED.reduce((text, [variable, value]) => text.replace(variable, value), query);
  const left = /\$\{?\w+/.exec(filled);
  if (left !== null) throw new Error(`${query}: variable ${left[0]} is not known`);
  return filled;
};

interface Node {
  readonly name: string;
  readonly text: string;
  readonly isError: boolean;
}

function nodes(parser: typeof promql, query: string): Node[] {
  const found: Node[] = [];
  parser.parse(query).iterate({
    enter: (node) => {
      found.push({ name: node.name, text: query.slice(node.from, node.to), isError: node.type.isError });
    },
  });
  return found;
}

const unquoted = (text: string): string => text.replace(/^["'`]|["'`]$/g, '');

/** Values of an equality, or the alternatives of an expression without other operators. */
function wrongValues(name: string, value: string): string[] {
  const allowed = VALUES[name];
  if (allowed === undefined) return [];
  return value
    .split('|')
    .filter((one) => !allowed.has(one))
    .map((one) => `${name} is never ${one}`);
}

function matcherFaults(matcher: string): string[] {
  const [, label = '', , quoted = ''] = /^(\w+)\s*(=~|!~|!=|=)\s*(.+)$/.exec(matcher) ?? [];
  const value = unquoted(quoted);
  if (label === '__name__') return SERIES.has(value) ? [] : [`no series ${value}`];
  if (label === 'alertname') {
    const pattern = new RegExp(`^(?:${value})$`);
    return [...ALERTS].some((alert) => pattern.test(alert)) ? [] : [`no alert ${value}`];
  }
  return wrongValues(label, value);
}

export function promqlFaults(query: string): string[] {
  const found = nodes(promql, fill(query));
  if (found.some(({ isError }) => isError)) return [`does not parse: ${query}`];
  return found.flatMap(({ name, text }) => {
    switch (name) {
      case 'VectorSelector': {
        const metric = /^[\w:]+/.exec(text)?.[0];
        if (metric === undefined) return text.includes('__name__') ? [] : [`selects every metric: ${text}`];
        return SERIES.has(metric) ? [] : [`no series ${metric}`];
      }
      case 'LabelName':
        return LABELS.has(text) ? [] : [`no label ${text}`];
      case 'UnquotedLabelMatcher':
        return matcherFaults(text);
      default:
        return [];
    }
  });
}

export function traceqlFaults(query: string): string[] {
  const found = nodes(traceql, fill(query));
  if (found.some(({ isError }) => isError)) return [`does not parse: ${query}`];
  return found.flatMap(({ name, text }) => {
    if (name === 'AttributeField') {
      const attribute = text.replace(/^(?:span|resource|event|link|instrumentation|parent)?\./, '');
      return ATTRIBUTES.has(attribute) ? [] : [`no attribute ${attribute}`];
    }
    if (name !== 'FieldExpression') return [];
    const [, attribute = '', value = ''] = /^\w+\.([\w.]+) *(?:=~|!~|!=|=) *"([^"]*)"$/.exec(text) ?? [];
    return wrongValues(attribute, value);
  });
}

/** Tags of a Jaeger search: `key="value"`, one beside the other. */
export function jaegerTagFaults(tags: string): string[] {
  const rest = fill(tags)
    .replace(/([\w.]+)="([^"]*)"/g, '')
    .trim();
  if (rest !== '') return [`not key="value": ${rest}`];
  return [...fill(tags).matchAll(/([\w.]+)="([^"]*)"/g)].flatMap(([, key = '', value = '']) =>
    ATTRIBUTES.has(key) ? wrongValues(key, value) : [`no attribute ${key}`],
  );
}
