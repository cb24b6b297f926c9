/**
 * The build of an image without an engine: the COPY and RUN lines of a Dockerfile, done in a folder that stands for the
 * root of the file system. What .dockerignore leaves out is not there; programs and libraries are this machine's.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, posix, relative, resolve } from 'node:path';
import { DockerfileParser, type Copy, type Instruction } from 'dockerfile-ast';
import { ignoredBy } from './ignored.ts';

export class Replay {
  readonly #folder: string;
  readonly #instructions: readonly Instruction[];
  readonly #isIgnored = ignoredBy(readFileSync('.dockerignore', 'utf8'));

  constructor(dockerfile: string, folder: string) {
    this.#folder = folder;
    this.#instructions = DockerfileParser.parse(readFileSync(dockerfile, 'utf8')).getInstructions();
  }

  /** The file of a stage, on this machine. */
  path(stage: string, path: string): string {
    return join(this.#folder, stage, path);
  }

  build(stage: string): void {
    let directory = '/';
    const environment: Record<string, string> = {};
    for (const instruction of this.#of(stage)) {
      const text = instruction.getArgumentsContent() ?? '';
      switch (instruction.getKeyword()) {
        case 'WORKDIR':
          directory = text;
          mkdirSync(this.path(stage, directory), { recursive: true });
          break;
        case 'ENV':
          for (const [, name = '', value = ''] of text.matchAll(/(\w+)=(\S+)/g)) environment[name] = value;
          break;
        case 'COPY':
          this.#copy(stage, directory, instruction as Copy);
          break;
        case 'RUN':
          this.#run(stage, directory, environment, text.replace(/\\\s*\n/g, ' '));
          break;
        default:
      }
    }
  }

  /** From the FROM line that names the stage (the last one has no name: `final`) to the next. */
  #of(stage: string): Instruction[] {
    const found: Instruction[] = [];
    let current = '';
    for (const instruction of this.#instructions) {
      if (instruction.getKeyword() === 'FROM')
        current = / AS (\S+)$/i.exec(instruction.getArgumentsContent() ?? '')?.[1] ?? 'final';
      else if (current === stage) found.push(instruction);
    }
    if (found.length === 0) throw new Error(`no stage ${stage}`);
    return found;
  }

  #copy(stage: string, directory: string, copy: Copy): void {
    const paths = copy.getArguments().map((argument) => argument.getValue());
    const to = posix.resolve(directory, paths.at(-1) ?? '.');
    const intoFolder = paths.length > 2 || /\/$|^\.$/.test(paths.at(-1) ?? '');
    const other = copy
      .getFlags()
      .find((flag) => flag.getName() === 'from')
      ?.getValue();
    for (const source of paths.slice(0, -1)) {
      const from = other === undefined ? globSync(source.replace(/\/$/, '')) : [this.#fileOf(other ?? '', source)];
      if (from.length === 0) throw new Error(`COPY ${source}: there is no such file`);
      for (const one of from) {
        const isFolder = statSync(one).isDirectory();
        const target = this.path(stage, isFolder || !intoFolder ? to : posix.join(to, basename(one)));
        mkdirSync(isFolder ? target : dirname(target), { recursive: true });
        const isInContext = (path: string): boolean => !this.#isIgnored(relative('.', resolve(path)));
        cpSync(one, target, { recursive: true, ...(other === undefined ? { filter: isInContext } : {}) });
      }
    }
  }

  /** What the base image has (certificates) stands at the same place on this machine. */
  #fileOf(stage: string, path: string): string {
    return path.startsWith('/etc/') ? path : this.path(stage, path);
  }

  #run(stage: string, directory: string, environment: Readonly<Record<string, string>>, command: string): void {
    const root = this.path(stage, '');
    mkdirSync(join(root, 'usr/local/bin'), { recursive: true });
    const moved = command.replace(/(^|[\s=])\/(?=\w)/g, `$1${root.replace(/\/$/, '')}/`);
    try {
      execFileSync('sh', ['-ec', moved], {
        cwd: join(root, directory),
        env: { ...process.env, ...environment, PATH: `${join(root, 'usr/local/bin')}:${process.env['PATH'] ?? ''}` },
        stdio: ['ignore', 'pipe', 'pipe'],
        maxBuffer: 64 * 1024 * 1024,
      });
    } catch (error) {
      const { stdout, stderr } = error as { stdout?: Buffer; stderr?: Buffer };
      throw new Error(`RUN ${moved}\n${stdout?.toString() ?? ''}${stderr?.toString() ?? ''}`, { cause: error });
    }
  }
}
