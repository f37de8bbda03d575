import { collectFacts, type FactCollector } from './facts/collect-facts.ts';
import { linesIn } from './facts/positions.ts';
import { scanTokens } from './tokens/scan-tokens.ts';
import { treeSink } from './tree/tree-sink.ts';

/** Characters whose lines are counted at once. */
const lineCharacters = 16_384;

/** Reads a page's text in steps, so that the caller can stop between them. */
export interface TextReader {
  readonly collector: FactCollector;
  /**
   * Does about the work of reading this many characters, for any page.
   *
   * @returns whether the page has been read to its end.
   */
  readonly readNext: (characters: number) => boolean;
}

/**
 * Creates a reader of a page's text.
 *
 * @param scripting - Whether to parse as a client that runs scripts.
 */
export function readText(text: string, scripting: boolean): TextReader {
  const lines = linesIn(text);
  const collector = collectFacts(text, lines.positionOf);
  const tokens = scanTokens(text, treeSink(text, collector.recorder, { scripting }));
  return {
    collector,
    readNext: (characters) => {
      // A long token can contain millions of lines, which are counted in steps too.
      const counted = lines.countNext(tokens.emittedTo() - lineCharacters, lineCharacters);
      return counted && tokens.readNext(characters);
    },
  };
}
