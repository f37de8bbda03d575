import type { JsonLdFact, PageFacts } from '../../page/page-facts.ts';
import { memoize } from '../text/once.ts';
import { mostContexts } from './json-ld-context.ts';
import { type ItemList, readJsonLdItems } from './json-ld-items.ts';
import { type JsonReading, readJson } from './json-text.ts';
import { markedItem } from './marked-items.ts';
import { tagsIn } from './places-in-block.ts';
import type { StructuredItem } from './structured-item.ts';

/** A JSON-LD block with its parsed content. */
export interface JsonLdBlock {
  readonly fact: JsonLdFact;
  /** `null` if it is too long to be read. */
  readonly reading: JsonReading | null;
  /** The position of an offset of its text in the page, with a quote. */
  readonly tagAt: (offset: number) => StructuredItem['tag'];
}

/** The structured data of a page. */
export interface StructuredData {
  readonly blocks: readonly JsonLdBlock[];
  /** Items of JSON-LD, then those of Microdata and RDFa, at most 4,000. */
  readonly items: readonly StructuredItem[];
}

/**
 * Limits for items of JSON-LD, characters of its blocks, items of Microdata and RDFa, and types and
 * properties of either.
 */
const limits = { items: 2_000, characters: 300_000, marked: 2_000, words: 20_000 } as const;

/** The JSON-LD, Microdata and RDFa of a page. */
export const structuredDataOf = memoize((page: PageFacts): StructuredData => {
  let characters: number = limits.characters;
  const room = { contexts: mostContexts, words: limits.words };
  const list: ItemList = { items: [], limit: limits.items, room };
  const blocks = page.jsonLd.map((fact) => {
    characters -= fact.text.length;
    const reading = fact.truncated || characters < 0 ? null : readJson(fact.text);
    const tagAt = tagsIn(fact);
    if (reading?.root) readJsonLdItems(reading.root, list, tagAt);
    return { fact, reading, tagAt };
  });
  const { length } = list.items;
  const marked: StructuredItem[] = [];
  let words: number = limits.words;
  for (const fact of page.items.slice(0, limits.marked)) {
    words -= fact.types.length + fact.properties.length;
    if (words < 0) break;
    marked.push(markedItem(fact, length));
  }
  return { blocks, items: [...list.items, ...marked] };
});
