/** What errors of a file system mean for its user. */
const problems: Readonly<Record<string, string>> = {
  EACCES: 'This user may not read it.',
  EPERM: 'This user may not read it.',
  ELOOP: 'Its links lead in a circle.',
  EMFILE: 'Too many files are open: raise the limit, such as with ulimit -n 1024.',
  ENAMETOOLONG: 'Its path is longer than the system allows.',
  ENOENT: 'It is not there, or its name is not UTF-8.',
};

/** How much of a path is shown. */
const maxPathLength = 200;

/** Why a file or folder cannot be read, in a sentence; `null` for what is not an error of a file system. */
export function fileProblem(error: unknown): string | null {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return null;
  return problems[String(error.code)] ?? `It cannot be read (${error.code}).`;
}

/** A path, cut in the middle. */
export function shortPath(path: string): string {
  if (path.length <= maxPathLength) return path;
  return `${path.slice(0, maxPathLength / 2)}…${path.slice(-maxPathLength / 2)}`;
}
