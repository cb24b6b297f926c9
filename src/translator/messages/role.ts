/** Who speaks, in one spelling: lower case, `assistant`, `user`, `system`, `tool`, or as it comes. */
import { asText, type Shape } from '../scalars.js';

const SAME: Readonly<Record<string, string>> = {
  ai: 'assistant',
  model: 'assistant',
  bot: 'assistant',
  human: 'user',
  function: 'tool',
};

export function roleOf(value: unknown): string {
  const role = asText(value)?.toLowerCase() ?? 'user';
  return Object.hasOwn(SAME, role) ? (SAME[role] as string) : role;
}

const BY_CLASS: readonly (readonly [string, string])[] = [
  ['Human', 'user'],
  ['AI', 'assistant'],
  ['System', 'system'],
  ['Tool', 'tool'],
  ['Function', 'tool'],
];

/** LangChain serializes the class: `id: ["langchain_core", "messages", "HumanMessage"]`. */
export function roleOfClass(path: readonly unknown[], fields: Shape): string {
  const name = asText(path[path.length - 1]) ?? '';
  for (const [start, role] of BY_CLASS) if (name.startsWith(start)) return role;
  return roleOf(fields['role'] ?? fields['type']);
}
