/** A block of code in a text of Markdown. */
export interface CodeBlock {
  /** The language it is marked with, such as `js` or `ts`; empty without one. */
  readonly language: string;
  /** What follows the language: `fragment` in our READMEs, where a block is no whole file. */
  readonly note: string;
  /** The line that its code begins in, from 1. */
  readonly line: number;
  readonly code: string;
}

/** The fenced blocks of code of a text of Markdown, in order. */
export function codeBlocks(markdown: string): CodeBlock[] {
  return [...markdown.matchAll(/^```(\w*)[^\S\n]*(.*)\n([\s\S]*?)^```$/gm)].map(
    ({ index, 1: language = '', 2: note = '', 3: code = '' }) => ({
      language,
      note,
      line: markdown.slice(0, index).split('\n').length + 1,
      code,
    }),
  );
}
