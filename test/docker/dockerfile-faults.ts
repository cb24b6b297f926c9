/** The rules for our Dockerfiles that no linter knows; empty when all are kept. */
import { existsSync, globSync } from 'node:fs';
import { DockerfileParser, type Copy, type Dockerfile, type From, type Instruction } from 'dockerfile-ast';
import { pinFault } from './pin-fault.ts';

interface Stage {
  readonly from: From;
  readonly instructions: readonly Instruction[];
}

export interface Surroundings {
  readonly isIgnored: (path: string) => boolean;
  /** Ports that the programs inside listen on, by stage. */
  readonly ports: Readonly<Record<string, readonly number[]>>;
}

export function dockerfileFaults(text: string, { isIgnored, ports }: Surroundings): string[] {
  const dockerfile = DockerfileParser.parse(text);
  const stages = stagesOf(dockerfile);
  const names = stages.map(({ from }) => from.getBuildStage() ?? '');
  return [
    ...stages.flatMap(({ from }, place) => baseFaults(from, names.slice(0, place))),
    ...dockerfile.getCOPYs().flatMap((copy) => copyFaults(copy, names, isIgnored)),
    ...dockerfile
      .getInstructions()
      .filter((one) => one.getKeyword() === 'ADD')
      .map((add) => `${add.getRawArgumentsContent()}: COPY it; ADD unpacks and downloads`),
    ...stages
      .filter(({ from }) => !names.some((name) => name !== '' && isBuiltUpon(stages, dockerfile, name, from)))
      .flatMap((stage) => imageFaults(stage, ports[stage.from.getBuildStage() ?? 'final'])),
  ];
}

function stagesOf(dockerfile: Dockerfile): Stage[] {
  const stages: { from: From; instructions: Instruction[] }[] = [];
  const froms = dockerfile.getFROMs();
  for (const instruction of dockerfile.getInstructions()) {
    const from = froms.find((one) => one.getRange().start.line === instruction.getRange().start.line);
    if (from !== undefined) stages.push({ from, instructions: [] });
    else stages.at(-1)?.instructions.push(instruction);
  }
  return stages;
}

/** A stage that others copy from is a workshop; the rest are images that run. */
function isBuiltUpon(stages: readonly Stage[], dockerfile: Dockerfile, name: string, from: From): boolean {
  if (from.getBuildStage() !== name) return false;
  const copied = dockerfile.getCOPYs().some((copy) => copiedFrom(copy) === name);
  return copied || stages.some((stage) => stage.from.getImage() === name);
}

const copiedFrom = (copy: Copy): string | undefined =>
  copy
    .getFlags()
    .find((flag) => flag.getName() === 'from')
    ?.getValue() ?? undefined;

function baseFaults(from: From, earlier: readonly string[]): string[] {
  const image = from.getImage() ?? '';
  return image === 'scratch' || earlier.includes(image) ? [] : pinFault(image);
}

function copyFaults(copy: Copy, stages: readonly string[], isIgnored: (path: string) => boolean): string[] {
  const stage = copiedFrom(copy);
  if (stage !== undefined) return stages.includes(stage) ? [] : [`COPY from stage ${stage}, which there is not`];
  const sources = copy
    .getArguments()
    .map((argument) => argument.getValue())
    .slice(0, -1);
  return sources.flatMap((source) => {
    const path = source.replace(/\/$/, '');
    const found = path.includes('*') ? globSync(path) : existsSync(path) ? [path] : [];
    if (found.length === 0) return [`COPY ${source}: there is no such file`];
    return found.every((one) => isIgnored(one)) ? [`COPY ${source}: .dockerignore leaves it out`] : [];
  });
}

function imageFaults({ from, instructions }: Stage, ports: readonly number[] | undefined): string[] {
  const name = from.getBuildStage() ?? 'the last stage';
  const of = (keyword: string): string[] =>
    instructions
      .filter((one) => one.getKeyword() === keyword)
      .map((one) =>
        one
          .getArguments()
          .map((argument) => argument.getValue())
          .join(' '),
      );
  const user = of('USER').at(-1);
  const exposed = of('EXPOSE')
    .flatMap((line) => line.split(' '))
    .map(Number);
  const expected = [...(ports ?? [])];
  return [
    ...(user === undefined || /^(root|0)(:|$)/.test(user) ? [`${name} runs as root`] : []),
    // A name means nothing to an orchestrator that must know whether it is root.
    ...(user !== undefined && !/^\d+:\d+$/.test(user) ? [`${name}: USER ${user} is no number`] : []),
    ...(of('HEALTHCHECK').length === 0 ? [`${name} has no HEALTHCHECK`] : []),
    ...(String(exposed.sort((a, b) => a - b)) === String(expected.sort((a, b) => a - b))
      ? []
      : [`${name} exposes ${exposed.join(' ')}, its configuration listens on ${expected.join(' ')}`]),
  ];
}
