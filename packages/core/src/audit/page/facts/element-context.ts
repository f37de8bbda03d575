import type { Hidden, JsonLdFact, SourceTag } from '../page-facts.ts';
import type { Collected, Gathering } from './collected.ts';
import type { NotedAttributes } from './noted-attributes.ts';
import type { Scopes } from './scopes.ts';

/** What an element's facts are made of, besides its tag. */
export interface ElementContext {
  readonly collected: Collected;
  readonly scopes: Scopes;
  inHead: boolean;
  /** Characters of the element's start tag. */
  tagLength: number;
  /** Which attributes it has. */
  readonly noted: NotedAttributes;
  /** Who the element is hidden from. */
  hidden: Hidden;
  /** Where something stands, and what it looks like, by its offsets. */
  readonly sourceOf: (start: number, end: number) => SourceTag;
  /**
   * Keeps a fact while there is room for it, and says whether it did.
   *
   * @param inherited - Characters in it that are not from its own tag.
   */
  readonly keep: <Fact extends object>(list: Fact[], fact: Fact, inherited?: number) => boolean;
  /** Takes room in the page's budget for something that is kept elsewhere than in a list of facts. */
  readonly takes: (list: object, characters: number) => boolean;
  /** An image has this text in its place, this is read out for it, and these ids name it. */
  readonly alternative: (text: string, spoken: string, labelledBy: string | null) => void;
  /** The text of the element that comes next is JSON-LD. */
  readonly readJsonLd: (fact: Gathering<JsonLdFact>) => void;
}
