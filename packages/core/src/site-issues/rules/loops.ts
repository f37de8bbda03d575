import type { Site } from '../site.ts';

const notReached = -1;

/**
 * Finds the URLs that lead to each other in a circle, each circle once: the indexes in order. Yields `null` where the work
 * may be paused.
 *
 * @param nextOf - Where a URL leads to; `undefined` if to nothing.
 */
export function* loopsOf(
  { pages }: Site,
  nextOf: (index: number) => number | undefined,
): Generator<readonly number[] | null> {
  // The URL from which a URL was first reached.
  const reachedFrom = new Int32Array(pages.length).fill(notReached);
  for (const start of pages.keys()) {
    yield null;
    let at: number | undefined = start;
    while (at !== undefined && reachedFrom[at] === notReached) {
      reachedFrom[at] = start;
      at = nextOf(at);
    }
    if (at === undefined || reachedFrom[at] !== start) continue;
    const loop = [at];
    for (let next = nextOf(at); next !== at && next !== undefined; next = nextOf(next)) {
      loop.push(next);
    }
    yield loop.sort((a, b) => a - b);
  }
}
