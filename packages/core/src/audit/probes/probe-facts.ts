import type { Redirect } from '../fetch/fetched.ts';
import type { Handshake } from '../fetch/guarded-connect.ts';
import type {
  AnchorFact,
  ImageFact,
  LinkTagFact,
  MetaFact,
  ScriptFact,
} from '../page/page-facts.ts';

/**
 * What came of asking for one URL. `not_asked`: our own rules kept us from it (the address is not
 * public, robots.txt disallows it, time was up). `failed`: it was asked for, and there was no answer.
 * Neither says that it is broken. Plain JSON.
 */
export type Probe =
  | {
      readonly kind: 'answered';
      readonly url: string;
      /** Where redirects led. */
      readonly finalUrl: string;
      readonly status: number;
      /** `Content-Type`, type and subtype alone, lower-case. */
      readonly contentType: string | null;
      /** What `Content-Length` says; `null` where it says nothing. */
      readonly bytes: number | null;
    }
  | Unanswered;

/** A URL that brought no answer, and why: by our own rules, or because none came. */
export interface Unanswered {
  readonly kind: 'not_asked' | 'failed';
  readonly url: string;
  readonly reason: string;
}

/** A probe and the element of the page that named its URL. */
export interface ProbeOf<Tag> {
  readonly tag: Tag;
  readonly probe: Probe;
}

/** An icon of the page: in a `data:` URL, or asked for. `tag` is `null` for `/favicon.ico`. */
export interface FaviconProbe {
  readonly tag: LinkTagFact | null;
  readonly probe: Probe | { readonly kind: 'inline' };
}

/** Where a URL leads: every redirect, and the status at the end. */
export interface Route {
  readonly kind: 'answered';
  readonly url: string;
  readonly finalUrl: string;
  readonly status: number;
  readonly redirects: readonly Redirect[];
}

/** Another page that this one names. */
export interface NamedPage extends Route {
  readonly contentType: string | null;
  /** `X-Robots-Tag` headers, at most 10. */
  readonly robotsHeaders: readonly string[];
  /** What its metas `robots` and `googlebot` say, at most 10. */
  readonly robotsMetas: readonly string[];
  /** Whether Googlebot may fetch it, by its host's robots.txt; `null` where that is not known. */
  readonly googlebotAllowed: boolean | null;
}

/** The page that the canonical link names. `disallowed`: robots.txt keeps Googlebot and us from it. */
export type CanonicalProbe =
  | NamedPage
  | Unanswered
  | { readonly kind: 'disallowed'; readonly url: string };

/** A page that is named as this one in another language. */
export interface Alternate {
  /** What it is named for: `de`, `x-default`. */
  readonly hreflangs: readonly string[];
  readonly url: string;
  /** The tag or the header that names it. */
  readonly tag: LinkTagFact | null;
}

/** Such a page, read. */
export interface AlternatePage extends NamedPage {
  /** Whether it names this page in turn; `null` where not all of it was read, or it is no page. */
  readonly returns: boolean | null;
}

/** A script or a style sheet of the page. */
export interface ResourceAnswer {
  readonly kind: 'answered';
  readonly url: string;
  readonly finalUrl: string;
  readonly status: number;
  readonly contentType: string | null;
  /** Headers as they came; `null` where there is none. */
  readonly cacheControl: string | null;
  readonly expires: string | null;
  readonly date: string | null;
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly contentEncoding: string | null;
  /** Bytes over the network: what came, or what `Content-Length` says, where that is more. */
  readonly transferBytes: number;
  /** Bytes that were read, unpacked. */
  readonly bytes: number;
  /** Of those, spaces, tabs and line ends. */
  readonly spaces: number;
  /** Whether that was all of it. */
  readonly complete: boolean;
}

/** One of the scripts and style sheets that were asked for. */
export interface ResourceProbe {
  readonly tag: ScriptFact | LinkTagFact;
  readonly type: 'script' | 'stylesheet';
  /** Whether it is on the page's own host or below it. */
  readonly own: boolean;
  readonly probe: ResourceAnswer | Unanswered;
}

/** The image that a page shows where it is shared. */
export interface SharedImage {
  readonly kind: 'answered';
  readonly url: string;
  readonly finalUrl: string;
  readonly status: number;
  readonly contentType: string | null;
  /** By its first bytes: `png`, `jpeg`, `gif`, `webp`, `avif`; `null` where they are none of these. */
  readonly format: string | null;
  /** In pixels; `null` where its first bytes do not tell. */
  readonly size: { readonly width: number; readonly height: number } | null;
}

/** A site's `/llms.txt`. */
export interface LlmsTxt {
  readonly kind: 'answered';
  readonly url: string;
  readonly status: number;
  readonly contentType: string | null;
  /** Characters, white space at the ends left out; of the first 64 KB. */
  readonly length: number;
  /** Whether a line of it is a heading `# …`. */
  readonly hasHeading: boolean;
  /** Whether it has a link `[…](…)`. */
  readonly hasLink: boolean;
}

/** What a page's few extra requests brought. Plain JSON. */
export interface ProbeFacts {
  /** A random path of the page's site, which cannot exist. */
  readonly missingPage: Probe;
  /** Icons in the order in which they were tried, up to the first that is one. */
  readonly favicons: readonly FaviconProbe[];
  readonly links: {
    /** Different http(s) links of the page, besides those to itself. */
    readonly internal: number;
    readonly external: number;
    /** Some of them, spread over the page: internal ones first. */
    readonly sample: readonly ProbeOf<AnchorFact>[];
  };
  readonly images: {
    /** Different http(s) images of the page. */
    readonly total: number;
    readonly sample: readonly ProbeOf<ImageFact>[];
  };
  /** The page's URL with `http://`; `null` where it has none: it is http, or has a port of its own. */
  readonly plainHttp: Route | Unanswered | null;
  /** The page's URL with `www.`, or without; `null` where its host can have no such twin. */
  readonly hostTwin: Route | Unanswered | null;
  /** A TLS handshake with the page's host; `null` where the page is http. */
  readonly handshake: (Handshake & { readonly kind: 'answered' }) | Unanswered | null;
  /** The page that the canonical link names; `null` where there is no other one. */
  readonly canonical: CanonicalProbe | null;
  readonly alternates: {
    /** Different other pages that hreflang links name. */
    readonly total: number;
    readonly sample: readonly (Alternate & { readonly probe: AlternatePage | Unanswered })[];
  };
  readonly resources: {
    /** Different http(s) scripts and style sheets of the page. */
    readonly total: number;
    /** Some of them, the page's own first. */
    readonly sample: readonly ResourceProbe[];
  };
  /** The `og:image` and its meta; `null` where the page names none. */
  readonly sharedImage: {
    readonly tag: MetaFact;
    readonly probe: SharedImage | Unanswered;
  } | null;
  readonly llmsTxt: LlmsTxt | Unanswered;
}
