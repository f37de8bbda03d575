/** What applies to a link. Of several links between the same URLs, it applies to at least one. */
export const linkFlags = { image: 1, followed: 2, variant: 4 } as const;

/** A link of a {@link LinkTable}. */
interface TableLink {
  readonly from: number;
  readonly to: number;
  /** Of {@link linkFlags}, combined. */
  readonly flags: number;
}

/**
 * Links between URLs, by index, in typed arrays, in both directions. A link takes ten bytes: as objects, a million of them
 * would take more than 100 MB.
 */
export interface LinkTable {
  /** Whether links were left out because of the limit. */
  readonly isCut: () => boolean;
  /** Begins the links of a URL, which has none yet. */
  readonly begin: (from: number) => void;
  /** Adds a link of that URL, or adds the flags to the link that it has. Links and images are separate. */
  readonly add: (to: number, flags: number) => void;
  /** Sorts the links by target, when all are added. Pauses at each `yield`. */
  readonly connect: () => Generator<void, void>;
  /** The links of a URL, in the order in which they were added. */
  readonly linksOf: (from: number) => Generator<TableLink, void>;
  /** The links to a URL from others, by their index. */
  readonly linksTo: (to: number) => Generator<TableLink, void>;
  /** How many links {@link LinkTable.linksTo} yields. */
  readonly count: (to: number) => number;
}

/** Opens a table of the links between `size` URLs, of at most `limit` links. */
export function openLinkTable(size: number, limit: number): LinkTable {
  const starts = new Uint32Array(size);
  const ends = new Uint32Array(size);
  const counts = new Uint32Array(size);
  let targets = new Uint32Array(1_024);
  let flagsOf = new Uint8Array(1_024);
  let length = 0;
  let isCut = false;
  let current = 0;
  // The link from the current URL to each other one and to its image, and the index of the URL that it is from.
  const seenAt = new Uint32Array(2 * size);
  const seenFrom = new Uint32Array(2 * size).fill(size);
  let sources = new Uint32Array(0);
  let sourceFlags = new Uint8Array(0);
  let firstSources = new Uint32Array(0);

  return {
    isCut: () => isCut,
    begin: (from) => {
      current = from;
      starts[from] = length;
      ends[from] = length;
    },
    add: (to, flags) => {
      const key = 2 * to + (flags & linkFlags.image);
      if (seenFrom[key] === current) {
        const link = seenAt[key] ?? 0;
        flagsOf[link] = (flagsOf[link] ?? 0) | flags;
        return;
      }
      if (length === limit) {
        isCut = true;
        return;
      }
      if (length === targets.length) grow();
      seenFrom[key] = current;
      seenAt[key] = length;
      targets[length] = to;
      flagsOf[length] = flags;
      length++;
      ends[current] = length;
      if (to !== current) counts[to] = (counts[to] ?? 0) + 1;
    },
    *connect() {
      sources = new Uint32Array(length);
      sourceFlags = new Uint8Array(length);
      firstSources = new Uint32Array(size);
      let sum = 0;
      for (let to = 0; to < size; to++) {
        firstSources[to] = sum;
        sum += counts[to] ?? 0;
      }
      yield;
      const next = firstSources.slice();
      for (let from = 0; from < size; from++) {
        const end = ends[from] ?? 0;
        for (let link = starts[from] ?? 0; link < end; link++) {
          const to = targets[link] ?? 0;
          if (to === from) continue;
          const index = next[to] ?? 0;
          sources[index] = from;
          sourceFlags[index] = flagsOf[link] ?? 0;
          next[to] = index + 1;
        }
        yield;
      }
    },
    *linksOf(from) {
      const end = ends[from] ?? 0;
      for (let link = starts[from] ?? 0; link < end; link++) {
        yield { from, to: targets[link] ?? 0, flags: flagsOf[link] ?? 0 };
      }
    },
    *linksTo(to) {
      const first = firstSources[to] ?? 0;
      for (let index = first; index < first + (counts[to] ?? 0); index++) {
        yield { from: sources[index] ?? 0, to, flags: sourceFlags[index] ?? 0 };
      }
    },
    count: (to) => counts[to] ?? 0,
  };

  function grow(): void {
    const room = Math.min(limit, 2 * length);
    const [oldTargets, oldFlags] = [targets, flagsOf];
    targets = new Uint32Array(room);
    targets.set(oldTargets);
    flagsOf = new Uint8Array(room);
    flagsOf.set(oldFlags);
  }
}
