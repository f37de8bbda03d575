/**
 * Lets so many works go on at once; those beyond them begin in order, as places come free.
 *
 * @param limit - How many; from 1.
 */
export function fewAtOnce(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let going = 0;
  return async (work) => {
    if (going >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else going++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // A place passes from one to the next, so that nobody takes it in between.
      if (next) next();
      else going--;
    }
  };
}
