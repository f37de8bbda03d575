import { createHash } from 'node:crypto';
import { type CheckResult, maxEvidence } from '@sitegrade/audit';
import type { Evidence } from '@sitegrade/audit/checks';

/** What the locations of a finding are read from. */
type LocatedCheck = Pick<CheckResult, 'evidence' | 'sampled'>;

/** One location of a finding, or the finding itself if it quotes nothing. */
export interface FindingLocation {
  readonly evidence: Evidence | null;
  /** Identifies the location in later reports, of this host or another one, even if its line has changed. */
  readonly fingerprint: string;
}

/**
 * The locations of a finding. Fingerprints are made of the path of the page, the check and the quote, without line,
 * column, white space, origin, and values that are random in each response; the same quote on a page again is counted.
 *
 * @param page - The report of the page; only its final URL matters.
 * @param id - The check that found it.
 * @param check - Its result.
 * @example
 * ```ts
 * const report = await getReport(context, 'user-1', 42);
 * const check = report.checks['image-alt'];
 * if (check) console.log(findingLocations(report, 'image-alt', check).map(({ fingerprint }) => fingerprint));
 * ```
 */
export function findingLocations(
  { finalUrl }: { readonly finalUrl: string },
  id: string,
  check: Pick<CheckResult, 'evidence'>,
): readonly FindingLocation[] {
  const { path } = partsOf(finalUrl);
  const key = (quote: string, count: number) => fingerprintOf([path, id, quote, count]);
  if (check.evidence.length === 0) return [{ evidence: null, fingerprint: key('', 1) }];
  return countedQuotes(check, originsOf({ finalUrl })).map(({ quote, count, evidence }) => ({
    evidence,
    fingerprint: key(quote, count),
  }));
}

/**
 * A fingerprint of these parts: 16 hexadecimal digits.
 *
 * @param parts - What identifies a finding.
 */
export function fingerprintOf(parts: readonly (string | number)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
}

/**
 * The fingerprint of a finding of an issue across pages.
 *
 * @param issue - The id of the issue.
 * @param key - The key of the finding.
 * @param origin - That of the site. It does not count, so that staging and production have the same.
 */
export function issueFingerprint(issue: string, key: string, origin: string | null): string {
  return fingerprintOf([issue, origin === null ? key : key.replaceAll(origin, '')]);
}

/** Where a check found something, in one of two results and not in the other. */
interface ChangedLocations {
  /** Places of the later result that the earlier one does not have; `null` if that may lack some. */
  readonly found: readonly FindingLocation[] | null;
  /** Places of the earlier result that the later one does not have any more; `null` if that may lack some. */
  readonly fixed: readonly FindingLocation[] | null;
  /** How many places both have. */
  readonly remaining: number;
}

/** A result of a check with the URL of its page. */
interface LocatedResult {
  readonly finalUrl: string;
  readonly check: LocatedCheck;
  /** Whether the check warns or fails. Of one that passes, quotes show what is right. */
  readonly isFault: boolean;
}

/**
 * What is new, fixed and still there, by quote. Lines and columns do not matter, nor does the origin, so that the
 * pages of a staging and a live server compare. A result lacks quotes if it has as many as a report keeps, or if it is
 * about a sample.
 *
 * @param id - The check.
 */
export function changedLocations(
  id: string,
  from: LocatedResult,
  to: LocatedResult,
): ChangedLocations {
  const isSame = from.isFault && to.isFault && hasSameQuotes(from.check, to.check);
  // Of both: a page that moves to another host may go on to name its files by the old one.
  const origins = isSame ? noOrigins : originsOf(from, to);
  const [earlier, later] = isSame ? [[], []] : [keysOf(from, origins), keysOf(to, origins)];
  const [before, after] = [new Set(earlier), new Set(later)];
  const kept = later.filter((key) => before.has(key)).length;
  return {
    found: mayLack(from) ? null : locationsWithout(id, to, later, before),
    fixed: mayLack(to) ? null : locationsWithout(id, from, earlier, after),
    remaining: isSame ? Math.max(1, to.check.evidence.length) : kept,
  };
}

const noOrigins: ReadonlySet<string> = new Set();

/** Most findings have not changed: comparing texts takes less time than making keys. */
function hasSameQuotes({ evidence: first }: LocatedCheck, { evidence: other }: LocatedCheck) {
  return (
    first.length === other.length &&
    first.every(({ kind, text }, index) => {
      const quote = other[index];
      return quote !== undefined && quote.kind === kind && quote.text === text;
    })
  );
}

/** What identifies each place of a finding on its page. A finding without quotes is one place. */
function keysOf(
  { check, isFault }: LocatedResult,
  origins: ReadonlySet<string>,
): readonly string[] {
  if (!isFault) return [];
  return check.evidence.length === 0 ? [''] : countedQuotes(check, origins).map(({ key }) => key);
}

/** The places whose keys the other result does not have. */
function locationsWithout(
  id: string,
  { finalUrl, check }: LocatedResult,
  keys: readonly string[],
  others: ReadonlySet<string>,
): readonly FindingLocation[] {
  if (keys.every((key) => others.has(key))) return [];
  const all = findingLocations({ finalUrl }, id, check);
  return all.filter((_, index) => !others.has(keys[index] ?? ''));
}

function mayLack({ check, isFault }: LocatedResult): boolean {
  return isFault ? mayLackPlaces(check) : check.sampled;
}

/** Whether a finding may have places that its report does not quote: it keeps no more, or is about a sample. */
export function mayLackPlaces({ evidence, sampled }: LocatedCheck): boolean {
  return sampled || evidence.length >= maxEvidence;
}

let lastParts = { finalUrl: '', path: '', origin: null as string | null };

/** A page has many findings, so its URL is parsed once. One of a shared report may have no host, as secrets are redacted. */
function partsOf(finalUrl: string) {
  if (lastParts.finalUrl === finalUrl) return lastParts;
  const url = URL.canParse(finalUrl) ? new URL(finalUrl) : null;
  const path = url ? url.pathname + url.search : finalUrl;
  lastParts = { finalUrl, path, origin: url?.origin ?? null };
  return lastParts;
}

function originsOf(...pages: readonly { readonly finalUrl: string }[]): ReadonlySet<string> {
  return new Set(pages.flatMap(({ finalUrl }) => partsOf(finalUrl).origin ?? []));
}

/** The part of a quote that was cut which counts: where it was cut depends on the length of its URLs. */
const comparedCharacters = 80;

/** Quotes without what may change although the finding is the same, and which of the same quotes each is. */
function countedQuotes(
  { evidence: quotes }: Pick<LocatedCheck, 'evidence'>,
  origins: ReadonlySet<string>,
) {
  const seen = new Map<string, number>();
  return quotes.map((evidence) => {
    let text = withoutRandom(evidence.text).replace(/\s+/g, ' ');
    for (const origin of origins) text = text.replaceAll(origin, '');
    const cutAt = text.indexOf('…');
    if (cutAt >= 0) text = text.slice(0, Math.min(cutAt, comparedCharacters));
    const quote = `${evidence.kind} ${text}`;
    const count = (seen.get(quote) ?? 0) + 1;
    seen.set(quote, count);
    return { evidence, quote, count, key: JSON.stringify([quote, count]) };
  });
}

/**
 * Without what servers are known to write for each response: nonces (Content Security Policy Level 3 §7.1), the
 * values of cookies, email addresses that Cloudflare encodes with a random key, and sessions in paths of Java.
 */
function withoutRandom(text: string): string {
  if (!/nonce|set-cookie|email|jsessionid/i.test(text)) return text;
  return text
    .replace(/(\s(?:data-)?nonce\s*=\s*)("[^"]*"?|'[^']*'?|[^\s>]+)/gi, '$1""')
    .replace(/((?:'|&#0*39;|&#x0*27;|&apos;)nonce-)[^'&\s]*/gi, '$1')
    .replace(/^(set-cookie:\s*[^=;]*=)[^;]*/i, '$1')
    .replace(/(data-cfemail="|\/cdn-cgi\/l\/email-protection#)[\da-f]+/gi, '$1')
    .replace(/(;jsessionid=)[\w.!-]+/gi, '$1');
}
