import { maxUrlLength } from './check-url.ts';
import { buildSubstringIndex } from './substring-index.ts';

/** A path that many patterns are compared with. */
export interface RobotsPath {
  readonly text: string;
  /** Where a text that stands there from `from` on ends at the soonest; -1 where none does. */
  readonly endOf: (text: string, from: number) => number;
}

/**
 * Takes a path so that half a megabyte of patterns costs one look at each of its characters. With
 * `indexOf` alone each of 40,000 patterns could make us read the whole path.
 */
export function createRobotsPath(text: string): RobotsPath {
  let find: RobotsPath['endOf'] | undefined;
  return {
    text,
    endOf: (wanted, from) => {
      // Most sites ask for nothing beyond the beginning of a path.
      find ??= text.length <= maxUrlLength ? buildSubstringIndex(text) : searchIn(text);
      return find(wanted, from);
    },
  };
}

/** No URL of ours is that long, and an index of it would be large. */
function searchIn(text: string): RobotsPath['endOf'] {
  return (wanted, from) => {
    const found = text.indexOf(wanted, from);
    return found < 0 ? -1 : found + wanted.length;
  };
}
