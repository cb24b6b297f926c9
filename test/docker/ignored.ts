/** Which files a .dockerignore leaves out of the context: the last pattern that fits decides, `!` brings back. */

interface Pattern {
  readonly expression: RegExp;
  readonly bringsBack: boolean;
}

const escaped = (text: string): string => text.replace(/[.+^${}()|[\]\\]/g, '\\$&');

function expressionOf(pattern: string): RegExp {
  const parts = pattern
    .split('/')
    .map((part) => (part === '**' ? '**' : escaped(part).replaceAll('*', '[^/]*').replaceAll('?', '[^/]')));
  const body = parts.map((part, place) => {
    const isLast = place === parts.length - 1;
    if (part === '**') return isLast ? '.*' : '(?:[^/]+/)*';
    return isLast ? part : `${part}/`;
  });
  // What lies below an ignored folder is ignored with it.
  return new RegExp(`^${body.join('')}(?:/.*)?$`);
}

export function ignoredBy(file: string): (path: string) => boolean {
  const patterns: Pattern[] = file
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const bringsBack = line.startsWith('!');
      const pattern = (bringsBack ? line.slice(1) : line).replace(/^\/+|\/+$/g, '');
      return { expression: expressionOf(pattern), bringsBack };
    });
  return (path) =>
    patterns.reduce(
      (isIgnored, { expression, bringsBack }) => (expression.test(path) ? !bringsBack : isIgnored),
      false,
    );
}
