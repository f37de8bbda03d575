/** A request and its response: the parts that the OpenAPI document describes. */
export interface Exchange {
  readonly method: string;
  /** Path and query as sent, without the origin. */
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  /** The body; empty if there is none. */
  readonly text: string;
}

/** A server that requests are sent to. */
export interface ServerUnderTest {
  /** `http://127.0.0.1:3000` */
  readonly url: string;
  /** Sends a request for a path, or for a URL with any path of this server. */
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
  /** Throws if a response is not as documented. */
  readonly validate: (exchange: Exchange) => void;
}
