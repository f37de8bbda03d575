/** One link of a `Link` header. */
interface HeaderLink {
  /** The target as written. */
  readonly target: string;
  /** Parameters by lower-case name; the first of repeated parameters counts. */
  readonly parameters: ReadonlyMap<string, string>;
}

/**
 * Parses a `Link` header as RFC 8288, appendix B, describes. Parsing stops at malformed syntax; the
 * links before it are returned.
 */
export function parseLinkHeader(value: string): readonly HeaderLink[] {
  const links: HeaderLink[] = [];
  let at = 0;
  while (at < value.length) {
    at = skip(value, at, ' \t,');
    if (value[at] !== '<') break;
    const end = value.indexOf('>', at);
    if (end < 0) break;
    const target = value.slice(at + 1, end).trim();
    const parameters = new Map<string, string>();
    at = skip(value, end + 1, ' \t');
    while (value[at] === ';') {
      const parameter = readParameter(value, skip(value, at + 1, ' \t'));
      if (parameter.name !== '' && !parameters.has(parameter.name)) {
        parameters.set(parameter.name, parameter.value);
      }
      at = skip(value, parameter.end, ' \t');
    }
    links.push({ target, parameters });
  }
  return links;
}

function readParameter(value: string, start: number) {
  let at = start;
  while (at < value.length && !' \t=;,'.includes(value.charAt(at))) at += 1;
  const name = value.slice(start, at).toLowerCase();
  at = skip(value, at, ' \t');
  if (value[at] !== '=') return { name, value: '', end: at };
  at = skip(value, at + 1, ' \t');
  if (value[at] === '"') {
    const quoted = readQuoted(value, at + 1);
    return { name, value: quoted.text, end: quoted.end };
  }
  const from = at;
  while (at < value.length && !';,'.includes(value.charAt(at))) at += 1;
  return { name, value: value.slice(from, at).trim(), end: at };
}

function readQuoted(value: string, start: number) {
  const characters: string[] = [];
  let at = start;
  while (at < value.length && value[at] !== '"') {
    if (value[at] === '\\' && at + 1 < value.length) at += 1;
    characters.push(value.charAt(at));
    at += 1;
  }
  return { text: characters.join(''), end: at + 1 };
}

function skip(value: string, start: number, characters: string): number {
  let at = start;
  while (at < value.length && characters.includes(value.charAt(at))) at += 1;
  return at;
}
