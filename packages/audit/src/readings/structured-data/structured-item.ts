import type { SourceTag } from '../../page/page-facts.ts';

/** A value of a property. */
export type ItemValue =
  | { readonly kind: 'text'; readonly text: string }
  /** A nested item. */
  | { readonly kind: 'item'; readonly index: number }
  /** Another item by its `@id`, on this or another page. */
  | { readonly kind: 'reference'; readonly id: string }
  /** The value is unknown. */
  | { readonly kind: 'unknown' };

/** An item of structured data. */
export interface StructuredItem {
  readonly syntax: 'json-ld' | 'microdata' | 'rdfa';
  /** Its types in schema.org's vocabulary, without the URL of the vocabulary. */
  readonly types: readonly string[];
  /** Its types in other vocabularies, as written. */
  readonly foreignTypes: readonly string[];
  /** Types without a vocabulary, as written. */
  readonly looseTypes: readonly string[];
  readonly id: string | null;
  /** Properties of schema.org's vocabulary that have a value. */
  readonly properties: ReadonlyMap<string, readonly ItemValue[]>;
  /** Index of the parent item; `null` at the top level. */
  readonly parent: number | null;
  /** Whether all of its properties are known. */
  readonly complete: boolean;
  /** Its position in the page. */
  readonly tag: () => SourceTag;
}
