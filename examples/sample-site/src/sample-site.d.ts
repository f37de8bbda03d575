/** A running sample site. */
export interface SampleSite {
  /** Its http origin, without a trailing slash. */
  readonly url: string;
  /** Its https origin, without a trailing slash. */
  readonly httpsUrl: string;
  /** The certificate to trust for https, as in `NODE_EXTRA_CA_CERTS`. */
  readonly certificateFile: string;
  /** Stops it; open connections are closed at once. */
  close(): Promise<void>;
}

/** Starts the sample site. Ports default to free ones, the host to `127.0.0.1`. */
export function startSampleSite(options?: {
  readonly port?: number;
  readonly httpsPort?: number;
  readonly host?: string;
}): Promise<SampleSite>;
