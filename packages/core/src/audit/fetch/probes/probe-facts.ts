import type { AnchorFact, ImageFact, LinkTagFact } from '../../page/page-facts.ts';

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
  | { readonly kind: 'not_asked' | 'failed'; readonly url: string; readonly reason: string };

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
}
