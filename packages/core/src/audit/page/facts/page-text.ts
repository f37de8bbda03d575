import { cut } from '../tokens/tag-attributes.ts';

/** Characters of a page's text that are kept. */
const pageTextLimit = 100_000;

/** The visible text of a page as it goes by, a line for each block. */
export interface PageText {
  /** Whether it takes no more. */
  isFull(): boolean;
  /** Takes text in which every run of white space is one space. */
  add(piece: string): void;
  /** White space, and nothing else. */
  space(): void;
  /** The edge of a block. */
  part(): void;
  /** What has been added, cut to 100,000 characters. */
  text(): string;
}

/** Starts with nothing. */
export function gatherPageText(): PageText {
  const pieces: string[] = [];
  let length = 0;
  let due = '';
  return {
    isFull: () => length > pageTextLimit,
    add: (piece) => {
      const words = piece.trim();
      if (due === '' && piece.startsWith(' ')) due = ' ';
      if (words === '') return;
      if (length > 0) pieces.push(due);
      pieces.push(words);
      length += words.length + 1;
      due = piece.endsWith(' ') ? ' ' : '';
    },
    space: () => {
      if (due === '') due = ' ';
    },
    part: () => {
      due = '\n';
    },
    text: () => cut(pieces.join(''), pageTextLimit).trimEnd(),
  };
}
