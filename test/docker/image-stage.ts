/** The stage of a Dockerfile that a service of compose.yaml is built from. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DockerfileParser } from 'dockerfile-ast';
import type { Service } from './stack-files.ts';

export function dockerfileOf({ build }: Service): { readonly healthcheck: string | undefined } | undefined {
  if (build === undefined) return undefined;
  const dockerfile = DockerfileParser.parse(readFileSync(join('docker', build.context, build.dockerfile), 'utf8'));
  const froms = dockerfile.getFROMs();
  const place =
    build.target === undefined ? froms.length - 1 : froms.findIndex((from) => from.getBuildStage() === build.target);
  const from = froms[place];
  if (from === undefined) return undefined;
  const start = from.getRange().start.line;
  const end = froms[place + 1]?.getRange().start.line ?? Number.POSITIVE_INFINITY;
  const check = dockerfile.getHEALTHCHECKs().find((one) => {
    const { line } = one.getRange().start;
    return line > start && line < end;
  });
  return { healthcheck: check?.getRawArgumentsContent() ?? undefined };
}
