import type { Redirect } from '../fetch/fetched.ts';
import type { Handshake } from '../fetch/guarded-connect.ts';
import type {
  AnchorFact,
  ImageFact,
  LinkTagFact,
  MetaFact,
  RoleFact,
  ScriptFact,
  SourceTag,
  SvgLinkFact,
} from '../page/page-facts.ts';

/**
 * The result of a request for one URL. `skipped`: our side prevented it, because the address is not
 * public, robots.txt disallows it, the time limit was reached, or its redirects exceed our limits or need
 * cookies. `failed`: there was no response. Neither means that the URL is broken. Plain JSON.
 */
export type Probe =
  | {
      readonly kind: 'response';
      readonly url: string;
      /** The URL after redirects. */
      readonly finalUrl: string;
      readonly status: number;
      /** Whether it redirects, and all its redirects are permanent (301, 308). */
      readonly moved: boolean;
      /** The media type of `Content-Type` without parameters, lower-case. */
      readonly contentType: string | null;
      /** The value of `Content-Length`; `null` if missing. */
      readonly bytes: number | null;
    }
  | NoResponse;

/** A URL without a response, and the reason. */
export interface NoResponse {
  readonly kind: 'skipped' | 'failed';
  readonly url: string;
  readonly reason: string;
}

/** A probe, and the element with its URL. */
export interface ProbeOf<Tag> {
  readonly tag: Tag;
  /** Whether the URL is on the page's own site. */
  readonly own: boolean;
  readonly probe: Probe;
}

/** An icon of the page. `inline`: a `data:` URL. `tag` is `null` for `/favicon.ico`. */
export interface FaviconProbe {
  readonly tag: LinkTagFact | null;
  readonly probe: Probe | { readonly kind: 'inline' };
}

/** The redirects of a URL, and its final status. */
export interface ProbeRoute {
  readonly kind: 'response';
  readonly url: string;
  readonly finalUrl: string;
  readonly status: number;
  readonly redirects: readonly Redirect[];
}

/** Another page that this page refers to. */
export interface LinkedPage extends ProbeRoute {
  readonly contentType: string | null;
  /** `X-Robots-Tag` headers, at most 10. */
  readonly robotsHeaders: readonly string[];
  /** The contents of its meta tags `robots` and `googlebot`, at most 10. */
  readonly robotsMetas: readonly string[];
  /** Whether robots.txt of its host allows Googlebot to fetch it; `null` if unknown. */
  readonly googlebotAllowed: boolean | null;
}

/** The canonical page. `disallowed`: its robots.txt blocks Googlebot, so it was not requested. */
export type CanonicalProbe =
  | LinkedPage
  | NoResponse
  | { readonly kind: 'disallowed'; readonly url: string };

/** A version of the page in another language. */
export interface Alternate {
  /** The values of `hreflang` in links to it, such as `de` or `x-default`. */
  readonly hreflangs: readonly string[];
  readonly url: string;
  /** The first link to it; `null` if it is in a header. */
  readonly tag: LinkTagFact | null;
}

/** An alternate that was read. */
export interface AlternatePage extends LinkedPage {
  /** Whether it links back to this page; `null` if it was not read completely, or is not HTML. */
  readonly returns: boolean | null;
}

/** The response for a script or a style sheet. */
export interface ResourceResponse {
  readonly kind: 'response';
  readonly url: string;
  readonly finalUrl: string;
  readonly status: number;
  readonly contentType: string | null;
  /** Headers as received; `null` if missing. */
  readonly cacheControl: string | null;
  readonly expires: string | null;
  readonly date: string | null;
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly contentEncoding: string | null;
  /** Bytes received, or the value of `Content-Length` if that is more. */
  readonly transferBytes: number;
  /** Bytes that were read, decompressed. */
  readonly bytes: number;
  /** How many of those are spaces, tabs and line breaks. */
  readonly spaces: number;
  /** Whether all bytes were read. */
  readonly complete: boolean;
}

/** A script or style sheet that was requested. */
export interface ResourceProbe {
  readonly tag: ScriptFact | LinkTagFact;
  readonly type: 'script' | 'stylesheet';
  /** Whether it is on the page's own host or a subdomain. */
  readonly own: boolean;
  readonly probe: ResourceResponse | NoResponse;
}

/** A file of the page that robots.txt blocks for Googlebot. */
export interface BlockedFile {
  readonly tag: SourceTag;
  readonly url: string;
  /** The line of robots.txt that blocks it, and its number; `null` if unknown. */
  readonly line: number | null;
  readonly text: string | null;
}

/** The response for the image in link previews of the page. */
export interface SharedImage {
  readonly kind: 'response';
  readonly url: string;
  readonly finalUrl: string;
  readonly status: number;
  readonly contentType: string | null;
  /** Detected from its first bytes: `png`, `jpeg`, `gif`, `webp`, `avif`; `null` for others. */
  readonly format: string | null;
  /** In pixels; `null` if unknown. */
  readonly size: { readonly width: number; readonly height: number } | null;
}

/** A site's `/llms.txt`. */
export interface LlmsTxt {
  readonly kind: 'response';
  readonly url: string;
  readonly status: number;
  readonly contentType: string | null;
  /** The number of characters in the first 64 KB, without white space at the start and end. */
  readonly length: number;
  /** Whether it has a heading `# …`. */
  readonly hasHeading: boolean;
  /** Whether it has a link `[…](…)`. */
  readonly hasLink: boolean;
}

/** The files with a fixed path that are requested once for each site, in addition to robots.txt, sitemaps and the icon. */
export const siteFiles = {
  llmsTxt: '/llms.txt',
  securityTxt: '/.well-known/security.txt',
} as const;

/** A site's `/.well-known/security.txt` (RFC 9116). */
export interface SecurityTxt {
  readonly kind: 'response';
  readonly url: string;
  readonly status: number;
  readonly contentType: string | null;
  /** The number of lines with a field of the RFC, in the first 16 KB. */
  readonly fields: number;
  /** The values of `Contact`, the first 10, each cut to 200 characters. */
  readonly contacts: readonly string[];
  /** The values of `Expires`, likewise. */
  readonly expires: readonly string[];
  /** Whether there may be more than was read. */
  readonly cut: boolean;
}

/** The page as the server sends it to one user agent. */
export interface UserAgentPage {
  readonly kind: 'response';
  readonly url: string;
  readonly finalUrl: string;
  readonly status: number;
  /** Whether the server refused to show the page, and who did; `null` if unknown. */
  readonly refusal: { readonly by: string | null } | null;
  /** `null` if it has none, or is not HTML. */
  readonly title: string | null;
  /** The number of words of its visible text. */
  readonly words: number;
  /** Whether a meta tag or a header keeps it out of search results. */
  readonly noindex: boolean;
  /** The URL of its canonical link, to be compared; `null` without one, or with several. */
  readonly canonical: string | null;
  /** The types of its structured data, each once, sorted, the first 50. */
  readonly types: readonly string[];
}

/** The same page for several user agents. */
export interface ComparedUserAgents {
  /** As a request of ChatGPT for one of its users. */
  readonly assistant: UserAgentPage | NoResponse;
  /** As a browser on a computer. */
  readonly browser: UserAgentPage | NoResponse;
  readonly phone: UserAgentPage | NoResponse;
}

/** What the page allows to scripts of a site that does not exist. */
export interface CrossOriginResponse {
  readonly kind: 'response';
  readonly url: string;
  /** The `Origin` of the request. */
  readonly origin: string;
  readonly status: number;
  /** The lines of `Access-Control-Allow-Origin`, at most 10. */
  readonly allowOrigin: readonly string[];
  /** The lines of `Access-Control-Allow-Credentials`, at most 10. */
  readonly allowCredentials: readonly string[];
}

/** How many files of a page are compared with robots.txt: with a hostile one, each takes milliseconds. */
export const maxComparedFiles = 50;

/** The results of the additional requests for a page. Plain JSON. */
export interface ProbeFacts {
  /** A random path on the page's site, which does not exist. */
  readonly missingPage: Probe;
  /** Icons in the order in which they were tried, up to the first valid one. */
  readonly favicons: readonly FaviconProbe[];
  readonly links: {
    /** The number of distinct http(s) links of the page, except those to itself. */
    readonly internal: number;
    readonly external: number;
    /** A sample, spread over the page, internal links first. */
    readonly sample: readonly ProbeOf<AnchorFact | RoleFact | SvgLinkFact>[];
  };
  readonly images: {
    /** The number of distinct http(s) images of the page. */
    readonly total: number;
    readonly sample: readonly ProbeOf<ImageFact>[];
  };
  /** The page's URL with `http://`; `null` if it is http already, or has its own port. */
  readonly plainHttp: ProbeRoute | NoResponse | null;
  /** The page's URL with `www.` added or removed; `null` if its host cannot have `www.`. */
  readonly hostVariant: ProbeRoute | NoResponse | null;
  /** A TLS handshake with the page's host; `null` if the page is http. */
  readonly handshake: (Handshake & { readonly kind: 'response' }) | NoResponse | null;
  /** The canonical page; `null` if it is this page, or there is none. */
  readonly canonical: CanonicalProbe | null;
  readonly alternates: {
    /** The number of distinct other pages in hreflang links. */
    readonly total: number;
    readonly sample: readonly (Alternate & { readonly probe: AlternatePage | NoResponse })[];
  };
  readonly resources: {
    /** The number of distinct http(s) scripts and style sheets of the page. */
    readonly total: number;
    /** A sample, those of the page's own site first. */
    readonly sample: readonly ResourceProbe[];
  };
  /** The page's scripts, style sheets and images that Googlebot needs, compared with robots.txt. */
  readonly blockedFiles: {
    /** The number of files that were compared; 0 if robots.txt is unknown or blocks the page itself. */
    readonly checked: number;
    readonly blocked: readonly BlockedFile[];
  };
  /** The `og:image` with its meta tag; `null` if there is none. */
  readonly sharedImage: {
    readonly tag: MetaFact;
    readonly probe: SharedImage | NoResponse;
  } | null;
  readonly llmsTxt: LlmsTxt | NoResponse;
  readonly securityTxt: SecurityTxt | NoResponse;
  /** The page, requested as a script of another site does; `null` if its status was not a success. */
  readonly crossOrigin: CrossOriginResponse | NoResponse | null;
  /** The page for an AI assistant and for a browser; `null` if they are not compared. */
  readonly userAgents: ComparedUserAgents | null;
}
