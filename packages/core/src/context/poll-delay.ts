/** The shortest and the longest time until a worker that nothing wakes asks the store for work. */
const firstMs = 1_000;
const longestMs = 5_000;

/** How long a worker waits until it asks the store again, after it found no work this many times. */
export function pollDelayMs(emptyPolls: number): number {
  return Math.min(firstMs * 2 ** Math.min(emptyPolls, 10), longestMs);
}
