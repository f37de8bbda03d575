import { isAscii, isUtf8 } from 'node:buffer';
import { getBOMEncoding, isomorphicDecode, normalizeEncoding } from '@exodus/bytes/encoding.js';
import { MIMEType } from 'whatwg-mimetype';
import { declaredEncoding, metaContentCharset } from './declared-encoding.ts';

/** How the page's bytes were decoded. */
export interface CharsetFact {
  /** WHATWG name of the encoding used, lower-case: `utf-8`, `windows-1252`. */
  readonly name: string;
  /**
   * What determined it: a byte order mark, the header, a meta in the first 1,024 bytes, a later meta
   * in the head, or nothing. The default is windows-1252, or UTF-8 where the bytes are valid UTF-8.
   */
  readonly from: 'bom' | 'header' | 'meta' | 'late-meta' | 'default';
  /** Label in the Content-Type header, as written; `null` where there is none. */
  readonly headerLabel: string | null;
  /** WHATWG name of the encoding that `headerLabel` names; `null` for none, and for an unknown label. */
  readonly headerEncoding: string | null;
  /** Label in the page's first meta that declares one, as written; `null` where there is none. */
  readonly metaLabel: string | null;
  /** WHATWG name of the encoding that `metaLabel` names; `null` for none, and for an unknown label. */
  readonly metaEncoding: string | null;
  /** Byte sequences that are invalid in the page's encoding and become U+FFFD. */
  readonly undecodable: number;
  /** Whether the page contains NUL or noncharacters, which become U+FFFD in its text, too. */
  readonly replaced: boolean;
}

/** The encoding of a page, before it is decoded. */
type SniffedCharset = Omit<
  CharsetFact,
  'headerEncoding' | 'metaEncoding' | 'undecodable' | 'replaced'
>;

/** Completes the fact after the page is decoded. */
export function charsetFact(
  sniffed: SniffedCharset,
  { undecodable, replaced }: Pick<CharsetFact, 'undecodable' | 'replaced'>,
): CharsetFact {
  const { headerLabel, metaLabel } = sniffed;
  return {
    ...sniffed,
    headerEncoding: headerLabel === null ? null : normalizeEncoding(headerLabel),
    metaEncoding: metaLabel === null ? null : normalizeEncoding(metaLabel),
    undecodable,
    replaced,
  };
}

/**
 * Determines the encoding of a page: byte order mark, Content-Type, a declaration in the first 1,024
 * bytes, or else windows-1252, the standard's default for most locales.
 * Source: https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding
 *
 * Where nothing is declared and the bytes are valid UTF-8 beyond ASCII, they are read as UTF-8: step 8
 * of the standard leaves detection to implementations and calls UTF-8's pattern highly detectable,
 * search engines detect it, and legacy text does not match it by accident. `from` is still `default`:
 * the page declares nothing.
 */
export function sniffCharset(body: Uint8Array, contentType: string | null): SniffedCharset {
  const headerLabel = contentTypeCharset(contentType);
  const bom = getBOMEncoding(body);
  if (bom !== null) return { name: bom, from: 'bom', headerLabel, metaLabel: null };

  const fromHeader = headerLabel === null ? null : normalizeEncoding(headerLabel);
  if (fromHeader !== null) {
    return { name: fromHeader, from: 'header', headerLabel, metaLabel: null };
  }
  const declared = prescanMeta(isomorphicDecode(body.subarray(0, prescanBytes)));
  if (declared !== null) {
    return { name: declared.encoding, from: 'meta', headerLabel, metaLabel: declared.label };
  }
  const name = !isAscii(body) && isUtf8(body) ? 'utf-8' : 'windows-1252';
  return { name, from: 'default', headerLabel, metaLabel: null };
}

/**
 * The `charset` parameter of a Content-Type header, as written; `null` where there is none.
 *
 * Several comma-separated values are combined as in Fetch: the last valid type counts, and inherits
 * the charset of the previous one where the type is the same and has no charset.
 * Source: https://fetch.spec.whatwg.org/#concept-header-extract-mime-type
 */
function contentTypeCharset(contentType: string | null): string | null {
  let essence: string | null = null;
  let charset: string | null = null;
  for (const value of (contentType ?? '').slice(0, 2_000).split(',')) {
    const type = MIMEType.parse(value);
    if (type === null || type.essence === '*/*') continue;
    const declared = type.parameters.get('charset') ?? null;
    if (declared !== null || type.essence !== essence) charset = declared;
    essence = type.essence;
  }
  return charset;
}

/** Bytes of a page that are searched for a declaration before it is decoded. */
const prescanBytes = 1_024;

/** A declaration of the page's encoding. */
interface Declaration {
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
function prescanMeta(head: string): Declaration | null {
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

/** An attribute as the prescan reads it: the name in lower case, the value as written. */
interface PrescanAttribute {
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
function prescanAttribute(head: string, from: number): PrescanAttribute | null {
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

const declaration = /^<\?xml[^>]*?encoding[\0-\x20]*=[\0-\x20]*(?:"([^">]*)"|'([^'>]*)')/;

/**
 * The encoding in an XML declaration at the very start of the page.
 * Source: https://html.spec.whatwg.org/multipage/parsing.html#concept-get-xml-encoding-when-sniffing
 */
function xmlDeclarationCharset(head: string): { encoding: string; label: string } | null {
  const end = head.indexOf('>');
  if (end === -1) return null;
  const found = declaration.exec(head.slice(0, end));
  const label = found?.[1] ?? found?.[2] ?? '';
  const encoding = /[\0-\x20]/.test(label) ? null : declaredEncoding(label);
  return encoding === null ? null : { encoding, label };
}
