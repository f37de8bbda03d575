/** An attribute as the prescan reads it: the name in lower case, the value as written. */
export interface PrescanAttribute {
  readonly name: string;
  readonly value: string;
  /** Offset at which reading continues. */
  readonly next: number;
}

/**
 * The standard's "get an attribute": `null` at the `>` that ends the tag.
 * Source: https://html.spec.whatwg.org/multipage/parsing.html#concept-get-attributes-when-sniffing
 *
 * @throws RangeError where the head of the page ends inside the tag, which ends the prescan.
 */
export function prescanAttribute(head: string, from: number): PrescanAttribute | null {
  let at = from;
  while (isSpace(charAt(head, at)) || head[at] === '/') at++;
  if (head[at] === '>') return null;

  const nameStart = at;
  for (;;) {
    const char = charAt(head, at);
    if (char === '=' && at > nameStart) break;
    if (isSpace(char) || char === '/' || char === '>') break;
    at++;
  }
  const name = head.slice(nameStart, at).toLowerCase();
  while (isSpace(charAt(head, at))) at++;
  if (head[at] !== '=') return { name, value: '', next: at };

  at++;
  while (isSpace(charAt(head, at))) at++;
  const quote = head[at];
  if (quote === '"' || quote === "'") {
    const end = head.indexOf(quote, at + 1);
    if (end === -1) throw new RangeError('The head of the page ends inside a value.');
    return { name, value: head.slice(at + 1, end), next: end + 1 };
  }
  const valueStart = at;
  while (!isSpace(charAt(head, at)) && head[at] !== '>') at++;
  return { name, value: head.slice(valueStart, at), next: at };
}

function charAt(head: string, at: number): string {
  const char = head[at];
  if (char === undefined) throw new RangeError('The head of the page ends inside a tag.');
  return char;
}

function isSpace(char: string): boolean {
  return char === ' ' || char === '\n' || char === '\t' || char === '\r' || char === '\f';
}
