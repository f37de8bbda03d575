import * as v from 'valibot';
import { integerBetween, optionsObject } from '../../validate-options.ts';

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

/** Ten minutes: no report needs more, and no client waits longer. */
const longestMs = 600_000;
const mostBytes = 2 ** 31 - 1;
/** As many as browsers follow (https://fetch.spec.whatwg.org/#http-redirect-fetch). */
const mostRedirects = 20;

const limit = (name: keyof FetchLimits, min: number, max: number) =>
  v.optional(integerBetween(min, max), defaultLimits[name]);

/** The schema of the option `network.limits`, with the defaults. */
export const limitsSchema = optionsObject({
  totalMs: limit('totalMs', 1, longestMs),
  cpuMs: limit('cpuMs', 1, longestMs),
  connectMs: limit('connectMs', 1, longestMs),
  headersMs: limit('headersMs', 1, longestMs),
  bodyIdleMs: limit('bodyIdleMs', 1, longestMs),
  wireBytes: limit('wireBytes', 1, mostBytes),
  decodedBytes: limit('decodedBytes', 1, mostBytes),
  headerBytes: limit('headerBytes', 1, mostBytes),
  redirects: limit('redirects', 0, mostRedirects),
} satisfies Record<keyof FetchLimits, v.GenericSchema>);
