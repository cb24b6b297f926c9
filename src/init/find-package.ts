/**
 * Finds the OpenTelemetry packages that the application has installed, from where it looks for
 * them: this package, the started script, the working directory, or a package found before (strict
 * installers show a package its own dependencies alone).
 */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A module's exports, read by name and checked where they are used. */
export type Package = Readonly<Record<string, unknown>>;

export type Constructor = new (...args: never[]) => unknown;

export interface PackageFinder {
  /** Undefined: not installed, or it does not load. */
  find(name: string, beside?: string): Package | undefined;
}

export function constructorOf(from: Package | undefined, name: string): Constructor | undefined {
  const found = from?.[name];
  return typeof found === 'function' ? (found as Constructor) : undefined;
}

/** A package that is there and does not load. */
export interface BrokenPackage {
  readonly name: string;
  /** The first line of the error: the rest is where Node looked. */
  readonly problem: string;
}

/**
 * @param given packages handed in by name, for bundles that hold them inside.
 * @param onBroken told once of each package that is there and does not load.
 * @param from files beside which to look first: an application's own module, where another program runs it.
 */
export function packageFinder(
  given: Readonly<Record<string, unknown>> = {},
  onBroken: (broken: BrokenPackage) => void = () => undefined,
  from: readonly string[] = [],
): PackageFinder {
  const bases = [...from.map((file) => pathToFileURL(file).href), ...startingPoints()];
  const broken = new Set<string>();
  return {
    find: (name, beside) => {
      const handed = given[name];
      if (typeof handed === 'object' && handed !== null) return handed as Package;
      const from = beside === undefined ? [] : resolvedPlaces(beside, bases);
      for (const base of [...bases, ...from]) {
        try {
          return createRequire(base)(name) as Package;
        } catch (error) {
          if (isAbsent(error, name) || broken.has(name)) continue;
          broken.add(name);
          onBroken({ name, problem: firstLine(error) });
        }
      }
      return undefined;
    },
  };
}

function startingPoints(): string[] {
  const here = import.meta.url as string | undefined;
  const script = process.argv[1];
  return [
    ...(here !== undefined && here.startsWith('file:') ? [here] : []),
    ...(script === undefined ? [] : [pathToFileURL(script).href]),
    pathToFileURL(join(process.cwd(), 'package.json')).href,
  ];
}

function resolvedPlaces(name: string, bases: readonly string[]): string[] {
  for (const base of bases) {
    try {
      return [pathToFileURL(join(dirname(createRequire(base).resolve(name)), 'package.json')).href];
    } catch {
      // Not visible from here: the next starting point.
    }
  }
  return [];
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';
}

function isAbsent(error: unknown, name: string): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return (code === 'MODULE_NOT_FOUND' || code === 'ERR_MODULE_NOT_FOUND') && String(message).includes(`'${name}'`);
}
