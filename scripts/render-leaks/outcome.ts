import type { Extent } from './extent.ts';
import { pagesAtOnce } from './extent.ts';

/** What came of all pages, and what is left after them. */
export interface Outcome {
  /** By page: `rendered`, or why not. */
  readonly results: ReadonlyMap<number, string>;
  readonly killed: { readonly browsers: number; readonly processes: number };
  /** How many processes of browsers were still running when a process had been killed and was waited for. */
  readonly afterKills: number;
  /** The processes of browsers that still run. */
  readonly processes: readonly number[];
  /** The folders of profiles that are still there. */
  readonly profiles: readonly string[];
}

/** What is wrong with an outcome; empty if nothing. */
export function faultsOf(outcome: Outcome, extent: Extent): readonly string[] {
  const { results, killed, afterKills, processes, profiles } = outcome;
  const { pages, browserKills, processKills } = extent;
  const failed = [...results].filter(([, result]) => result !== 'rendered');
  // A browser that ends takes its pages with it, and no others.
  const lost = failed.filter(([, result]) => result === 'render_crashed');
  const others = failed.filter(([, result]) => result !== 'render_crashed');
  const most = pagesAtOnce * killed.browsers;
  return [
    ...others.map(([page, result]) => `page ${page}: ${result}`),
    ...(lost.length > most ? [`${lost.length} pages crashed, at most ${most} were killed`] : []),
    ...(results.size === pages ? [] : [`${pages - results.size} pages have no result`]),
    ...(killed.browsers === browserKills ? [] : [`only ${killed.browsers} browsers were killed`]),
    ...(killed.processes === processKills
      ? []
      : [`only ${killed.processes} processes were killed`]),
    ...(afterKills === 0
      ? []
      : [`${afterKills} processes of browsers survived a process that was killed`]),
    ...processes.map((pid) => `process ${pid} of a browser is left`),
    ...profiles.map((name) => `the profile ${name} is left`),
  ];
}
