import { redirectStatuses } from '../fetch/redirect-statuses.ts';
import type { Outcome } from '../outcome.ts';
import type { SourceTag } from '../page/page-facts.ts';
import { tagsEvidence } from '../readings/evidence.ts';
import { pointsOfShare } from '../readings/points-of-share.ts';
import type { NoResponse } from './probe-facts.ts';
import { isPermanentFailure, reasonText, shortUrl, statusMeaning } from './probe-verdicts.ts';

/** A requested URL of the page. */
interface RequestedUrl {
  readonly tag: SourceTag;
  /** Whether it is on the page's own site. */
  readonly own: boolean;
  readonly probe:
    | { readonly kind: 'response'; readonly url: string; readonly status: number }
    | NoResponse;
}

/**
 * Faults of a server (RFC 9110 §15.6). Without 503, by which sites also refuse automated requests. Other
 * sites may refuse us with any of them.
 */
const serverFaults: ReadonlySet<number> = new Set([500, 501, 502, 504, 505]);

/**
 * Whether a URL is broken for everyone; `null` if unknown: sites refuse automated requests with 401, 403,
 * 429, 503 or their own status, and a request that fails here may work for others.
 */
export function isBroken({ probe, own }: Omit<RequestedUrl, 'tag'>): boolean | null {
  if (probe.kind !== 'response') return isPermanentFailure(probe) ? true : null;
  if (statusMeaning(probe.status) === 'missing') return true;
  if (own && serverFaults.has(probe.status)) return true;
  // Redirects were followed, so this one does not say where to.
  if (redirectStatuses.has(probe.status)) return own ? true : null;
  return probe.status < 400 ? false : null;
}

/** Words of a summary. */
interface BrokenWords {
  /** `link to this site`, and the same in the plural. */
  readonly what: readonly [singular: string, plural: string];
  /** How many of them the page has. */
  readonly total: number;
  /** The summary if it has none. */
  readonly none: string;
}

/**
 * The outcome of a check for broken URLs. Its points are from the share of URLs that are known to be broken,
 * so that URLs that could not be checked do not count against the page.
 */
export function checkBroken(sample: readonly RequestedUrl[], words: BrokenWords): Outcome {
  if (sample.length === 0) return { status: 'na', summary: words.none };
  const results = sample.map((requested) => ({ one: requested, broken: isBroken(requested) }));
  const checked = results.filter(({ broken }) => broken !== null).length;
  const broken = results
    .filter((result) => result.broken === true)
    .map(({ one: requested }) => requested);
  const value = { total: words.total, checked, broken: broken.map(resultOf) };
  const what = words.what[checked === 1 ? 0 : 1];
  if (checked === 0) {
    const summary = `None of the ${sample.length} sampled ${words.what[1]} could be checked.`;
    return { status: 'error', summary, value };
  }
  const [first] = broken;
  if (first === undefined) {
    return { status: 'pass', summary: `Broken: 0 of ${checked} sampled ${what}.`, value };
  }
  return {
    status: 2 * broken.length >= sample.length ? 'fail' : 'warn',
    summary: `${broken.length} of ${checked} sampled ${what} ${broken.length === 1 ? 'is' : 'are'} broken: ${resultOf(first)}.`,
    value,
    evidence: tagsEvidence(broken),
    points: pointsOfShare(broken.length, sample.length),
  };
}

function resultOf({ probe }: RequestedUrl): string {
  const isRedirect = probe.kind === 'response' && redirectStatuses.has(probe.status);
  const location = isRedirect ? ', a redirect without Location' : '';
  const result =
    probe.kind === 'response' ? `status ${probe.status}${location}` : reasonText(probe);
  return `${shortUrl(probe.url)} (${result})`;
}
