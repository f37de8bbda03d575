/** A request that was sent and what came back, as far as the API's description speaks of it. */
export interface Exchange {
  readonly method: string;
  /** Path and query as sent, without the origin. */
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  /** The body; empty where there is none. */
  readonly text: string;
}

/** A server that requests are sent to. */
export interface ServerUnderTest {
  /** `http://127.0.0.1:3000` */
  readonly url: string;
  /** Throws where a response is not as documented. */
  readonly validate: (exchange: Exchange) => void;
}
