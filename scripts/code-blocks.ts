/** A code block in Markdown. */
interface CodeBlock {
  /** Its language, such as `js` or `ts`; empty without one. */
  readonly language: string;
  /** The text after the language: `fragment` in our READMEs, if a block is not a whole file. */
  readonly note: string;
  /** The first line of its code, from 1. */
  readonly line: number;
  readonly code: string;
}

/** The fenced code blocks of Markdown, in order. */
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
