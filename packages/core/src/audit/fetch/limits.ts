/** What one report may cost. Times in milliseconds, sizes in bytes. */
export interface FetchLimits {
  /**
   * Everything a report asks of the network, name look-ups and redirects included; by then the page
   * has to be read, too. Default 15,000.
   */
  readonly totalMs: number;
  /**
   * CPU time for reading one report's page, robots.txt and sitemaps, and for the checks. An ordinary page
   * of 20 MB takes half of it. Default 3,000.
   */
  readonly cpuMs: number;
  /** Name look-up, TCP and TLS of one connection. Default 5,000. */
  readonly connectMs: number;
  /** From the request to the end of the response's headers. Default 8,000. */
  readonly headersMs: number;
  /** Silence within a body. Default 5,000. */
  readonly bodyIdleMs: number;
  /** A body as it comes over the network. Default 10 MiB. */
  readonly wireBytes: number;
  /** A body with its content coding undone. Default 20 MiB. */
  readonly decodedBytes: number;
  /** A response's status line and headers together. Default 16 KiB. */
  readonly headerBytes: number;
  /** Redirects followed for one request. Default 5. */
  readonly redirects: number;
}

const MiB = 1024 * 1024;

/** The limits of a network that says nothing else. */
export const defaultLimits: FetchLimits = {
  totalMs: 15_000,
  cpuMs: 3_000,
  connectMs: 5_000,
  headersMs: 8_000,
  bodyIdleMs: 5_000,
  wireBytes: 10 * MiB,
  decodedBytes: 20 * MiB,
  headerBytes: 16 * 1024,
  redirects: 5,
};

/** Timers beyond this fire at once (Node keeps the delay in 31 bits), and no report needs more. */
const largest = 2 ** 31 - 1;

/**
 * Fills in the defaults.
 *
 * @throws TypeError naming the limit and what is allowed.
 */
export function compileLimits(given: Partial<FetchLimits> = {}): FetchLimits {
  const limits = { ...defaultLimits };
  for (const [name, value] of Object.entries(given)) {
    if (!isLimit(name)) {
      const known = Object.keys(defaultLimits).join(', ');
      throw new TypeError(`network.limits.${name} is not a limit; there are ${known}`);
    }
    if (value === undefined) continue;
    const least = name === 'redirects' ? 0 : 1;
    if (!Number.isInteger(value) || value < least || value > largest) {
      throw new TypeError(
        `network.limits.${name} must be a whole number from ${least} to ${largest}, not ${String(value)}`,
      );
    }
    limits[name] = value;
  }
  return limits;
}

function isLimit(name: string): name is keyof FetchLimits {
  return Object.hasOwn(defaultLimits, name);
}
