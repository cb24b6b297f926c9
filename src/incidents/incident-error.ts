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

/** What the file system says of `path`, in words. Anything else is thrown on as it is. */
export function fileError(error: unknown, path: string): IncidentError {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  switch (code) {
    case 'ENOENT':
      return new IncidentError(`${path}: there is no such file or folder`, 'Check the path.');
    case 'EACCES':
    case 'EPERM':
      return new IncidentError(`${path}: permission denied`, 'Check who may read and write there.');
    case 'EROFS':
      return new IncidentError(`${path}: the file system is read-only`, 'Choose another folder.');
    case 'EISDIR':
      return new IncidentError(`${path}: is a folder, not a file`, 'Name the file.');
    case 'ENOTDIR':
      return new IncidentError(`${path}: a part of the path is a file, not a folder`, 'Check the path.');
    case 'ENOSPC':
    case 'EDQUOT':
      return new IncidentError(`${path}: no space is left`, 'Make room, or choose another folder.');
    default:
      if (code === undefined) throw error;
      return new IncidentError(`${path}: ${(error as Error).message}`, 'Check the path and the file system.');
  }
}
