import { type CrawlOutcome, isCrawlFailure } from '../crawl-result.ts';
import type { Page } from '../findings.ts';
import type { ParsedLocalOptions } from './local-options.ts';
import type { LocalSite } from './local-site.ts';

/** The most pages of a folder that are compared with those of its crawl, and those that are named. */
const most = { compared: 100_000, named: 5 } as const;

/** What a crawl of a folder does not say by itself. */
export function notesOnFolder(
  outcome: CrawlOutcome,
  site: LocalSite,
  options: ParsedLocalOptions & {
    readonly include?: readonly string[];
    readonly exclude?: readonly string[];
  },
): readonly string[] {
  if (isCrawlFailure(outcome)) return [];
  const isWhole =
    outcome.crawl.end === 'complete' &&
    options.include === undefined &&
    options.exclude === undefined;
  const notes = baseUrlNotes([site.baseUrl.href], site, options);
  // Without the URL on the web, most links may lead elsewhere.
  return notes.length > 0 || !isWhole ? notes : unreached(outcome, site);
}

/** The same of local pages. */
export function notesOnPages(
  pages: readonly Page[],
  site: LocalSite,
  options: ParsedLocalOptions,
): readonly string[] {
  const urls = pages.map(({ url }) => url);
  return baseUrlNotes(urls, site, options);
}

/** The files that the crawl has not found. */
function unreached(
  { pages, otherUrls }: Exclude<CrawlOutcome, { error: unknown }>,
  site: LocalSite,
): readonly string[] {
  const reached = new Set([...pages, ...otherUrls].map(({ url }) => site.fileOf(url)));
  const { urls, unreadable } = site.pages(most.compared);
  const others = urls.map(site.fileOf).filter((file) => file !== null && !reached.has(file));
  const [what, them] =
    others.length === 1 ? ['1 file was', 'it'] : [`${others.length} files were`, 'them'];
  return [
    ...named(
      `${what} not checked: no page links to ${them}, and no sitemap lists ${them}.`,
      others,
    ),
    ...named('These files or folders could not be read, and were not checked.', unreadable),
  ];
}

/** A sentence about some files, and the first of them. Nothing without files. */
function named(sentence: string, files: readonly (string | null)[]): readonly string[] {
  if (files.length === 0) return [];
  const rest = files.length - most.named;
  return [
    sentence,
    ...files.slice(0, most.named).map((file) => `  ${file}`),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
  ];
}

/** Without the URL on the web, canonical links lead elsewhere. */
function baseUrlNotes(
  urls: readonly string[],
  site: LocalSite,
  { baseUrl }: ParsedLocalOptions,
): readonly string[] {
  if (baseUrl !== undefined) return [];
  const [origin] = urls.flatMap((url) => site.otherOriginOf(url) ?? []);
  if (origin === undefined) return [];
  return [
    `Canonical links name ${origin}: --base-url ${origin}/ checks the files as they are there.`,
  ];
}
