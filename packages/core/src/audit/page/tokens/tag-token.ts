import type { Tag } from './tags.ts';

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
