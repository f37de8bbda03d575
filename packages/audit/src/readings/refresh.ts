import type { AuditFacts } from '../audit-facts.ts';
import type { Evidence, Outcome } from '../outcome.ts';
import type { PageFacts } from '../page/page-facts.ts';
import { baseUrlOf, isWebUrl, maxUrlLength, parseUrl } from '../url/web-url.ts';
import { headerEvidence, shortList, tagEvidence } from './evidence.ts';
import { ownUrlOf } from './own-url.ts';

/** Twenty hours: longer than anyone reads (W3C ACT rule bc659a; WCAG 2.2, success criterion 2.2.1). */
const longestSeconds = 72_000;

/** A URL that browsers load after a delay. */
interface Refresh {
  readonly place: 'header' | 'meta';
  readonly seconds: number;
  /** The target, resolved; the page's own URL if the refresh has no URL. */
  readonly url: URL;
  readonly evidence: Evidence;
}

/**
 * The refresh that browsers apply: the first valid one, a `Refresh` header before meta tags anywhere
 * in the page. `<noscript>` is left out: its content is for browsers without scripts.
 * @see https://html.spec.whatwg.org/multipage/document-lifecycle.html#shared-declarative-refresh-steps
 */
export function refreshOf({ page, response, urls }: AuditFacts): Refresh | null {
  return readRefresh(page, response, urls.base);
}

/**
 * The page that browsers load at once in place of this one, without its fragment; `null` if there is none, or it is this one.
 */
export function instantTargetOf(page: PageFacts, response: RefreshResponse): URL | null {
  const base = baseUrlOf(page.baseHref, response.finalUrl);
  const { seconds, url } = readRefresh(page, response, base) ?? {};
  if (url === undefined || seconds !== 0 || !isWebUrl(url)) return null;
  if (url.username !== '' || url.password !== '' || url.href.length > maxUrlLength) return null;
  const [target, own] = [new URL(url), new URL(response.finalUrl)];
  target.hash = '';
  own.hash = '';
  return target.href === own.href ? null : target;
}

/** Whether a step to the page was a page that browsers replaced at once: redirects have other statuses. */
export function isRefreshStep({ status }: { readonly status: number }): boolean {
  return status < 300;
}

/** The part of a response that a refresh is read from. */
type RefreshResponse = Pick<AuditFacts['response'], 'finalUrl' | 'headers'>;

function readRefresh(page: PageFacts, response: RefreshResponse, base: URL): Refresh | null {
  const pageUrl = new URL(response.finalUrl);
  // Several Refresh headers are not specified: browsers join them or read the first.
  const [header] = response.headers.get('refresh') ?? [];
  if (header !== undefined) {
    const parsed = parseRefresh(header, pageUrl, pageUrl);
    if (parsed !== null) {
      return { place: 'header', ...parsed, evidence: headerEvidence('Refresh', header) };
    }
  }
  for (const meta of page.metas) {
    if (meta.content === null || meta.httpEquiv?.toLowerCase() !== 'refresh') continue;
    const parsed = parseRefresh(meta.content, pageUrl, base);
    if (parsed !== null) return { place: 'meta', ...parsed, evidence: tagEvidence(meta) };
  }
  return null;
}

/** Parses a refresh value in the steps of the standard; `null` if browsers ignore it. */
function parseRefresh(
  value: string,
  pageUrl: URL,
  base: URL,
): Pick<Refresh, 'seconds' | 'url'> | null {
  // HTML white space includes neither the vertical tab nor the no-break space.
  const text = value.replace(/^[\t\n\f\r ]+/, '');
  const [digits = ''] = /^\d*/.exec(text) ?? [];
  if (digits === '' && !text.startsWith('.')) return null;
  // Fractions are ignored.
  const afterTime = text.slice(digits.length).replace(/^[\d.]+/, '');
  if (afterTime !== '' && !/^[;,\t\n\f\r ]/.test(afterTime)) return null;
  const seconds = Math.min(Number(digits), Number.MAX_SAFE_INTEGER);
  const written = afterTime.replace(/^[\t\n\f\r ]*[;,]?[\t\n\f\r ]*/, '');
  if (written === '') return { seconds, url: pageUrl };
  const url = parseUrl(targetOf(written), base.href);
  return url === null || url.protocol === 'javascript:' ? null : { seconds, url };
}

/** The URL after the time: without a leading `url=` and without quotes. */
function targetOf(written: string): string {
  const named = /^url[\t\n\f\r ]*=[\t\n\f\r ]*/i.exec(written);
  // Another `u` starts the URL itself, and later quotes are part of it.
  if (named === null && /^u/i.test(written)) return written;
  const text = written.slice(named?.[0].length ?? 0);
  const [quote = ''] = /^["']/.exec(text) ?? [];
  if (quote === '') return text;
  const end = text.indexOf(quote, 1);
  return text.slice(1, end < 0 ? undefined : end);
}

/** Whether a page loads itself again as soon as it is loaded. A fragment makes it another place of the page, once. */
export function reloadsAtOnce({ seconds, url }: Refresh, facts: AuditFacts): boolean {
  return seconds === 0 && url.href === ownUrlOf(facts).href;
}

/** Whether visitors are still reading the page when the refresh replaces it. */
export function disturbsReaders({ seconds }: Refresh): boolean {
  return seconds > 0 && seconds <= longestSeconds;
}

/** The outcome for a page without a refresh. */
export const noRefresh: Outcome = {
  status: 'na',
  summary: 'The page has no meta refresh tag and no Refresh header.',
};

/** The outcome for a page with a refresh. */
export function refreshOutcome(
  { seconds, url, evidence, place }: Refresh,
  facts: AuditFacts,
  status: 'pass' | 'fail',
): Outcome {
  const what = url.href === ownUrlOf(facts).href ? 'reloads' : 'loads another URL';
  const delay = seconds === 1 ? '1 second' : `${seconds} seconds`;
  const when = seconds === 0 ? 'immediately' : `after ${delay}`;
  const [target = ''] = shortList([url.href]);
  return {
    status,
    summary: `The page ${what} by itself ${when}.`,
    value: { place, seconds, url: target },
    evidence: [evidence],
  };
}
