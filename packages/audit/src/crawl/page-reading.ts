import { createHash } from 'node:crypto';
import type { Fetched } from '../fetch/fetched.ts';
import { parseSetCookie } from '../readings/set-cookie.ts';
import type { WatchedHeaders } from './watched-headers.ts';

/** The first member of what is stored. It changes with its form, and with that of outlines. */
const version = 1;

/** Servers write 40 characters. A longer validator would be sent with every later request. */
const maxEtagLength = 512;
const maxDateLength = 64;

/** The most headers that are kept. A page of which more were read is always read again. */
const maxHeaders = 200;

/**
 * A date of change that is as young as this does not distinguish two changes that were made at the same time (RFC 9110
 * §8.8.2.2, which says a second; clocks differ by more).
 */
const minAgeMs = 60_000;

/** How a page was read: what a later crawl needs to find out whether it has changed. */
interface PageReading {
  readonly version: typeof version;
  /** What its results depend on, other than the response: see `pageBasis`. */
  readonly basis: string;
  readonly status: number;
  /** A hash of the body, decoded. */
  readonly body: string;
  readonly etag?: string;
  readonly lastModified?: string;
  /** Hashes of the headers that its results depend on. */
  readonly headers: Readonly<Record<string, string>>;
  /** Such headers that it did not have. */
  readonly missing: readonly string[];
  /** Its results stay the same until then, in milliseconds since 1970. */
  readonly until: number;
}

type Response = Pick<Fetched, 'status' | 'headers'>;

/**
 * What is stored of a page, as text of at most some kilobytes; `null` if it must always be read again.
 *
 * @param response - With the hash of its body.
 * @param headers - As they were read by the checks.
 * @param until - Until when its results stay the same.
 */
export function packReading(
  response: Response & Pick<PageReading, 'body'>,
  { names, areAllRead }: WatchedHeaders,
  { basis, until, now }: { readonly basis: string; readonly until: number; readonly now: Date },
): string | null {
  const { headers: given, status, body } = response;
  const read = new Set([
    'content-type',
    ...names,
    ...(areAllRead() ? [allHeaders, ...given.keys()] : []),
  ]);
  if (read.size > maxHeaders) return null;
  const headers: Record<string, string> = {};
  const missing: string[] = [];
  for (const name of read) {
    const values = given.get(name);
    if (values !== undefined) headers[name] = headerDigest(name, values, now);
    else missing.push(name);
  }
  const reading = {
    version,
    basis,
    status,
    body,
    ...validatorsOf(given, now),
    headers,
    missing,
    until,
  } satisfies PageReading;
  return JSON.stringify(reading);
}

/** In the list of missing headers: any other header matters, too. */
const allHeaders = '*';

/**
 * Reads what was stored.
 *
 * @returns `null` if it is of another version, or the results of the page cannot be the same.
 */
export function unpackReading(
  text: string,
  { basis, now }: { readonly basis: string; readonly now: Date },
): PageReading | null {
  const reading = JSON.parse(text) as Partial<PageReading>;
  if (reading.version !== version || reading.basis !== basis) return null;
  const known = reading as PageReading;
  return now.getTime() < known.until ? known : null;
}

/** The headers that ask for the page only if it has changed (RFC 9110 §13.1); none without a validator. */
export function conditionsOf({
  etag,
  lastModified,
}: PageReading): Readonly<Record<string, string>> {
  return {
    ...(etag !== undefined && { 'if-none-match': etag }),
    ...(lastModified !== undefined && { 'if-modified-since': lastModified }),
  };
}

/**
 * Whether a response 304 leaves the results of the page as they are: it has the same validator, and no header with
 * another value. It may leave headers out (RFC 9110 §15.4.5).
 */
export function confirms(reading: PageReading, { headers }: Response, now: Date): boolean {
  const [etag, ...others] = headers.get('etag') ?? [];
  if (etag !== undefined && reading.etag !== undefined) {
    if (others.length > 0 || opaqueTag(etag) !== opaqueTag(reading.etag)) return false;
  }
  return !hasOtherHeader(reading, headers, now);
}

/** What is stored of a page if the response is the same as before, with its new validators; otherwise `null`. */
export function sameReading(
  reading: PageReading,
  { status, headers, body }: Response & Pick<Fetched, 'body'>,
  now: Date,
): string | null {
  if (status !== reading.status || hasOtherHeader(reading, headers, now)) return null;
  if (Object.keys(reading.headers).some((name) => !headers.has(name))) return null;
  if (bodyDigest(body) !== reading.body) return null;
  const { etag: _, lastModified: _1, ...others } = reading;
  return JSON.stringify({ ...others, ...validatorsOf(headers, now) } satisfies PageReading);
}

/** Whether a response has a header that the results depend on, and that was missing or different. */
function hasOtherHeader(
  { headers, missing }: PageReading,
  given: Fetched['headers'],
  now: Date,
): boolean {
  const isAny = missing.includes(allHeaders);
  return [...given].some(([name, values]) => {
    const before = headers[name];
    if (before === undefined) return isAny || missing.includes(name);
    return before !== headerDigest(name, values, now);
  });
}

/** Headers that differ from response to response of the same page: it matters whether they are there. */
const changing: ReadonlySet<string> = new Set([
  'age',
  'content-length',
  'date',
  'etag',
  'expires',
  'last-modified',
]);

/** Cookies without their values and times. */
function headerDigest(name: string, values: readonly string[], now: Date): string {
  if (changing.has(name)) return '';
  if (name !== 'set-cookie') return digestOf(values.join('\n'));
  const cookies = values.map((line) => {
    const cookie = parseSetCookie(line, now);
    return `${cookie?.text} ${cookie?.expired}`;
  });
  return digestOf(cookies.join('\n'));
}

function validatorsOf(
  headers: Fetched['headers'],
  now: Date,
): Pick<PageReading, 'etag' | 'lastModified'> {
  const [etag = '', ...others] = headers.get('etag') ?? [];
  const isTag =
    others.length === 0 &&
    etag.length <= maxEtagLength &&
    /^(?:W\/)?"[\x21\x23-\x7e]*"$/.test(etag);
  const [modified = ''] = headers.get('last-modified') ?? [];
  const sentAt = Date.parse(headers.get('date')?.[0] ?? '');
  const ageMs = (Number.isNaN(sentAt) ? now.getTime() : sentAt) - Date.parse(modified);
  const isDate = modified.length <= maxDateLength && httpDate.test(modified) && ageMs >= minAgeMs;
  return { ...(isTag && { etag }), ...(isDate && { lastModified: modified }) };
}

/** The form of dates that servers must write (RFC 9110 §5.6.7). */
const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** A validator without its weakness: a weak comparison (RFC 9110 §8.8.3.2). */
function opaqueTag(etag: string): string {
  return etag.replace(/^W\//, '');
}

/** A hash of a body. */
export function bodyDigest(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('base64url');
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}
