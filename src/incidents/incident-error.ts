/** What is wrong with a file of the incident practice, and what to do: the command line prints both. */
export class IncidentError extends Error {
  /** One sentence that says what to do. */
  readonly hint: string;

  /** `problem`: what is wrong and where (file, line, key, value). */
  constructor(problem: string, hint: string) {
    super(problem);
    this.name = 'IncidentError';
    this.hint = hint;
  }
}

/** Code of the file system → what it means for the path, and what to do. */
const FILE_PROBLEMS: { readonly [code: string]: readonly [problem: string, hint: string] } = {
  ENOENT: ['there is no such file or folder', 'Check the path.'],
  EACCES: ['permission denied', 'Check who may read and write there.'],
  EPERM: ['permission denied', 'Check who may read and write there.'],
  EROFS: ['the file system is read-only', 'Choose another folder.'],
  EISDIR: ['is a folder, not a file', 'Name the file.'],
  EEXIST: ['a part of the path is a file, not a folder', 'Check the path.'],
  ENOTDIR: ['a part of the path is a file, not a folder', 'Check the path.'],
  ENOSPC: ['no space is left', 'Make room, or choose another folder.'],
  EDQUOT: ['no space is left', 'Make room, or choose another folder.'],
};

/** What the file system says of `path`, in words. Anything else is thrown on as it is. */
export function fileError(error: unknown, path: string): IncidentError {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  if (code === undefined) throw error;
  const [problem, hint] = FILE_PROBLEMS[code] ?? [(error as Error).message, 'Check the path and the file system.'];
  return new IncidentError(`${path}: ${problem}`, hint);
}
