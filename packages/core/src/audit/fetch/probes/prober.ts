import { isSitegradeError } from '../../../errors.ts';
import type { Fetched } from '../fetched.ts';
import type { Fetcher } from '../fetcher.ts';
import type { Probe } from './probe-facts.ts';

/** Milliseconds for a report's probes. */
export interface ProbeTimes {
  /** For one of them. */
  readonly eachMs: number;
  /** For all of them together. */
  readonly totalMs: number;
}

/** A slow host costs a report two or three seconds, a page full of them no more than five. */
export const probeTimes: ProbeTimes = { eachMs: 2_500, totalMs: 5_000 };

/** Asks for URLs and takes whatever comes of it for an answer. */
export interface Prober {
  /** Sends GET, and looks at the headers alone. */
  readonly get: (url: URL) => Promise<Probe>;
  /** Sends HEAD, and GET where HEAD brings nothing good: not every server knows it. */
  readonly head: (url: URL) => Promise<Probe>;
}

/** Failures of our own rules: nobody was asked, or not to the end of the redirects. */
const ours = /^(?:url_|host_blocked$|address_)/;

/** Servers that do not know HEAD also close the connection, or send a body that is none. */
const worthAnotherTry = new Set([
  'connection_closed',
  'http_protocol_error',
  'encoding_unsupported',
]);

/**
 * Makes a prober, and starts its clock. Its methods throw only what the fetcher throws when aborted.
 */
export function createProber(fetcher: Fetcher, times: ProbeTimes = probeTimes): Prober {
  const endsAt = performance.now() + times.totalMs;

  const ask = async (url: URL, method: 'GET' | 'HEAD'): Promise<Probe> => {
    const left = Math.floor(endsAt - performance.now());
    if (left <= 0) return { kind: 'not_asked', url: url.href, reason: 'out_of_time' };
    try {
      const timeoutMs = Math.min(times.eachMs, left);
      const accept = '*/*';
      return answered(url, await fetcher.fetch(url, { method, accept, cutAt: 0, timeoutMs }));
    } catch (error) {
      if (!isSitegradeError(error) || error.reason === undefined) throw error;
      const { reason } = error;
      return { kind: ours.test(reason) ? 'not_asked' : 'failed', url: url.href, reason };
    }
  };
  return {
    get: (url) => ask(url, 'GET'),
    head: async (url) => {
      const probe = await ask(url, 'HEAD');
      const doubtful =
        probe.kind === 'answered' ? probe.status >= 400 : worthAnotherTry.has(probe.reason);
      if (!doubtful) return probe;
      return await ask(url, 'GET');
    },
  };
}

function answered(url: URL, { finalUrl, status, headers }: Fetched): Probe {
  const type = headers.get('content-type')?.at(-1)?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const length = headers.get('content-length')?.[0] ?? '';
  return {
    kind: 'answered',
    url: url.href,
    finalUrl,
    status,
    contentType: type === '' ? null : type.slice(0, 100),
    bytes: /^\d{1,15}$/.test(length) ? Number(length) : null,
  };
}
