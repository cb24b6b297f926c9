/** What a command of this repository may be told; what it may not is one line, with what there is, and status 2. */
import { parseArgs, type ParseArgsConfig } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;

export function commandOptions<const O extends Options>(
  command: string,
  options: O,
): ReturnType<typeof parseArgs<{ options: O }>>['values'] {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    // Node's first sentence says what; its others are remedies for other programs.
    const [problem] = (error instanceof Error ? error.message : String(error)).split(/\. |\n/u);
    const known = Object.keys(options).map((name) => `--${name}`);
    console.error(`${command}: ${problem}\nThere are ${known.join(', ')}.`);
    process.exit(2);
  }
}
