import type { Evidence } from './outcome.ts';
import type { PageFacts, Position, SourceTag } from './page/page-facts.ts';
import { memoize } from './readings/memoize.ts';

/**
 * Evidence from the page as scripts built it, with positions in the source: a tag has one only if the source has the
 * same tag once, as positions in a serialised document mean nothing to a reader.
 *
 * @param source - The page as the server sent it.
 */
export function withSourcePosition(evidence: Evidence, source: PageFacts): Evidence {
  if (evidence.kind !== 'html') return evidence;
  const { line: _, column: _1, ...quote } = evidence;
  const tags = tagPositionsOf(source);
  const found = tags.get(quote.text) ?? tags.get(/^<[^>]*>/.exec(quote.text)?.[0] ?? '');
  return found === undefined || found === 'several' ? quote : { ...quote, ...found };
}

/** Where each tag of a page is, by its source. */
const tagPositionsOf = memoize((page: PageFacts): ReadonlyMap<string, Position | 'several'> => {
  const positions = new Map<string, Position | 'several'>();
  for (const facts of Object.values(page)) {
    if (!Array.isArray(facts)) continue;
    for (const fact of facts) {
      if (!isTag(fact)) continue;
      const { html, line, column } = fact;
      const known = positions.get(html);
      if (known === undefined) positions.set(html, { line, column });
      // An element is in several lists, such as those of images and of roles.
      else if (known !== 'several' && (known.line !== line || known.column !== column)) {
        positions.set(html, 'several');
      }
    }
  }
  return positions;
});

function isTag(fact: unknown): fact is SourceTag {
  return typeof fact === 'object' && fact !== null && 'html' in fact && 'line' in fact;
}
