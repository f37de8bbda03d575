import type { Hidden, JsonLdFact, SourceTag } from '../page-facts.ts';
import type { Collected, Mutable } from './collected.ts';
import type { IndexedAttributes } from './indexed-attributes.ts';
import type { Scopes } from './scopes.ts';

/** What the extraction of facts needs besides the tag. */
export interface ElementContext {
  readonly collected: Collected;
  readonly scopes: Scopes;
  inHead: boolean;
  /** Characters of the element's start tag. */
  tagLength: number;
  /** Which attributes it has. */
  readonly indexed: IndexedAttributes;
  /** Who the element is hidden from. */
  hidden: Hidden;
  /** Position and source of what is between two offsets. */
  readonly sourceOf: (start: number, end: number) => SourceTag;
  /**
   * Keeps a fact if the budget allows it, and returns whether it did.
   *
   * @param inherited - Characters of the fact that are not from its own tag.
   */
  readonly keep: <Fact extends object>(list: Fact[], fact: Fact, inherited?: number) => boolean;
  /** Reserves room in the page's budget for something other than an entry of a fact list. */
  readonly reserve: (list: object, characters: number) => boolean;
  /** Adds the alternative text of an image, what is read out for it, and its `aria-labelledby`. */
  readonly alternative: (text: string, accessibleText: string, labelledBy: string | null) => void;
  /** The next text is JSON-LD. */
  readonly readJsonLd: (fact: Mutable<JsonLdFact>) => void;
}
