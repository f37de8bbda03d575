import type { LinkTagFact } from '../page/page-facts.ts';

/** A link from one page of a website to another, or to itself. */
export interface OutlineLink {
  /** The absolute http(s) URL, normalised by `comparableUrl`, without a fragment. */
  readonly url: string;
  /** The text of the first link to it, cut to 80 characters. */
  readonly text: string;
  /** Whether all links to it have `rel=nofollow`. */
  readonly nofollow: boolean;
}

/** A version of a page in another language. */
export interface OutlineAlternate {
  readonly hreflang: string;
  /** The absolute URL, normalised, without a fragment. */
  readonly url: string;
}

/** What a check found on a page. */
export interface OutlineFinding {
  readonly status: 'warn' | 'fail';
  /** What its fix alone gains, in points of the score of the page. */
  readonly gain: number;
  /** In a sentence, cut to 300 characters. */
  readonly summary: string;
}

/** A URL that a report of the page would request, and the tag that names it. */
export interface SampledUrl {
  readonly url: string;
  /** The start tag's source, cut to 300 characters. */
  readonly html: string;
  /** Its position in the source. A tag that scripts added has none. */
  readonly line?: number;
  readonly column?: number;
  /** Whether it is on another site. */
  readonly isForeign?: true;
  /** Whether the element is hidden from everyone. */
  readonly isHidden?: true;
  /** Why a report would not request it, as the reason of a probe. */
  readonly skipped?: string;
}

/** The canonical links of a page that names another one. */
export interface CanonicalSample {
  /** The URL of the other page. */
  readonly target: string;
  readonly tags: readonly LinkTagFact[];
  readonly baseHref: string | null;
  /** The `Link` headers about it. */
  readonly headers: readonly string[];
}

/** What a report of the page would request and a crawl may know at its end. */
export interface PageSamples {
  /** Links to other pages of the site: how many there are, and those of the sample. */
  readonly links?: {
    readonly total: number;
    readonly urls: readonly SampledUrl[];
    /** Whether the page was scored without assuming that they work. */
    readonly isUnassumed?: true;
  };
  readonly images?: { readonly total: number; readonly urls: readonly SampledUrl[] };
  readonly canonical?: CanonicalSample;
  /**
   * What its results were evaluated with at the end of a crawl, as a hash: a later crawl that takes them over evaluates
   * them again if it knows something else.
   */
  readonly revisedWith?: string;
}

/**
 * What the pages of a website are compared by: the facts of one page that issues across pages need. Plain JSON,
 * about a kilobyte for an ordinary page, and at most 200,000 characters of URLs and texts.
 */
export interface PageOutline {
  /** White space collapsed, cut to 300 characters; `null` if there is none. */
  readonly title: string | null;
  /** The meta description, in the same form. */
  readonly description: string | null;
  /** The text of the first `<h1>`, in the same form. */
  readonly h1: string | null;
  readonly language: string | null;
  readonly words: number;
  /** A hash of the visible text, without case and white space; `null` for texts of fewer than 20 words. */
  readonly textHash: string | null;
  /**
   * A MinHash of the main text, 128 characters: the share of its slots that are equal is the share of neighboring words that
   * two texts have in common. `null` for texts of fewer than 100 words; older outlines have none.
   */
  readonly minHash?: string | null;
  /** Whether a robots tag or header keeps it out of Google's index. */
  readonly noindex: boolean;
  /** Whether a robots tag or header of the page says `nofollow`. */
  readonly nofollow: boolean;
  /** The absolute URL of the canonical link, normalised; `null` if there is none, or several that differ. */
  readonly canonical: string | null;
  /**
   * Another URL that browsers load by themselves, in the form of links: by a meta refresh or a `Refresh` header. Left out
   * if there is none, or one with credentials or more than 2,048 characters, and in older outlines.
   */
  readonly refresh?: string;
  /** Links and headers with `hreflang`, at most 200. */
  readonly alternates: readonly OutlineAlternate[];
  /**
   * Distinct URLs on the same domain, with or without `www.`, in page order, those of image maps last: at most
   * 2,000. Without links to an element of the page itself, and URLs with credentials.
   */
  readonly links: readonly OutlineLink[];
  /**
   * The URLs of the next and the previous page by `rel`, first those of `<link>`, then those of links on the same domain:
   * at most four. Left out if there are none, and in older outlines.
   */
  readonly series?: readonly string[];
  /**
   * What its structured data describes, of the types for which Google shows a rich result, such as `Product`: at most
   * twenty. Left out in older outlines.
   */
  readonly types?: readonly string[];
  /** Distinct URLs of images on the same host: at most 200. */
  readonly images: readonly string[];
  /** The number of distinct links to other domains. */
  readonly externalLinks: number;
  /** Whether links, images or alternates were left out because of a limit. */
  readonly isCut: boolean;
  /** What the checks that failed or warned found, by their ids, the one to fix first at first; in older outlines, their status alone. */
  readonly findings: Readonly<Record<string, OutlineFinding | OutlineFinding['status']>>;
  /** Of a page of a crawl, for the checks that are evaluated at its end. */
  readonly samples?: PageSamples;
}
