import { valueLimit } from '../../url/web-url.ts';
import { decodeAttribute } from './character-references.ts';
import { cut, matchesNameAt } from './characters.ts';
import type { Tag } from './tags.ts';

/** How what follows a start tag is to be read. */
export const content = {
  /** Markup. */
  markup: 0,
  /** Text with character references, up to the end tag. */
  rcdata: 1,
  /** Text without references, up to the end tag. */
  rawText: 2,
  /** A script: as raw text, but `<!--` may hide an end tag. */
  script: 3,
  /** Text without references, up to the end of the page. */
  plaintext: 4,
} as const;

/** One of {@link content}. */
export type Content = (typeof content)[keyof typeof content];

/**
 * Receives the tokens of a page, in order. Offsets are into the page's text. A sink must not keep a
 * token: the next one overwrites it.
 */
export interface TokenSink {
  /**
   * A run of text, or a part of a long one, with its references not decoded. If `blank` is `true`,
   * it is only white space; if `false`, it may be.
   */
  text(start: number, end: number, blank: boolean): void;
  /** A run of text without references: of a CDATA section, raw text, or a script. */
  plainText(start: number, end: number): void;
  /** @returns how to read on. */
  startTag(tag: TagToken): Content;
  endTag(tag: TagToken): void;
  doctype(start: number, end: number): void;
  /** Whether `<![CDATA[` opens a section here: only in foreign content. */
  allowsCdata(): boolean;
}

/** A resumable tokenizer of a page's text. */
export interface Tokens {
  /**
   * Reads about this many characters further, then returns, in the middle of a token if it is long.
   *
   * @returns whether the page has been read to its end.
   */
  readNext(characters: number): boolean;
  /** Offset up to which everything has been emitted. */
  emittedTo(): number;
}

/** A start or end tag as the scanner emits it. Offsets are into the page's text. */
export interface TagToken {
  readonly text: string;
  tag: Tag;
  start: number;
  /** Offset after the `>`. */
  end: number;
  selfClosing: boolean;
  /** How many attributes were kept. */
  attributes: number;
  /** Whether there were more than {@link attributeLimit}. */
  attributesDropped: boolean;
  /** Four offsets for each attribute: start and end of its name, start and end of its value. */
  readonly offsets: Int32Array;
}

/** Attributes of one tag that are kept: the first ones. */
export const attributeLimit = 256;

/** An empty token to write over. */
export function createTagToken(text: string, tag: Tag): TagToken {
  return {
    text,
    tag,
    start: 0,
    end: 0,
    selfClosing: false,
    attributes: 0,
    attributesDropped: false,
    offsets: new Int32Array(4 * attributeLimit),
  };
}

/** Characters of the source that {@link valueLimit} decoded ones may take at most. */
const sourceLimit = 33 * valueLimit;

/** Value of the first attribute of this name, references decoded; `null` where there is none. */
export function attributeOf(token: TagToken, name: string): string | null {
  const { text, offsets } = token;
  for (let index = 0; index < 4 * token.attributes; index += 4) {
    const start = offsets[index] ?? 0;
    const end = offsets[index + 1] ?? 0;
    if (end - start !== name.length || !matchesNameAt(text, name, start)) continue;
    return valueBetween(text, offsets[index + 2] ?? 0, offsets[index + 3] ?? 0);
  }
  return null;
}

/** Whether a tag has an attribute of this name. */
export function hasAttribute(token: TagToken, name: string): boolean {
  const { text, offsets } = token;
  for (let index = 0; index < 4 * token.attributes; index += 4) {
    const start = offsets[index] ?? 0;
    const end = offsets[index + 1] ?? 0;
    if (end - start === name.length && matchesNameAt(text, name, start)) return true;
  }
  return false;
}

/** The attribute value between two offsets, references decoded, cut. */
export function valueBetween(text: string, start: number, end: number): string {
  const source = text.slice(start, Math.min(end, start + sourceLimit));
  const lines = source.includes('\r') ? source.replace(/\r\n?/g, '\n') : source;
  return cut(decodeAttribute(lines), valueLimit);
}

/** A string that is equal for start tags with equal attributes, in any order. */
export function attributeSignature({ attributes: count, offsets, text }: TagToken): string {
  if (count === 0) return '';
  const part = (index: number) => text.slice(offsets[index], offsets[index + 1]);
  // Neither a name nor JSON begins with a space.
  if (count === 1) return ` ${part(0).toLowerCase()}=${part(2)}`;
  const values = new Map<string, string>();
  for (let index = 0; index < 4 * count; index += 4) {
    const name = part(index).toLowerCase();
    if (!values.has(name)) values.set(name, part(index + 2));
  }
  return JSON.stringify([...values].sort(([left], [right]) => (left < right ? -1 : 1)));
}
