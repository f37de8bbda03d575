/** A running sample site. */
export interface SampleSite {
  /** Where it answers plain http, without a slash at the end. */
  readonly url: string;
  /** Where it answers https, without a slash at the end. */
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
