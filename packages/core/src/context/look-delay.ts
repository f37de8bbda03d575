/** The first and the longest time until a worker looks for work by itself. */
const firstMs = 1_000;
const longestMs = 5_000;

/** How long a worker waits that nothing wakes, after this many looks that found nothing. */
export function lookDelayMs(looks: number): number {
  return Math.min(firstMs * 2 ** Math.min(looks, 10), longestMs);
}
