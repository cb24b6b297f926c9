/** What compose itself says of a compose file: the loader of `docker compose`, in compose-check/, built once into .cache. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const SOURCE = 'test/docker/compose-check';

function loader(): string {
  const hash = createHash('sha256');
  for (const file of ['go.mod', 'go.sum', 'main.go']) hash.update(readFileSync(join(SOURCE, file)));
  const program = resolve('.cache', `compose-check-${hash.digest('hex').slice(0, 16)}`);
  if (!existsSync(program)) execFileSync('go', ['build', '-o', program, '.'], { cwd: SOURCE, stdio: 'pipe' });
  return program;
}

/** Empty when the file loads: schema, references between services, volumes, values. */
export function loadFault(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'ragspan-compose-'));
  try {
    const file = join(folder, 'compose.yaml');
    writeFileSync(file, text);
    const { status, stderr, error } = spawnSync(loader(), [file], { encoding: 'utf8' });
    if (error !== undefined) throw error;
    return status === 0 ? '' : stderr.trim();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
