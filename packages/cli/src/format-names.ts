import { basename, extname } from 'node:path';

/** The formats of reports and crawls. */
export const formats = [
  'pretty',
  'json',
  'html',
  'csv',
  'junit',
  'markdown',
  'sarif',
  'codequality',
  'llm',
  'pdf',
] as const;

/** The name of one of them. */
export type Format = (typeof formats)[number];

/** What writes each format; `null` if there is nothing to write. */
export type Writers<Given, Rendering> = Readonly<
  Record<
    Format,
    (given: Given, how: Rendering) => string | null | Promise<string | Uint8Array | null>
  >
>;

/** The formats of files by the end of their names. */
const formatByExtension: Readonly<Record<string, Format>> = {
  '.json': 'json',
  '.html': 'html',
  '.pdf': 'pdf',
  '.csv': 'csv',
  '.xml': 'junit',
  '.md': 'markdown',
  '.sarif': 'sarif',
  '.txt': 'pretty',
};

/** The end of the names under which GitLab and others keep reports of code quality, which are JSON, too. */
const codeQualityName = 'code-quality-report.json';

/** An output, and its format. */
export interface OutputFile<Allowed extends Format> {
  readonly format: Allowed | 'pretty';
  /** `undefined` for standard output. */
  readonly file: string | undefined;
}

/**
 * The outputs that the options choose, at least one.
 *
 * @throws the error of {@link formatOf}, and Error if several would be of the one format that is named.
 */
export function outputsOf<Allowed extends Format>(
  { format, output = [] }: { readonly format?: Allowed; readonly output?: readonly string[] },
  allowed: readonly Allowed[],
): readonly OutputFile<Allowed>[] {
  const chosen = format === undefined ? {} : { format };
  if (output.length === 0) return [{ format: formatOf(chosen, allowed), file: undefined }];
  if (output.length > 1 && format !== undefined) {
    throw new Error('--format is for one output: the names of several choose theirs.');
  }
  return output.map((file) => ({ format: formatOf({ ...chosen, output: file }, allowed), file }));
}

/**
 * The format that the options choose: by name, otherwise by the extension of the file name. A name without one, such
 * as that of a pipe, chooses none.
 *
 * @param allowed - The formats of the command.
 * @throws Error for a file name whose extension is of none of them.
 */
export function formatOf<Allowed extends Format>(
  { format, output = '' }: { readonly format?: Allowed; readonly output?: string },
  allowed: readonly Allowed[],
): Allowed | 'pretty' {
  const extension = extname(output).toLowerCase();
  if (format !== undefined || extension === '') return format ?? 'pretty';
  const isCodeQuality = basename(output).toLowerCase().endsWith(codeQualityName);
  const wanted = isCodeQuality ? 'codequality' : formatByExtension[extension];
  const found = allowed.find((known) => known === wanted);
  if (found !== undefined) return found;
  const known = Object.entries(formatByExtension)
    .filter(([, name]) => allowed.some((other) => other === name))
    .map(([name, ofName]) => (name.slice(1) === ofName ? name : `${name} (${ofName})`));
  throw new Error(
    `--output ${output} ends with ${extension}, which is not a format that this command writes. Allowed are ${known.join(', ')}, and any name with --format.`,
  );
}
