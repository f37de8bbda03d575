import { extname } from 'node:path';

/** The formats of reports and crawls. */
export const formats = [
  'pretty',
  'json',
  'html',
  'csv',
  'junit',
  'markdown',
  'sarif',
  'llm',
] as const;

/** The name of one of them. */
export type Format = (typeof formats)[number];

/** The formats of reports: a crawl is no PDF. */
export const reportFormats = [...formats, 'pdf'] as const;

/** The name of one of them. */
export type ReportFormat = (typeof reportFormats)[number];

/** The formats of files by the end of their names. */
const formatByExtension: Readonly<Record<string, ReportFormat>> = {
  '.json': 'json',
  '.html': 'html',
  '.pdf': 'pdf',
  '.csv': 'csv',
  '.xml': 'junit',
  '.md': 'markdown',
  '.sarif': 'sarif',
  '.txt': 'pretty',
};

/**
 * The format that the options choose: by name, otherwise by the extension of the file name. A name without one, such
 * as that of a pipe, chooses none.
 *
 * @param allowed - The formats of the command.
 * @throws Error for a file name whose extension is of none of them.
 */
export function formatOf<Allowed extends ReportFormat>(
  { format, output = '' }: { readonly format?: Allowed; readonly output?: string },
  allowed: readonly Allowed[],
): Allowed | 'pretty' {
  const extension = extname(output).toLowerCase();
  if (format !== undefined || extension === '') return format ?? 'pretty';
  const found = allowed.find((known) => known === formatByExtension[extension]);
  if (found !== undefined) return found;
  const known = Object.entries(formatByExtension)
    .filter(([, name]) => allowed.some((other) => other === name))
    .map(([name, ofName]) => (name.slice(1) === ofName ? name : `${name} (${ofName})`));
  throw new Error(
    `--output ${output} ends with ${extension}, which is no format that this command writes. Allowed are ${known.join(', ')}, and any name with --format.`,
  );
}
