import { type CrawlOutcome, isCrawlFailure } from '../crawl-result.ts';
import type { ParsedLocalOptions } from './local-options.ts';
import type { LocalSite } from './local-site.ts';

/** The most pages of a folder that are compared with those of its crawl, and those that are named. */
const most = { compared: 100_000, named: 5 } as const;

/** What a crawl of a folder does not say by itself: which of its files no page led to. */
export function localNotes(
  outcome: CrawlOutcome,
  site: LocalSite,
  {
    include,
    exclude,
  }: ParsedLocalOptions & {
    readonly include?: readonly string[];
    readonly exclude?: readonly string[];
  },
): readonly string[] {
  if (isCrawlFailure(outcome) || outcome.crawl.end !== 'complete') return [];
  if (include !== undefined || exclude !== undefined) return [];
  const { pages, otherUrls } = outcome;
  const reached = new Set([...pages, ...otherUrls].map(({ url }) => site.fileOf(url)));
  const others = site
    .pages(most.compared)
    .map(site.fileOf)
    .filter((file) => file !== null && !reached.has(file));
  if (others.length === 0) return [];
  const rest = others.length - most.named;
  const what = others.length === 1 ? '1 file was' : `${others.length} files were`;
  return [
    `${what} not checked, as no page links to ${others.length === 1 ? 'it' : 'them'}, nor the sitemap:`,
    ...others.slice(0, most.named).map((file) => `  ${file}`),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
  ];
}
