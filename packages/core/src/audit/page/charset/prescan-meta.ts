import { declaredEncoding } from './declared-encoding.ts';
import { metaContentCharset } from './meta-content-charset.ts';
import { prescanAttribute } from './prescan-attribute.ts';
import { xmlDeclarationCharset } from './xml-declaration-charset.ts';

/** Bytes of a page that are searched for a declaration before it is decoded. */
export const prescanBytes = 1_024;

/** A declaration of the page's encoding. */
export interface Declaration {
  /** WHATWG name of the encoding, lower-case. */
  readonly encoding: string;
  /** As written. */
  readonly label: string;
}

/**
 * Searches the first 1,024 bytes for a declaration of the encoding. Recognises comments, tags and
 * attributes but not elements: a meta inside a script counts.
 * Source: https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding
 *
 * @param head - The page's first bytes, one character each.
 */
export function prescanMeta(head: string): Declaration | null {
  if (head.startsWith('<\0?\0x\0')) return { encoding: 'utf-16le', label: 'utf-16le' };
  if (head.startsWith('\0<\0?\0x')) return { encoding: 'utf-16be', label: 'utf-16be' };
  try {
    return scan(head) ?? xmlDeclarationCharset(head);
  } catch (error) {
    if (error instanceof RangeError) return xmlDeclarationCharset(head);
    throw error;
  }
}

function scan(head: string): Declaration | null {
  let at = 0;
  for (;;) {
    at = head.indexOf('<', at);
    if (at === -1) return null;
    const rest = head.slice(at, at + 7);
    if (rest.startsWith('<!--')) {
      at = after(head, '-->', at + 2);
    } else if (/^<meta[\t\n\f\r /]/i.test(rest)) {
      const meta = readMeta(head, at + 5);
      if (meta.declaration) return meta.declaration;
      at = meta.next;
    } else if (/^<\/?[a-z]/i.test(rest)) {
      at = afterTag(head, at + 2);
    } else if (/^<[!/?]/.test(rest)) {
      at = after(head, '>', at);
    } else {
      at++;
    }
  }
}

function readMeta(head: string, from: number): { declaration: Declaration | null; next: number } {
  const seen = new Set<string>();
  let at = from;
  let gotPragma = false;
  let needPragma: boolean | null = null;
  let label: string | null = null;
  for (;;) {
    const attribute = prescanAttribute(head, at);
    if (attribute === null) break;
    at = attribute.next;
    const { name, value } = attribute;
    if (seen.has(name)) continue;
    seen.add(name);
    if (name === 'http-equiv') {
      gotPragma = value.toLowerCase() === 'content-type';
    } else if (name === 'content' && label === null) {
      const inContent = metaContentCharset(value);
      if (inContent !== null && declaredEncoding(inContent) !== null) {
        label = inContent;
        needPragma = true;
      }
    } else if (name === 'charset') {
      label = value;
      needPragma = false;
    }
  }
  const counts = label !== null && (needPragma === false || gotPragma);
  const encoding = counts && label !== null ? declaredEncoding(label) : null;
  return {
    declaration: encoding === null || label === null ? null : { encoding, label },
    next: at + 1,
  };
}

function afterTag(head: string, from: number): number {
  let at = from;
  while (at < head.length && !/[\t\n\f\r >]/.test(head[at] ?? '')) at++;
  for (;;) {
    const attribute = prescanAttribute(head, at);
    if (attribute === null) return at + 1;
    at = attribute.next;
  }
}

function after(head: string, mark: string, from: number): number {
  const found = head.indexOf(mark, from);
  if (found === -1) throw new RangeError('The head of the page ends inside markup.');
  return found + mark.length;
}
