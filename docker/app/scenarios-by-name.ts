/** The scenarios of the demo by name, and the mix that is asked when nobody says otherwise. */
import { INCIDENTS, OTHERS, type Scenario } from '../../demo/scenarios.ts';

const known = new Map([...INCIDENTS, ...OTHERS].map((scenario) => [scenario.name, scenario]));

/** Nine of ten are answered well, so no alert fires; the tenth is something else each time, so every verdict occurs. */
export const DEFAULT_MIX = ['B', 'A', 'undeclared', 'C', 'abstains', 'forgotten']
  .flatMap((other) => [...Array.from({ length: 9 }, () => 'healthy'), other])
  .join(',');

export function scenario(name: string): Scenario {
  const found = known.get(name);
  if (found === undefined) throw new Error(`no scenario "${name}"; there are ${[...known.keys()].join(', ')}`);
  return found;
}

/** `healthy,B,healthy`: asked one after the other, and again from the start. */
export const mix = (names: string): readonly Scenario[] => names.split(',').map((name) => scenario(name.trim()));
