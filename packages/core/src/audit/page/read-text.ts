import { collectFacts, type FactCollector } from './facts/collect-facts.ts';
import { linesIn } from './facts/positions.ts';
import { scanTokens } from './tokens/scan-tokens.ts';
import { treeSink } from './tree/tree-sink.ts';

/** Characters whose lines are counted at once. */
const lineCharacters = 16_384;

/** Reads a page's text, as far as the caller has time for. */
export interface TextReader {
  readonly collector: FactCollector;
  /**
   * Works on for about as long as it takes to read so many characters, whatever the page is.
   *
   * @returns whether the page has been read to its end.
   */
  readonly readOn: (characters: number) => boolean;
}

/**
 * Begins to read a page's text.
 *
 * @param scripting - Whether to read as one that runs scripts.
 */
export function readText(text: string, scripting: boolean): TextReader {
  const lines = linesIn(text);
  const collector = collectFacts(text, lines.positionOf);
  const tokens = scanTokens(text, treeSink(text, collector.recorder, { scripting }));
  return {
    collector,
    readOn: (characters) => {
      // After something long there may be millions of lines before the next tag.
      const counted = lines.countOn(tokens.handedOver() - lineCharacters, lineCharacters);
      return counted && tokens.readOn(characters);
    },
  };
}
