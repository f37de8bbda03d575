/** One step of a redirect chain. Plain JSON. */
export interface Redirect {
  /** The URL that redirected. */
  readonly url: string;
  readonly status: number;
  /** The resolved `Location`. */
  readonly location: string;
  /** The time of this request in milliseconds. */
  readonly ms: number;
}

/** A response of the fetcher. */
export interface Fetched {
  /** The requested URL, normalised. */
  readonly url: string;
  /** The URL after redirects. */
  readonly finalUrl: string;
  readonly status: number;
  /** Header values by lower-case name, in order. Repeated headers have several values. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  /** The decoded body. */
  readonly body: Uint8Array;
  /** The size of the body as transferred. */
  readonly transferBytes: number;
  readonly redirects: readonly Redirect[];
  readonly timings: {
    /** Milliseconds from the start of the fetch to the final response's headers. */
    readonly firstByteMs: number;
    /** Milliseconds from the start of the fetch to the last byte. */
    readonly totalMs: number;
  };
}

/** A response before its body is read. */
export type FetchedHead = Pick<Fetched, 'url' | 'finalUrl' | 'status' | 'headers' | 'redirects'>;

/** The response of the page for checks, without its body. */
export type FetchedPage = Omit<Fetched, 'body'>;
