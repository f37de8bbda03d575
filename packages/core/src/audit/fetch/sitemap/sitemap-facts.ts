/** What can be wrong with a sitemap. */
export type SitemapFault =
  /** It is not XML, or XML that breaks off or is not well-formed. */
  | 'not_well_formed'
  /** It is no sitemap: another kind of document, or nothing at all. */
  | 'not_a_sitemap'
  /** Its root element is not in the namespace of the protocol. */
  | 'namespace'
  /** It declares an encoding other than UTF-8. */
  | 'encoding'
  /** It is a damaged compressed file. */
  | 'damaged'
  /** More than 50 MB, unpacked. */
  | 'too_large'
  /** More than 50,000 entries. */
  | 'too_many'
  /** No entry at all. */
  | 'empty'
  /** An index that another index lists. */
  | 'nested_index'
  /** The index lists it, and it does not exist. */
  | 'missing'
  /** An entry without an address. */
  | 'no_location'
  /** An entry whose address is not absolute, or none. */
  | 'not_absolute'
  /** An entry of 2,048 characters or more. */
  | 'too_long'
  /** An entry of another host. */
  | 'other_host';

/** One thing that is wrong, and where. Plain JSON. */
export interface SitemapProblem {
  readonly fault: SitemapFault;
  /** The sitemap's URL. */
  readonly file: string;
  /** From 1; `null` where it is about the whole file. */
  readonly line: number | null;
  /** What stands there, cut to 300 characters; empty where it is about the whole file. */
  readonly text: string;
}

/** What became of one sitemap. Plain JSON. */
export interface SitemapFile {
  readonly url: string;
  /** Who named it: robots.txt, an index, or nobody, and it was looked for in a usual place. */
  readonly namedBy: 'robots' | 'index' | 'usual_place';
  /** The line of robots.txt that names it. */
  readonly robotsLine: number | null;
  /**
   * `read`: to its end, or to where it is broken. `missing`: the site says there is none. `unknown`:
   * it did not come, or not all of it, which says nothing about the site.
   */
  readonly state: 'read' | 'missing' | 'unknown';
  /** What it turned out to be; `null` where that was not to be seen. */
  readonly kind: 'urls' | 'index' | 'text' | 'feed' | null;
  /** Why it is `missing` or `unknown`: `status 404`, `html`, the reason of a failed fetch. */
  readonly reason: string | null;
  /** Whether all of it is known: it was read to its end, and nothing broke off. */
  readonly complete: boolean;
  /** Entries seen in it. */
  readonly entries: number;
}

/** A site's sitemaps, as far as they were read. Plain JSON. */
export interface SitemapFacts {
  /** `unknown`: none was found, but not all places could be asked. */
  readonly kind: 'found' | 'none' | 'unknown';
  /** Those that were asked for, in order. */
  readonly files: readonly SitemapFile[];
  /** How many more are named, and were not asked for. */
  readonly unread: number;
  /** Pages listed in what was read, repetitions included. */
  readonly urls: number;
  /** Whether they list the page; `null` where it is in none of those that could be read. */
  readonly listsPage: boolean | null;
  /** At most 25: the first, and those for which a whole file is given up. */
  readonly problems: readonly SitemapProblem[];
  readonly problemCount: number;
}
