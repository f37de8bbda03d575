/** The faults of a sitemap. */
export type SitemapFault =
  /** It is not XML, or not well-formed, or truncated. */
  | 'not_well_formed'
  /** It has an ampersand that begins no reference; the rest was read. */
  | 'ampersand'
  /** It is not a sitemap: another kind of document, or empty. */
  | 'not_a_sitemap'
  /** Its root element is not in the namespace of the protocol. */
  | 'namespace'
  /** It declares an encoding other than UTF-8. */
  | 'encoding'
  /** It is a damaged compressed file. */
  | 'damaged'
  /** More than 50 MB, decompressed. */
  | 'too_large'
  /** More than 50,000 entries. */
  | 'too_many'
  /** It has no entries. */
  | 'empty'
  /** An index that another index lists. */
  | 'nested_index'
  /** The index lists it, and it does not exist. */
  | 'missing'
  /** An entry without a URL. */
  | 'no_location'
  /** An entry whose URL is relative or invalid. */
  | 'not_absolute'
  /** An entry of 2,048 characters or more. */
  | 'too_long'
  /** An entry of another host. */
  | 'other_host'
  /** An entry whose `<changefreq>` is none of the seven words of the protocol; the first of a file. */
  | 'changefreq'
  /** An entry whose `<priority>` is not a number from 0 to 1; the first of a file. */
  | 'priority'
  /** An entry with http: in a sitemap that has https:. It is taken for the page with https:. */
  | 'plain_http';

/** A fault and its position. Plain JSON. */
export interface SitemapProblem {
  readonly fault: SitemapFault;
  /** The sitemap's URL. */
  readonly file: string;
  /** From 1; `null` for faults of the whole file. */
  readonly line: number | null;
  /** A quote, cut to 300 characters; empty for faults of the whole file. */
  readonly text: string;
}

/** The result of reading one sitemap. Plain JSON. */
export interface SitemapFile {
  readonly url: string;
  /** Where its URL is from: robots.txt, an index, or one of the usual paths. */
  readonly namedBy: 'robots' | 'index' | 'usual_place';
  /** The line of robots.txt that names it. */
  readonly robotsLine: number | null;
  /**
   * `read`: read to its end, or to a fault. `missing`: it does not exist. `unknown`: it could not be
   * fetched completely, which may differ for other clients.
   */
  readonly state: 'read' | 'missing' | 'unknown';
  /** Its detected kind; `null` if unknown. */
  readonly kind: 'urls' | 'index' | 'text' | 'feed' | null;
  /** Why it is `missing` or `unknown`: `status 404`, `html`, the reason of a failed fetch. */
  readonly reason: string | null;
  /** Whether it was read completely. A feed, which lists the latest pages only, never is. */
  readonly complete: boolean;
  /** The number of entries that were read. */
  readonly entries: number;
}

/** A `<lastmod>` and its position. Plain JSON. */
export interface SitemapLastmod {
  /** The sitemap's URL. */
  readonly file: string;
  /** The line of the entry's URL, from 1. */
  readonly line: number;
  /** As written, white space collapsed and trimmed, cut to 100 characters. */
  readonly text: string;
}

/** What the sitemaps state as the dates on which pages changed (`<lastmod>`). Plain JSON. */
export interface SitemapLastmods {
  /** The number of listed pages with such a date. */
  readonly count: number;
  readonly first: SitemapLastmod | null;
  /** Whether all of them are written like the first. */
  readonly allEqual: boolean;
  /** The first of the latest day. */
  readonly latest: SitemapLastmod | null;
  /** The number of those that are not a date in ISO 8601. */
  readonly invalidCount: number;
  readonly firstInvalid: SitemapLastmod | null;
}

/** A version of a page in another language that the sitemap names for it. Plain JSON. */
export interface SitemapVersion {
  /** `hreflang` as written. */
  readonly code: string;
  /** `href` as written, trimmed. */
  readonly href: string;
}

/** The sitemaps of a site, for one of its pages. Plain JSON. */
export interface SitemapFacts {
  /** `unknown`: none was found, but some requests failed. */
  readonly kind: 'found' | 'none' | 'unknown';
  /** The requested sitemaps, in order. */
  readonly files: readonly SitemapFile[];
  /** The number of other known sitemaps that were not requested. */
  readonly unread: number;
  /** The number of listed pages, including duplicates. */
  readonly urls: number;
  /** Whether they list the page; `null` if unknown, because not all could be read. */
  readonly listsPage: boolean | null;
  /** The dates in the sitemaps that were read up to this page. */
  readonly lastmods: SitemapLastmods;
  /** The date of the page, as written, cut to 100 characters; `null` if it has none, or none was read. */
  readonly pageLastmod: string | null;
  /** The versions of the page in other languages, itself included (`<xhtml:link hreflang>`): at most 200. */
  readonly pageVersions: readonly SitemapVersion[];
  /** At most 25: the first ones, and faults that make a whole file invalid. */
  readonly problems: readonly SitemapProblem[];
  readonly problemCount: number;
}

/** The sitemaps of a site, for all of its pages: see `sitemapFactsFor`. */
export interface SiteSitemaps
  extends Omit<SitemapFacts, 'listsPage' | 'pageLastmod' | 'pageVersions'> {
  /** The listed pages, normalised: at most 50,000, and four million characters with their dates. */
  readonly listed: ReadonlySet<string>;
  /** The dates of the listed pages that have one, as written. */
  readonly pageLastmods: ReadonlyMap<string, string>;
  /** Whether these are all listed pages. */
  readonly isComplete: boolean;
  /**
   * The versions in other languages of the listed pages that have some: at most 200 of each page, and four million
   * characters together, in which those that several pages have count once.
   */
  readonly versions: ReadonlyMap<string, readonly SitemapVersion[]>;
  /** Whether these are all versions that what was read of the sitemaps names. */
  readonly hasAllVersions: boolean;
}
