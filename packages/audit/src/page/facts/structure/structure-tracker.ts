import type { TagToken } from '../../tokens/token.ts';
import type { ElementContext } from '../collected.ts';
import type { Frame } from '../frame.ts';
import { removeAt } from '../remove-at.ts';

/** Tracks one concept of a page's structure. */
export interface StructureTracker {
  /**
   * An element of HTML begins: collects its facts, and records in its frame what it is.
   *
   * @param role - The role that its `role` attribute declares; `null` without one.
   * @param parent - What the element around it is; `null` for nothing.
   */
  element(
    token: TagToken,
    frame: Frame,
    role: string | null,
    context: ElementContext,
    parent: Frame | null,
  ): void;
  /** An element with this frame opened, the first of its copies. */
  opened(frame: Frame): void;
  /** The last copy of an element with this frame closed. */
  closed(frame: Frame): void;
}

/** Removes the last entry that is this item. */
export function removeLast<Item>(list: Item[], item: Item): void {
  const index = list.lastIndexOf(item);
  if (index >= 0) removeAt(list, index);
}
