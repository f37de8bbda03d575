/**
 * The most tokens of an answer, as {@link approximateTokens} counts them: fewer than 10,000 for a tokenizer, regardless
 * of the topic.
 */
const maxTokens = 5_200;

/**
 * About how many tokens a text has for a language model. It counts more than tokenizers do for ordinary text, so that
 * no text has many more: random letters have nearly twice as many.
 */
export function approximateTokens(text: string): number {
  let tokens = 0;
  for (const [run] of text.matchAll(/[a-z]+|\d+|[^\sa-z\d]|\n/giu)) {
    const code = run.codePointAt(0) ?? 0;
    // A token has at least one byte of UTF-8.
    if (code > 0x7f) tokens += Buffer.byteLength(run);
    else tokens += Math.ceil(run.length / 3);
  }
  return tokens;
}

/** Lines that belong together, such as those of one finding. */
export type Block = readonly string[];

/** An answer that may need several calls. */
export interface PagedText {
  /** Repeated on each page. */
  readonly head: readonly string[];
  readonly blocks: readonly Block[];
  /** Which page is wanted, from 1. */
  readonly page: number;
}

/**
 * The wanted page of a text, with a last line that says how to get the next one. A block is only divided if it does not
 * fit on a separate page.
 */
export function textOfPage({ head, blocks, page }: PagedText): string {
  const pages = pagesOf(head, blocks);
  const shown = pages[page - 1];
  const count = pages.length;
  if (shown === undefined) {
    return [...head, '', `There is no page ${page}: the last one is ${count}.`].join('\n');
  }
  const next = page < count ? ` The rest: the same call with page ${page + 1}.` : '';
  const footer = count === 1 ? [] : ['', `Page ${page} of ${count}.${next}`];
  return [...head, ...shown.flatMap((block) => ['', ...block]), ...footer].join('\n');
}

function pagesOf(head: readonly string[], blocks: readonly Block[]): readonly Block[][] {
  const room = maxTokens - approximateTokens(head.join('\n'));
  const pages: Block[][] = [[]];
  let left = room;
  for (const block of blocks.flatMap((whole) => fittingParts(whole, room))) {
    const tokens = tokensOfBlock(block);
    if (tokens > left) {
      pages.push([]);
      left = room;
    }
    pages.at(-1)?.push(block);
    left -= tokens;
  }
  return pages;
}

function tokensOfBlock(block: Block): number {
  return approximateTokens(['', ...block, ''].join('\n'));
}

/** The block, or its lines if all of them are too much for one page. */
function fittingParts(block: Block, room: number): readonly Block[] {
  return tokensOfBlock(block) <= room ? [block] : block.map((line) => [line]);
}

/** A text of at most `length` characters. */
export function cutText(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1).toWellFormed()}…` : text;
}
