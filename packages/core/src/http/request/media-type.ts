const token = "[!#$%&'*+\\-.^_`|~0-9A-Za-z]+";
const essence = new RegExp(`^[ \\t]*(${token}/${token})[ \\t]*(?=;|$)`);
const parameter = new RegExp(
  `;[ \\t]*(?:(${token})=(?:(${token})|"((?:[^"\\\\]|\\\\.)*)"))?[ \\t]*`,
  'y',
);

/** A content type: type and subtype in lowercase, and its charset parameters. */
export interface MediaType {
  readonly essence: string;
  readonly charsets: readonly string[];
}

/** Parses a `Content-Type` by the grammar of RFC 9110. Returns `undefined` if it is malformed. */
export function parseMediaType(value: string): MediaType | undefined {
  const start = essence.exec(value);
  if (start === null) return undefined;
  const charsets: string[] = [];
  parameter.lastIndex = start[0].length;
  while (parameter.lastIndex < value.length) {
    const match = parameter.exec(value);
    if (match === null) return undefined;
    const [, name, plain, quoted] = match;
    if (name?.toLowerCase() === 'charset') {
      charsets.push((plain ?? quoted ?? '').replace(/\\(.)/g, '$1').toLowerCase());
    }
  }
  return { essence: (start[1] as string).toLowerCase(), charsets };
}
