import type { AriaFact, HiddenFocusFact, SourceTag } from '../../page-facts.ts';
import type { Mutable } from '../frame.ts';
import type { Effect } from './open-effects.ts';

/** What an element means for its content. */
export interface AriaNode {
  /** Offset of its start tag. */
  readonly start: number;
  /** Its role; `''` if assistive technology reads its content as that of the element around it. */
  readonly role: string;
  readonly fact: OpenAriaFact | null;
  /** Why assistive technology ignores the elements in it, and its tag; `null` if it does not. */
  readonly ignores: { readonly because: HiddenFocusFact['because']; readonly by: SourceTag } | null;
  readonly effects: readonly Effect[];
  /** Whether an element inside that can be focused was reported. */
  isReported: boolean;
}

/** A fact that is still being completed. */
export type OpenAriaFact = Mutable<AriaFact> & { readonly children: string[] };
