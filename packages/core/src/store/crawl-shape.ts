import type { Result } from '@sitegrade/audit';

/** What the pages of a crawl are like, in numbers for charts. Made when the crawl is done. */
export interface CrawlShape {
  /** Its pages that are `done` by depth, lowest first; those that are not linked last. */
  readonly depths: readonly CrawlDepth[];
  /** How many pages have a score of 0 to 9, 10 to 19 and so on: ten numbers, the last one of 90 to 100. */
  readonly scores: readonly number[];
  /** What URLs of pages responded with, lowest first; those without a response last. */
  readonly statuses: readonly CrawlStatusCount[];
  /** The folder of the whole site. */
  readonly root: CrawlFolder;
}

/** The pages of a crawl that are `done` at one depth. */
export interface CrawlDepth {
  /** Clicks from the start page; `null` for pages that are not linked. */
  readonly depth: number | null;
  /** How many there are, by result. */
  readonly results: Readonly<Record<Result, number>>;
}

/** How many URLs of pages had one outcome. */
export interface CrawlStatusCount {
  /** The status of the response; `null` without one. */
  readonly httpStatus: number | null;
  readonly pages: number;
}

/** The pages with a score whose paths begin with that of a folder. */
export interface CrawlFolder {
  /**
   * The last part of its path, as in the URL, cut to 100 characters: `blog` for `/blog/`; empty for the site. `null`
   * for several small folders together.
   */
  readonly name: string | null;
  /** How many there are, with those of the folders in it. */
  readonly pages: number;
  /** The sum of their scores. */
  readonly scoreSum: number;
  /**
   * The largest folders in it with more than one page, by path, and the others as one. None in a folder of the third
   * level.
   */
  readonly folders: readonly CrawlFolder[];
}
