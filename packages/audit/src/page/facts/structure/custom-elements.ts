import type { Tag } from '../../tokens/tags.ts';
import type { Collected } from '../collected.ts';

/** Counts the words inside custom elements. */
interface CustomElements {
  /** Whether the current position is inside a custom element. */
  readonly isInside: () => boolean;
  /** An element of HTML opened. */
  opened(tag: Tag): void;
  closed(tag: Tag): void;
  /** The page is read: counts the words of elements that are still open. */
  finish(): void;
}

/**
 * Creates the tracker.
 *
 * @param wordsSoFar - Number of words of the visible text so far.
 */
export function trackCustomElements(
  collected: Collected,
  wordsSoFar: () => number,
): CustomElements {
  let open = 0;
  let from = 0;
  const count = (): void => {
    collected.wordsInCustomElements += wordsSoFar() - from;
    from = wordsSoFar();
  };
  return {
    isInside: () => open > 0,
    opened: (tag) => {
      if (isCustom(tag) && open++ === 0) from = wordsSoFar();
    },
    closed: (tag) => {
      if (isCustom(tag) && --open === 0) count();
    },
    finish: () => {
      if (open > 0) count();
    },
  };
}

/** Custom elements have a hyphen in their name, which no element of HTML has. */
export function isCustom({ id, name }: Tag): boolean {
  return id === 0 && name.includes('-');
}
