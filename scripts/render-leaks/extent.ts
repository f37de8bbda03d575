/** How many pages are rendered, and what is killed meanwhile. */
export interface Extent {
  readonly pages: number;
  /** Browsers that are killed. */
  readonly browserKills: number;
  /** Processes that render, and are killed. */
  readonly processKills: number;
}

/** How many pages are open at a time. */
export const pagesAtOnce = 2;

/** What is killed when a page begins. */
type Kill = 'browser' | 'process';

/**
 * What is killed at which page, by its place in the order of starts: spread evenly, and not at the last pages, after
 * which nothing would start again.
 */
export function killsOf({ pages, browserKills, processKills }: Extent): ReadonlyMap<number, Kill> {
  const all = browserKills + processKills;
  const every = Math.floor(pages / (all + 1));
  if (every < pagesAtOnce + 1) throw new Error(`${pages} pages are too few for ${all} kills.`);
  const processEvery = processKills === 0 ? Number.POSITIVE_INFINITY : all / processKills;
  const kills = new Map<number, Kill>();
  let killed = 0;
  for (let kill = 1; kill <= all; kill += 1) {
    const isProcess = kill >= Math.ceil((killed + 0.5) * processEvery) && killed < processKills;
    if (isProcess) killed += 1;
    kills.set(kill * every, isProcess ? 'process' : 'browser');
  }
  return kills;
}
