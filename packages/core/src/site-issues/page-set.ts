import type { PageSet } from './site.ts';

/** Indexes of pages as bits: as numbers in an array, a check that fails on each of a million pages would take 8 MB. */
export interface GrowingPageSet extends PageSet {
  readonly add: (index: number) => void;
}

/** Opens a set of indexes below `size`. */
export function openPageSet(size: number): GrowingPageSet {
  const bits = new Uint8Array(Math.ceil(size / 8));
  let added = 0;
  const has = (index: number) => ((bits[index >>> 3] ?? 0) & (1 << (index & 7))) > 0;
  return {
    get size() {
      return added;
    },
    has,
    add(index) {
      if (has(index)) return;
      bits[index >>> 3] = (bits[index >>> 3] ?? 0) | (1 << (index & 7));
      added += 1;
    },
    *values() {
      for (let index = 0; index < size; index++) if (has(index)) yield index;
    },
  };
}
