import { parseUrl } from '../../../fetch/web-url.ts';
import type { AuditFacts, Evidence } from '../../check.ts';
import { headerEvidence, tagEvidence } from '../../evidence.ts';

/** What the page tells browsers to load after a while. */
export interface Refresh {
  readonly place: 'header' | 'meta';
  readonly seconds: number;
  /** Where it leads, resolved; the page's own address where it names none. */
  readonly url: URL;
  readonly evidence: Evidence;
}

/**
 * The refresh that browsers obey: the first that they understand, a `Refresh` header before the
 * metas of the page, wherever these stand. What is in `<noscript>` is for browsers without scripts.
 * @see https://html.spec.whatwg.org/multipage/document-lifecycle.html#shared-declarative-refresh-steps
 */
export function refreshOf({ page, response, urls }: AuditFacts): Refresh | null {
  const own = new URL(response.finalUrl);
  // Nobody says what several headers mean: browsers read them as one, or the first.
  const [header] = response.headers.get('refresh') ?? [];
  if (header !== undefined) {
    const parsed = parseRefresh(header, own, own);
    if (parsed !== null) {
      return { place: 'header', ...parsed, evidence: headerEvidence('Refresh', header) };
    }
  }
  for (const meta of page.metas) {
    if (meta.content === null || meta.httpEquiv?.toLowerCase() !== 'refresh') continue;
    const parsed = parseRefresh(meta.content, own, urls.base);
    if (parsed !== null) return { place: 'meta', ...parsed, evidence: tagEvidence(meta) };
  }
  return null;
}

/** Reads the value of a refresh, step by step as the standard has it; `null` where browsers do nothing. */
function parseRefresh(value: string, own: URL, base: URL): Pick<Refresh, 'seconds' | 'url'> | null {
  // White space of HTML is neither a vertical tab nor a no-break space.
  const text = value.replace(/^[\t\n\f\r ]+/, '');
  const [digits = ''] = /^\d*/.exec(text) ?? [];
  if (digits === '' && !text.startsWith('.')) return null;
  // A fraction is read over.
  const afterTime = text.slice(digits.length).replace(/^[\d.]+/, '');
  if (afterTime !== '' && !/^[;,\t\n\f\r ]/.test(afterTime)) return null;
  const seconds = Math.min(Number(digits), Number.MAX_SAFE_INTEGER);
  const written = afterTime.replace(/^[\t\n\f\r ]*[;,]?[\t\n\f\r ]*/, '');
  if (written === '') return { seconds, url: own };
  const url = parseUrl(targetOf(written), base.href);
  return url === null || url.protocol === 'javascript:' ? null : { seconds, url };
}

/** The address in what follows the time: after `url=`, where that is there, and within quotes. */
function targetOf(written: string): string {
  const named = /^url[\t\n\f\r ]*=[\t\n\f\r ]*/i.exec(written);
  // Another `u` begins the address itself, and quotes later in it are its own.
  if (named === null && /^u/i.test(written)) return written;
  const text = written.slice(named?.[0].length ?? 0);
  const [quote = ''] = /^["']/.exec(text) ?? [];
  if (quote === '') return text;
  const end = text.indexOf(quote, 1);
  return text.slice(1, end < 0 ? undefined : end);
}
