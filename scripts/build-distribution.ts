/**
 * `npm run build:collector [default|gateway|bench|jaeger …]`: builds what is named, `default` without
 * a name, unless nothing has changed since it was built. Prints the path of each on a line of its own.
 */
import { buildDistribution, buildJaeger, DISTRIBUTIONS, type Distribution } from './go-programs.ts';

const named = process.argv.slice(2);
const isDistribution = (name: string): name is Distribution => (DISTRIBUTIONS as readonly string[]).includes(name);
const unknown = named.filter((name) => name !== 'jaeger' && !isDistribution(name));
if (unknown.length > 0) {
  console.error(`no distribution ${unknown.join(', ')}; there are ${DISTRIBUTIONS.join(', ')}, and jaeger`);
  process.exit(2);
}

for (const name of named.length === 0 ? ['default'] : named) {
  try {
    const { path, fresh, seconds } = isDistribution(name) ? await buildDistribution(name) : await buildJaeger();
    console.error(`${name}: ${fresh ? `built in ${seconds.toFixed(0)} s` : 'nothing has changed'}`);
    console.log(path);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
