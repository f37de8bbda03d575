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

/** The formats of files by the end of their names. */
const formatByExtension: Readonly<Record<string, Format>> = {
  '.json': 'json',
  '.html': 'html',
  '.csv': 'csv',
  '.xml': 'junit',
  '.md': 'markdown',
  '.sarif': 'sarif',
};

/** The format that the options choose: by name, otherwise by the name of the file. */
export function formatOf({
  format,
  output = '',
}: {
  readonly format?: Format;
  readonly output?: string;
}): Format {
  return format ?? formatByExtension[extname(output).toLowerCase()] ?? 'pretty';
}
