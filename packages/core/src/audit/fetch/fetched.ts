/** One step of a redirect chain. Plain JSON. */
export interface Redirect {
  /** Who answered with the redirect. */
  readonly url: string;
  readonly status: number;
  /** Where it pointed, resolved. */
  readonly location: string;
  /** Milliseconds this hop took. */
  readonly ms: number;
}

/** A response as the guarded fetcher brings it back. */
export interface Fetched {
  /** The URL asked for, normalised. */
  readonly url: string;
  /** The URL that answered, after redirects. */
  readonly finalUrl: string;
  readonly status: number;
  /** Header values by lower-case name, in the order they came; a header that repeats has several. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  /** The body with its content coding undone. */
  readonly body: Uint8Array;
  /** Bytes of the body as they came over the network. */
  readonly transferBytes: number;
  readonly redirects: readonly Redirect[];
  readonly timings: {
    /** Milliseconds from the start of the fetch to the final response's headers. */
    readonly firstByteMs: number;
    /** Milliseconds from the start of the fetch to the last byte. */
    readonly totalMs: number;
  };
}

/** What checks may know of the document's response: all but its body. */
export type FetchedPage = Omit<Fetched, 'body'>;
