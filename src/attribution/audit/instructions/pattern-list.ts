/** The list of patterns of instruction-like text as data/instruction-patterns.txt spells them. */

export interface SpelledStep {
  readonly alternatives: readonly string[];
  readonly isOptional: boolean;
  /** Its alternatives are signs. */
  readonly isSign: boolean;
}

export interface PatternList {
  readonly phrases: readonly (readonly SpelledStep[])[];
  readonly markers: readonly string[];
  /** In this case, before a white space. */
  readonly exactMarkers: readonly string[];
  readonly rules: ReadonlySet<string>;
}

export function readPatternList(source: string): PatternList {
  const phrases: SpelledStep[][] = [];
  const markers: string[] = [];
  const exactMarkers: string[] = [];
  const rules = new Set<string>();
  for (const line of source.split('\n')) {
    if (line === '' || line.startsWith('#') || line.startsWith('[') || line.startsWith('version ')) continue;
    if (line.startsWith('= ')) markers.push(line.slice(2));
    else if (line.startsWith('== ')) exactMarkers.push(line.slice(3));
    else if (line.startsWith('@ ')) rules.add(line.slice(2));
    else phrases.push(line.split(' ').map(readStep));
  }
  return { phrases, markers, exactMarkers, rules };
}

function readStep(text: string): SpelledStep {
  const isSign = text.startsWith('!');
  const isOptional = text.endsWith('?');
  return { alternatives: text.slice(isSign ? 1 : 0, isOptional ? -1 : undefined).split('|'), isOptional, isSign };
}
