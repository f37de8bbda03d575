import { cut } from '../tokens/tag-attributes.ts';
import type { TextRun } from '../tree/text-run.ts';
import { collapse } from './passages.ts';

/** Characters of a page's text that are kept. */
const pageTextLimit = 100_000;

/** The visible text of a page as it goes by, a line for each block. */
export interface PageText {
  add(run: TextRun): void;
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
    add: ({ text, start, end }) => {
      if (length > pageTextLimit) return;
      const piece = collapse(text.slice(start, Math.min(end, start + 2 * pageTextLimit)));
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
