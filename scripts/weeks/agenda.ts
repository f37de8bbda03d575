/** Something that happens at a time. */
interface Entry {
  readonly at: number;
  readonly happens: () => Promise<void>;
}

/** What happens later, in the order of its times. */
interface Agenda {
  /** Of entries with the same time, the one that was added first happens first. */
  add(at: number, happens: Entry['happens']): void;
  /** Takes what happens next. */
  next(): Entry | undefined;
}

/** Creates an empty agenda. */
export function createAgenda(): Agenda {
  // The next one is the last, so that taking it moves none of the others.
  const entries: Entry[] = [];
  return {
    add(at, happens) {
      let low = 0;
      let high = entries.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((entries[middle]?.at ?? 0) > at) low = middle + 1;
        else high = middle;
      }
      entries.splice(low, 0, { at, happens });
    },
    next: () => entries.pop(),
  };
}
