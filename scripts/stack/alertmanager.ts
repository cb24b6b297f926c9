/** Alertmanager with the shipped routes on loopback; every receiver becomes one local webhook. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, stringify } from 'yaml';
import { fasterRoutes } from './faster.ts';
import { freePort } from './ports.ts';
import { startProgram, type Program } from './program.ts';

const shipped = fileURLToPath(new URL('../../collector-config/alertmanager/', import.meta.url));

export interface Alertmanager {
  readonly program: Program;
  readonly url: string;
  /** host:port */
  readonly address: string;
}

export interface AlertmanagerOptions {
  readonly binary: string;
  readonly folder: string;
  /** Where notifications go. */
  readonly webhook: string;
  readonly preferred?: number;
  readonly factor?: number;
}

export async function startAlertmanager(options: AlertmanagerOptions): Promise<Alertmanager> {
  const { binary, folder, webhook, factor = 1 } = options;
  const port = await freePort(options.preferred);
  mkdirSync(folder, { recursive: true });
  cpSync(join(shipped, 'templates'), join(folder, 'templates'), { recursive: true });
  const { receivers, ...config } = parse(readFileSync(join(shipped, 'alertmanager.yaml'), 'utf8')) as {
    readonly receivers: readonly { readonly name: string }[];
  };
  const path = join(folder, 'alertmanager.yaml');
  writeFileSync(
    path,
    stringify({
      ...(fasterRoutes(config, factor) as object),
      receivers: receivers.map(({ name }) => ({
        name,
        webhook_configs: [{ url: `${webhook}/${name}`, send_resolved: true }],
      })),
    }),
  );
  const address = `127.0.0.1:${port}`;
  const program = await startProgram({
    name: 'Alertmanager',
    argv: [
      binary,
      `--config.file=${path}`,
      `--storage.path=${join(folder, 'data')}`,
      `--web.listen-address=${address}`,
      '--cluster.listen-address=',
      '--log.level=warn',
    ],
    cwd: folder,
    readyUrl: `http://${address}/-/ready`,
  });
  return { program, url: `http://${address}`, address };
}
