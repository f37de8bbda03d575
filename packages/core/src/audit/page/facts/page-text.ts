import { cut } from '../tokens/tag-attributes.ts';

/** Characters of a page's text that are kept. */
const pageTextLimit = 100_000;

/** Collects the visible text of a page, one line for each block. */
export interface PageText {
  /** Whether the limit is reached. */
  isFull(): boolean;
  /** Adds text in which every run of white space is one space. */
  add(piece: string): void;
  /** Adds white space. */
  space(): void;
  /** Ends the line: a block boundary. */
  blockBreak(): void;
  /** The collected text, cut to 100,000 characters. */
  text(): string;
}

/** Creates an empty collector. */
export function createPageText(): PageText {
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
    blockBreak: () => {
      due = '\n';
    },
    text: () => cut(pieces.join(''), pageTextLimit).trimEnd(),
  };
}
