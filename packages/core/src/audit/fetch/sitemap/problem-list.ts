import type { SitemapFault, SitemapProblem } from './sitemap-facts.ts';

/** Faults for which search engines give up a whole file. */
export const fileFaults: ReadonlySet<SitemapFault> = new Set([
  'not_well_formed',
  'not_a_sitemap',
  'namespace',
  'damaged',
  'too_large',
  'too_many',
  'nested_index',
]);

/** Problems that are kept. */
export const mostProblems = 25;

/** Adds a problem, in place of the last that is less than a file's where there are enough already. */
export function addProblem(problems: SitemapProblem[], problem: SitemapProblem): void {
  if (problems.length < mostProblems) {
    problems.push(problem);
    return;
  }
  const least = problems.findLastIndex(({ fault }) => !fileFaults.has(fault));
  if (!fileFaults.has(problem.fault) || least < 0) return;
  problems.splice(least, 1);
  problems.push(problem);
}
