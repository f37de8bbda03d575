import type { PageOutline } from '@sitegrade/audit';
import type { CrawledUrl } from '../store/crawl.ts';
import type { CheckFindings } from './check-findings.ts';

/** A link of the site, by the indexes of both pages in {@link Site.pages}. */
export interface SiteLink {
  readonly from: number;
  readonly to: number;
  /** Whether it is an image of the page, and not a link. */
  readonly isImage: boolean;
  readonly nofollow: boolean;
  /** Whether it is written with another scheme or host (`http://`, `www.`) than the site's own. */
  readonly isVariant: boolean;
}

/** A version of a page in another language, which is a page of the site, too. */
interface SiteAlternate {
  readonly to: number;
  /** Whether it is for all other languages (`x-default`) only. */
  readonly isDefault: boolean;
}

/** What rules need of the content of a page; its lists are in {@link Site}. */
export interface SiteOutline
  extends Pick<
    PageOutline,
    | 'title'
    | 'description'
    | 'h1'
    | 'language'
    | 'words'
    | 'textHash'
    | 'noindex'
    | 'canonical'
    | 'isCut'
  > {
  /** How many versions in other languages it names, with itself and those on other sites: at most 200. */
  readonly alternatesCount: number;
  /** The bytes of {@link PageOutline.minHash}; `null` if its text is too short, or was read by an older version. */
  readonly minHash: Uint8Array | null;
  /** Whether it was read by a version that kept no such hash. */
  readonly lacksMinHash: boolean;
  /** Whether a check found that it says that it does not exist, though it responds with 200. */
  readonly saysMissing: boolean;
  /** Whether it links to another URL of the site, or loads one. */
  readonly hasLinks: boolean;
  /** Whether browsers load another URL in its place by themselves, at once or after a while. */
  readonly refreshes: boolean;
  /** Whether scripts add its content, so that its texts and links are not all known. */
  readonly needsScripts: boolean;
}

/** A URL of the site. */
export interface SitePage extends Omit<CrawledUrl, 'outline' | 'depth'> {
  /**
   * Clicks from the start page: links that are followed, redirects not counted. `null` if they do not lead to it,
   * for images, and if no page is the start page.
   */
  readonly depth: number | null;
  /** `null` also if the server sent something else in place of the page, such as a login. */
  readonly outline: SiteOutline | null;
}

/** The URLs of a site. They are read one by one, since they are not kept as objects. */
export interface SitePages {
  readonly length: number;
  /** `undefined` if there is none with this index. */
  get(index: number): SitePage | undefined;
  keys(): Iterable<number>;
  values(): Iterable<SitePage>;
  entries(): Iterable<readonly [index: number, page: SitePage]>;
  /** How many pages have a score, and the sum of the scores. */
  scores(): { readonly count: number; readonly sum: number };
}

/** Indexes of pages, in order. */
export interface PageSet {
  readonly size: number;
  has(index: number): boolean;
  values(): Iterable<number>;
}

/** Why links or texts of a page may not be known. */
export type Gap = 'not_requested' | 'excluded' | 'not_read' | 'scripts' | 'cut' | 'not_followed';

/** Why it may not be known what a link leads to. */
export type TargetGap = 'foreign' | 'robots_txt' | 'excluded' | 'limit' | 'no_response';

/** What was not looked at, in numbers: about it, no rule says that there is no issue. */
export interface Unchecked {
  /** Whether there may be pages that are not among the URLs: the crawl has ended early, or it is from reports. */
  readonly hasOtherPages: boolean;
  /** Pages whose links or texts are not all known. */
  readonly pages: Readonly<Partial<Record<Gap, number>>>;
  /** The first page that could not be read; `null` if all could. */
  readonly unreadPage: string | null;
  /** URLs that pages link to, and that robots.txt blocks. */
  readonly blockedLinks: number;
  /** Whether URLs are not known because all links to them have nofollow. */
  readonly hasNofollowLinks: boolean;
  /** URLs in the sitemaps that were not requested, or had no usable response. */
  readonly listed: number;
  /** Pages whose canonical link leads to what is not known. */
  readonly canonicals: Readonly<Partial<Record<TargetGap, number>>>;
  /** Links to language versions that are not known. */
  readonly alternates: Readonly<Partial<Record<TargetGap, number>>>;
  /** How many images were requested, and whether pages show others. */
  readonly requestedImages: number;
  readonly hasOtherImages: boolean;
}

/**
 * The pages of a website and the links among them, for rules that compare pages. Made from a crawl, or from the
 * latest report of each URL, by `buildSite`.
 */
export interface Site {
  /** `https://example.com`. */
  readonly origin: string;
  /** The URLs, by code point: first all pages and targets, then all images. */
  readonly pages: SitePages;
  /** The index of a URL in `pages`; `undefined` if it is not one of them. Variants of the origin find its page. */
  indexOf(url: string): number | undefined;
  /** The index of the page that a page names as canonical: its own if it names none; `undefined` if it has no such URL. */
  canonicalOf(index: number): number | undefined;
  /** The links and images of a page, at most one of each to the same URL. */
  linksOf(index: number): Iterable<SiteLink>;
  /** The links to a page or an image, without its own. */
  linksTo(index: number): Iterable<SiteLink>;
  /** How many other pages link to it, or show the image. */
  inlinks(index: number): number;
  /** The versions of a page in other languages, without itself. */
  alternatesOf(index: number): Iterable<SiteAlternate>;
  /**
   * The number of the list that a page belongs to, of one that is divided into pages that link each other: `/blog`,
   * `/blog?page=2`; `undefined` if it belongs to none.
   */
  listOf(index: number): number | undefined;
  /** The pages that a page names as the next or the previous one by `rel`. */
  seriesOf(index: number): Iterable<number>;
  /** How many URLs of the site pages name as the next or the previous one that are not in `pages`. */
  readonly unlistedSeries: number;
  /** The pages with a link that has the session of a visitor, by the parameter that has it. */
  readonly sessionLinks: ReadonlyMap<string, PageSet>;
  /** The pages whose structured data has a type, of those with a rich result, by the type. */
  readonly types: ReadonlyMap<string, PageSet>;
  /** How many pages have an outline that was made by a version that read no types. */
  readonly untypedOutlines: number;
  /** How many pages have an outline. */
  readonly outlines: number;
  /** What the checks found on pages, by the ids of the checks. */
  readonly findings: ReadonlyMap<string, CheckFindings>;
  /** Whether it is from a crawl. Reports do not know the statuses of redirects, nor what was not analysed. */
  readonly isCrawl: boolean;
  /** Whether every page and link of the site is known: a crawl that followed links and was `complete`. */
  readonly isComplete: boolean;
  /** Whether pages link to URLs of the site that are not in `pages`. */
  readonly hasUnlistedLinks: boolean;
  /**
   * Whether pages link with nofollow to URLs of the site that are not in `pages`, except those whose names say that they
   * depend on the visitor.
   */
  readonly hasUnlistedNofollow: boolean;
  /** Whether there is a link that {@link SiteLink.isVariant}. */
  readonly hasVariantLinks: boolean;
  readonly unchecked: Unchecked;
  /** Whether the sitemaps were read, completely; `none` if there are none. */
  readonly sitemaps: 'complete' | 'partial' | 'none' | 'unknown';
  /** Whether all versions in other languages that sitemaps name for its pages are known. */
  readonly knowsListedVersions: boolean;
}
