import type { SourceTag } from '../page/page-facts.ts';

/** A value of a property. */
export type ItemValue =
  | { readonly kind: 'text'; readonly text: string }
  /** Another item that stands inside this one. */
  | { readonly kind: 'item'; readonly index: number }
  /** Another item, by its `@id`; it may be anywhere, or on another page. */
  | { readonly kind: 'reference'; readonly id: string }
  /** There is one, and no more is known of it. */
  | { readonly kind: 'unseen' };

/** A thing that the page describes for machines. */
export interface StructuredItem {
  readonly syntax: 'json-ld' | 'microdata' | 'rdfa';
  /** Its types in schema.org's vocabulary, without the vocabulary's address. */
  readonly types: readonly string[];
  /** Its types in other vocabularies, as written. */
  readonly foreignTypes: readonly string[];
  /** Types that belong to no vocabulary, as written: nobody says which one is meant. */
  readonly looseTypes: readonly string[];
  readonly id: string | null;
  /** Properties of schema.org's vocabulary that have a value. */
  readonly properties: ReadonlyMap<string, readonly ItemValue[]>;
  /** Index of the item around it; `null` where it stands by itself. */
  readonly parent: number | null;
  /** Whether all of its properties are known. */
  readonly complete: boolean;
  /** Where it stands. */
  readonly tag: () => SourceTag;
}
