/** What is wrong with a compose file by our own rules; empty when nothing is. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { dockerfileOf } from './image-stage.ts';
import { pinFault } from './pin-fault.ts';
import type { Compose, Service } from './stack-files.ts';

export function composeFaults(compose: Compose): string[] {
  return Object.entries(compose.services).flatMap(([name, service]) =>
    [
      ...(service.image === undefined ? [] : pinFault(service.image)),
      ...buildFaults(service),
      ...(service.volumes ?? []).flatMap((volume) => mountFaults(volume, compose)),
      ...(service.ports ?? [])
        .filter((port) => !/^127\.0\.0\.1:\d+:\d+$/.test(port))
        .map((port) => `port ${port} is open beyond this machine`),
      ...limitFaults(service),
      ...dependencyFaults(service, compose),
    ].map((fault) => `${name}: ${fault}`),
  );
}

/** A service ends by itself (`service_completed_successfully`), or its health can be asked. */
function hasHealth(service: Service): boolean {
  if (service.healthcheck !== undefined) return true;
  const check = dockerfileOf(service)?.healthcheck;
  return check !== undefined && check !== 'NONE';
}

function dependencyFaults(service: Service, { services }: Compose): string[] {
  return Object.entries(service.depends_on ?? {}).flatMap(([other, { condition }]) => {
    const awaited = services[other];
    if (awaited === undefined) return [`waits for ${other}, which there is not`];
    return condition === 'service_healthy' && !hasHealth(awaited)
      ? [`waits for the health of ${other}, which has none`]
      : [];
  });
}

function buildFaults(service: Service): string[] {
  const { image, build } = service;
  if (build === undefined) return image === undefined ? ['neither image nor build'] : [];
  if (!existsSync(join('docker', build.context, build.dockerfile))) return [`no ${build.dockerfile}`];
  return dockerfileOf(service) === undefined ? [`no stage ${build.target} in ${build.dockerfile}`] : [];
}

function mountFaults(volume: string, { volumes }: Compose): string[] {
  const [source = '', target = '', mode] = volume.split(':');
  if (!target.startsWith('/')) return [`${volume} is mounted nowhere`];
  if (!source.startsWith('.')) return source in volumes ? [] : [`volume ${source} is not declared`];
  const path = join('docker', source);
  if (!existsSync(path)) return [`${source} is mounted and does not exist`];
  const isFile = /\.\w+$/.test(target);
  return [
    // Docker would make a folder where a file is missing, and mount one over the other.
    ...(statSync(path).isFile() === isFile ? [] : [`${volume}: one is a file, the other is not`]),
    ...(mode === 'ro' ? [] : [`${source} is mounted for writing`]),
  ];
}

function limitFaults({ deploy, cap_drop, privileged }: Service): string[] {
  const { cpus, memory } = deploy?.resources?.limits ?? {};
  return [
    ...(cpus === undefined || memory === undefined ? ['no limit of processor and memory'] : []),
    ...(cap_drop?.includes('ALL') === true && privileged !== true ? [] : ['keeps capabilities']),
  ];
}

export const healthless = (compose: Compose): string[] =>
  Object.entries(compose.services)
    .filter(([, service]) => !hasHealth(service))
    .map(([name]) => name);
