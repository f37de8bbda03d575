/** Limits how many pages are open at once. Others wait in order. */
interface PageSlots {
  /** Resolves when there is a slot, with the function that gives it back. */
  take(): { readonly taken: Promise<() => void>; cancel(): void };
}

/** Slots for a number of pages. */
export function pageSlots(size: number): PageSlots {
  let free = size;
  const waiting: (() => void)[] = [];
  const giveBack = (): void => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };
  const once = (): (() => void) => {
    let isDone = false;
    return () => {
      if (isDone) return;
      isDone = true;
      giveBack();
    };
  };
  return {
    take() {
      if (free > 0) {
        free -= 1;
        return { taken: Promise.resolve(once()), cancel: () => {} };
      }
      let start: () => void = () => {};
      const taken = new Promise<() => void>((resolve) => {
        start = () => resolve(once());
      });
      waiting.push(start);
      return {
        taken,
        cancel() {
          const index = waiting.indexOf(start);
          if (index !== -1) waiting.splice(index, 1);
        },
      };
    },
  };
}
