import type { TagToken } from './tag-token.ts';

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
