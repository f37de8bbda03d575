import type { Evidence } from '../outcome.ts';
import type { PageFacts, Position, SourceTag } from '../page/page-facts.ts';
import { memoize } from '../readings/memoize.ts';

/**
 * Evidence about a page that was rendered, with positions in the source: positions in the document of a browser mean
 * nothing to a reader. A tag has one if it is there in the source, or if the source has the same tag once.
 *
 * @param source - The page as the server sent it.
 */
export function withSourcePosition(evidence: Evidence, source: PageFacts): Evidence {
  if (evidence.kind !== 'html') return evidence;
  const { line, column, ...quote } = evidence;
  const tags = tagsOf(source);
  const there = line === undefined ? undefined : tags.byPosition.get(`${line}:${column}`);
  if (there !== undefined && quote.text.startsWith(there.slice(0, comparedLength))) return evidence;
  const found = tags.byText.get(quote.text) ?? tags.byText.get(startTagOf(quote.text));
  return found === undefined || found === 'several' ? quote : { ...quote, ...found };
}

/** Quotes of an element with its text shorten long tags. */
const comparedLength = 100;

function startTagOf(text: string): string {
  return /^<[^>]*>/.exec(text)?.[0] ?? '';
}

interface Tags {
  readonly byText: ReadonlyMap<string, Position | 'several'>;
  /** The source of each tag, by its line and column. */
  readonly byPosition: ReadonlyMap<string, string>;
}

const tagsOf = memoize((page: PageFacts): Tags => {
  const byText = new Map<string, Position | 'several'>();
  const byPosition = new Map<string, string>();
  for (const facts of Object.values(page)) {
    if (!Array.isArray(facts)) continue;
    for (const fact of facts) {
      if (!isTag(fact)) continue;
      const { html, line, column } = fact;
      const known = byText.get(html);
      if (known === undefined) byText.set(html, { line, column });
      // An element is in several lists, such as those of images and of roles.
      else if (known !== 'several' && (known.line !== line || known.column !== column)) {
        byText.set(html, 'several');
      }
      byPosition.set(`${line}:${column}`, html);
    }
  }
  return { byText, byPosition };
});

function isTag(fact: unknown): fact is SourceTag {
  return typeof fact === 'object' && fact !== null && 'html' in fact && 'line' in fact;
}
