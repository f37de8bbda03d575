import { domainOfHost } from '../url/domain-of-host.ts';
import type { FilmFrame, MeasuredLoad, TimedRequest } from './renderer.ts';

/** What a page loaded, and when. Plain JSON. Times in whole milliseconds since the navigation. */
export interface PageLoad {
  readonly firstContentfulPaintMs: number | null;
  /** `null` if there was none, or its picture was not complete when the measurement ended. */
  readonly largestContentfulPaintMs: number | null;
  /** When the document was read, and its deferred scripts had run; `null` if that did not happen. */
  readonly domContentLoadedMs: number | null;
  /** When the page was loaded with its pictures, style sheets and frames; `null` if that did not happen. */
  readonly loadedMs: number | null;
  /** How many requests were sent. */
  readonly requestCount: number;
  /** The first ones, at most 100. */
  readonly requests: readonly LoadedFile[];
  /** What was received in all of them, by type and host, the heaviest first. */
  readonly weight: readonly LoadedPart[];
  /** When the pictures of it were taken, at most eight, and how many bytes each has; empty without pictures. */
  readonly film: readonly { readonly atMs: number; readonly bytes: number }[];
}

/** A request of a page that was measured. */
interface LoadedFile {
  /** Cut to 300 characters. */
  readonly url: string;
  /** As browsers name them: `document`, `script`, `stylesheet`, `image`, `font`, `xhr`, `fetch`, `media`, `other`. */
  readonly type: string;
  /** `null` if no response came. */
  readonly status: number | null;
  /** What was received, with the head of the response. */
  readonly bytes: number;
  readonly startMs: number;
  /** When the head of the response was there; `null` if none came. */
  readonly responseMs: number | null;
  /** When its last byte was there, or it failed; `null` if it went on when the measurement ended. */
  readonly endMs: number | null;
  /** Whether the first paint waited for it. */
  readonly isBlocking: boolean;
  /** Whether it went to another domain than that of the page. */
  readonly isThirdParty: boolean;
}

/** What was received of one type from one host. */
interface LoadedPart {
  readonly type: string;
  /** Its last 100 characters; `null` for all hosts that are not listed. */
  readonly host: string | null;
  readonly isThirdParty: boolean;
  readonly requests: number;
  readonly bytes: number;
}

const max = {
  requests: 100,
  parts: 50,
  urlLength: 300,
  hostLength: 100,
  typeLength: 20,
  frames: 8,
  frameBytes: 8_192,
  /** Longer than any measurement takes. */
  ms: 600_000,
} as const;

/**
 * What a load of a page consists of.
 *
 * @param pageUrl - The URL of the page.
 */
export function pageLoadOf(pageUrl: string, load: MeasuredLoad): PageLoad {
  const blocking = new Set(load.blockingFiles.map(({ url }) => url));
  const own = domainOf(hostOf(pageUrl));
  const isThirdParty = (url: string) => {
    const domain = domainOf(hostOf(url));
    return domain !== '' && domain !== own;
  };
  return {
    firstContentfulPaintMs: momentOf(load.firstContentfulPaintMs),
    largestContentfulPaintMs: load.unfinishedPaint
      ? null
      : momentOf(load.largestContentfulPaint?.ms ?? null),
    domContentLoadedMs: momentOf(load.domContentLoadedMs),
    loadedMs: momentOf(load.loadedMs),
    requestCount: load.requests.length,
    requests: load.requests.slice(0, max.requests).map((request) => ({
      ...timesOf(request),
      url: request.url.slice(0, max.urlLength),
      type: request.type.slice(0, max.typeLength),
      status: request.status,
      bytes: wholeOf(request.bytes),
      isBlocking: blocking.has(request.url),
      isThirdParty: isThirdParty(request.url),
    })),
    weight: weightOf(load.requests, isThirdParty),
    film: filmOf(load).map(({ atMs, image }) => ({ atMs, bytes: image.length })),
  };
}

/** The pictures of a load that are kept. */
export function filmOf({ film }: Pick<MeasuredLoad, 'film'>): readonly FilmFrame[] {
  return film
    .filter(({ image }) => image.length > 0 && image.length <= max.frameBytes)
    .slice(0, max.frames)
    .map(({ atMs, image }) => ({ atMs: Math.min(wholeOf(atMs), max.ms), image }));
}

function timesOf(request: TimedRequest): Pick<LoadedFile, 'startMs' | 'responseMs' | 'endMs'> {
  const startMs = Math.min(wholeOf(request.startMs), max.ms);
  const endMs = momentOf(request.endMs, startMs);
  const responseMs = momentOf(request.responseMs, startMs);
  // The browser takes small files in one piece, and mentions their response last.
  return { startMs, responseMs: responseMs && Math.min(responseMs, endMs ?? max.ms), endMs };
}

/** A time that is not before another one. */
function momentOf(ms: number | null, earliest = 0): number | null {
  return ms === null ? null : Math.min(Math.max(wholeOf(ms), earliest), max.ms);
}

function wholeOf(value: number): number {
  return Number.isFinite(value) ? Math.max(0, Math.round(value)) : 0;
}

function weightOf(
  requests: readonly TimedRequest[],
  isThirdParty: (url: string) => boolean,
): readonly LoadedPart[] {
  const parts = groupsOf(
    requests.map(({ url, type, bytes }) => ({
      type: type.slice(0, max.typeLength),
      host: hostOf(url).slice(-max.hostLength),
      isThirdParty: isThirdParty(url),
      requests: 1,
      bytes: wholeOf(bytes),
    })),
  );
  if (parts.length <= max.parts) return parts;
  const others = parts.slice(max.parts).map((part) => ({ ...part, host: null }));
  return [...parts.slice(0, max.parts), ...groupsOf(others)];
}

/** Adds up what has the same type, host and party. */
function groupsOf(parts: readonly LoadedPart[]): readonly LoadedPart[] {
  const groups = new Map<string, LoadedPart>();
  for (const part of parts) {
    const key = JSON.stringify([part.type, part.host, part.isThirdParty]);
    const { requests = 0, bytes = 0 } = groups.get(key) ?? {};
    groups.set(key, { ...part, requests: part.requests + requests, bytes: part.bytes + bytes });
  }
  return [...groups.values()].sort((a, b) => b.bytes - a.bytes);
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : '';
}

function domainOf(host: string): string {
  return host === '' ? '' : domainOfHost(host);
}
