import { isSitegradeError } from '../../errors.ts';
import { fetchError } from '../fetch/fetch-error.ts';
import type { Fetched } from '../fetch/fetched.ts';
import type { Fetcher, FetchOptions } from '../fetch/fetcher.ts';
import type { Handshake } from '../fetch/guarded-connect.ts';
import type { Probe, Unanswered } from './probe-facts.ts';

/** Does work for a host when it is that work's turn. */
type HostSlots = <Result>(host: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * Lets so many pieces of work go on at once for each host, the others in the order in which they
 * came. Their clocks start when they do: waiting for one another is not the host's slowness.
 */
export function createHostSlots(atOnce: number): HostSlots {
  const hosts = new Map<string, { working: number; readonly waiting: (() => void)[] }>();
  return async (host, work) => {
    const slots = hosts.get(host) ?? { working: 0, waiting: [] };
    hosts.set(host, slots);
    if (slots.working >= atOnce) await new Promise<void>((start) => slots.waiting.push(start));
    else slots.working++;
    try {
      return await work();
    } finally {
      const next = slots.waiting.shift();
      if (next === undefined) slots.working--;
      else next();
    }
  };
}

/** Milliseconds for a report's probes. */
export interface ProbeTimes {
  /** For one of them. */
  readonly eachMs: number;
  /** For all of them together. */
  readonly totalMs: number;
}

/** A slow host costs a report two or three seconds, a page full of them no more than five. */
const probeTimes: ProbeTimes = { eachMs: 2_500, totalMs: 5_000 };

/** Requests to one host at a time: as many as the fetcher has connections. */
const atOnce = 4;

/** What one GET brought. */
type Asked = { readonly kind: 'answered'; readonly fetched: Fetched } | Unanswered;

/** Asks for URLs and takes whatever comes of it for an answer. */
export interface Prober {
  /** Sends GET, and looks at the headers alone. */
  readonly get: (url: URL) => Promise<Probe>;
  /** Sends HEAD, and GET where HEAD brings nothing good: not every server knows it. */
  readonly head: (url: URL) => Promise<Probe>;
  /** Sends GET, and reads so many bytes of the body; 0 for the headers alone. */
  readonly read: (url: URL, options: ReadOptions) => Promise<Asked>;
  /** Agrees on a secure connection. */
  readonly handshake: (url: URL) => Promise<(Handshake & { kind: 'answered' }) | Unanswered>;
  /** Fetches within the probes' time, and throws what the fetcher throws. */
  readonly fetch: Fetcher['fetch'];
}

/** How much to read, and what for; a page where nothing is said. */
type ReadOptions = Pick<FetchOptions, 'accept'> & { readonly cutAt: number };

/** Failures of our own rules: nobody was asked, or not to the end of the redirects. */
const ours = /^(?:url_|host_blocked$|address_)/;

/** Servers that do not know HEAD also close the connection, or send a body that is none. */
const worthAnotherTry = new Set([
  'connection_closed',
  'http_protocol_error',
  'encoding_unsupported',
]);

/**
 * Makes a prober, and starts its clock. Its methods throw only what the fetcher throws when aborted,
 * `fetch` apart.
 */
export function createProber(fetcher: Fetcher, times: ProbeTimes = probeTimes): Prober {
  const endsAt = performance.now() + times.totalMs;
  const inTurn = createHostSlots(atOnce);
  const timeLeft = () => Math.min(times.eachMs, Math.floor(endsAt - performance.now()));

  const attempt = async <Result>(
    url: URL,
    work: (timeoutMs: number) => Promise<Result>,
  ): Promise<{ readonly kind: 'done'; readonly result: Result } | Unanswered> => {
    const timeoutMs = timeLeft();
    if (timeoutMs <= 0) return { kind: 'not_asked', url: url.href, reason: 'out_of_time' };
    try {
      return { kind: 'done', result: await work(timeoutMs) };
    } catch (error) {
      if (!isSitegradeError(error) || error.reason === undefined) throw error;
      const { reason } = error;
      return { kind: ours.test(reason) ? 'not_asked' : 'failed', url: url.href, reason };
    }
  };
  const ask = async (url: URL, method: 'GET' | 'HEAD'): Promise<Probe> => {
    const asked = await attempt(url, (timeoutMs) =>
      fetcher.fetch(url, { method, accept: '*/*', cutAt: 0, timeoutMs }),
    );
    return asked.kind === 'done' ? answered(url, asked.result) : asked;
  };
  return {
    get: (url) => inTurn(url.host, () => ask(url, 'GET')),
    head: (url) =>
      inTurn(url.host, async () => {
        const probe = await ask(url, 'HEAD');
        const doubtful =
          probe.kind === 'answered' ? probe.status >= 400 : worthAnotherTry.has(probe.reason);
        return doubtful ? await ask(url, 'GET') : probe;
      }),
    read: async (url, options) => {
      const asked = await inTurn(url.host, () =>
        attempt(url, (timeoutMs) => fetcher.fetch(url, { ...options, timeoutMs })),
      );
      return asked.kind === 'done' ? { kind: 'answered', fetched: asked.result } : asked;
    },
    handshake: async (url) => {
      const asked = await inTurn(url.host, () =>
        attempt(url, (timeoutMs) => fetcher.handshake(url, { timeoutMs })),
      );
      return asked.kind === 'done' ? { kind: 'answered', ...asked.result } : asked;
    },
    fetch: (url, options) =>
      inTurn(url.host, async () => {
        const timeoutMs = timeLeft();
        if (timeoutMs <= 0) throw fetchError('fetch_timeout');
        return await fetcher.fetch(url, { ...options, timeoutMs });
      }),
  };
}

/** Type and subtype of `Content-Type`, lower-case; `null` where there is none. */
export function contentTypeOf(headers: Fetched['headers']): string | null {
  const type = headers.get('content-type')?.at(-1)?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return type === '' ? null : type.slice(0, 100);
}

/** What `Content-Length` says; `null` where it says nothing. */
export function announcedBytes(headers: Fetched['headers']): number | null {
  const length = headers.get('content-length')?.[0] ?? '';
  return /^\d{1,15}$/.test(length) ? Number(length) : null;
}

function answered(url: URL, { finalUrl, status, headers }: Fetched): Probe {
  return {
    kind: 'answered',
    url: url.href,
    finalUrl,
    status,
    contentType: contentTypeOf(headers),
    bytes: announcedBytes(headers),
  };
}
