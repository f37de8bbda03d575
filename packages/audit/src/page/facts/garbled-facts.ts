import type { TextRun } from '../tree/tree.ts';
import type { Collected, ElementContext } from './collected.ts';
import { factCharacters } from './fact-budget.ts';
import { garbledSpansIn } from './garbled-text.ts';
import type { Lines } from './positions.ts';
import { collapse } from './text-buffer.ts';

/** Garbled spans that are kept: far more than a report quotes. */
const garbledLimit = 500;
/** Characters before and after a garbled span. */
const excerpt = 40;

/**
 * Creates the collector of garbled spans, which is called with each run of text that visitors see and that is not only
 * ASCII, in which nothing is garbled.
 *
 * @param text - The page.
 */
export function collectGarbled(
  text: string,
  positionOf: Lines['positionOf'],
  { garbled }: Collected,
  reserve: ElementContext['reserve'],
): (run: TextRun) => void {
  return (run) => {
    if (garbled.length >= garbledLimit) return;
    const piece = run.text.slice(run.start, run.end);
    const isDecoded = run.text !== text;
    for (const { index, length, kind } of garbledSpansIn(piece)) {
      if (garbled.length >= garbledLimit) return;
      // It may be that of a reference such as &#xFFFD;, which is written on purpose.
      if (isDecoded && kind === 'replacement') continue;
      // Offsets in decoded text are not those of the page.
      const { line, column } = positionOf(isDecoded ? run.at : run.at + index);
      const end = index + Math.min(length, excerpt) + excerpt;
      const around = collapse(piece.slice(Math.max(0, index - excerpt), end)).trim();
      const fact = { line, column, kind, text: around.toWellFormed() };
      if (reserve(garbled, around.length, factCharacters)) garbled.push(fact);
    }
  };
}
