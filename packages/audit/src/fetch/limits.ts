import { integerBetween, optionsObject } from '@sitegrade/foundation/validate-options';
import * as v from 'valibot';

/** Limits of one report. Times in milliseconds, sizes in bytes. */
export interface FetchLimits {
  /**
   * All network requests of a report, including name resolution and redirects. The page must be read
   * within this time, too. Default 15,000.
   */
  readonly totalMs: number;
  /**
   * CPU time for reading the page, robots.txt and sitemaps, and for the checks. An ordinary page of 20 MB
   * takes half of it. Default 3,000.
   */
  readonly cpuMs: number;
  /** Name resolution, TCP and TLS of one connection. Default 5,000. */
  readonly connectMs: number;
  /** From the request to the end of the response's headers. Default 8,000. */
  readonly headersMs: number;
  /**
   * The time between two chunks of a body, and the time over which a body beyond 512 KiB must arrive at 64 KiB
   * per second. Default 5,000.
   */
  readonly bodyIdleMs: number;
  /** The size of a body as transferred. Default 10 MiB. */
  readonly wireBytes: number;
  /** The size of a decoded body. Default 20 MiB. */
  readonly decodedBytes: number;
  /** The size of the status line and headers of a response. Default 16 KiB. */
  readonly headerBytes: number;
  /** The number of redirects of one request. Default 5. */
  readonly redirects: number;
}

const MiB = 1024 * 1024;

/** The default limits of a network. */
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

/** Ten minutes, which is more than clients wait. */
const maxMs = 600_000;
const maxBytes = 2 ** 31 - 1;
/** As many as browsers follow (https://fetch.spec.whatwg.org/#http-redirect-fetch). */
const maxRedirects = 20;

const limit = (name: keyof FetchLimits, min: number, max: number) =>
  v.optional(integerBetween(min, max), defaultLimits[name]);

/** The schema of the option `network.limits`, with the defaults. */
export const limitsSchema = optionsObject({
  totalMs: limit('totalMs', 1, maxMs),
  cpuMs: limit('cpuMs', 1, maxMs),
  connectMs: limit('connectMs', 1, maxMs),
  headersMs: limit('headersMs', 1, maxMs),
  bodyIdleMs: limit('bodyIdleMs', 1, maxMs),
  wireBytes: limit('wireBytes', 1, maxBytes),
  decodedBytes: limit('decodedBytes', 1, maxBytes),
  headerBytes: limit('headerBytes', 1, maxBytes),
  redirects: limit('redirects', 0, maxRedirects),
} satisfies Record<keyof FetchLimits, v.GenericSchema>);
