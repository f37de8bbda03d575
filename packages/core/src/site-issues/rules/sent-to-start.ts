import { isForVisitor, isStartName } from '@sitegrade/audit';
import type { Site } from '../site.ts';
import { openTextTable } from '../text-table.ts';
import { finalOf, hasMoved } from './pages.ts';
import { uncheckedMissing } from './unchecked.ts';
import { variantKey } from './url-keys.ts';

/** With fewer URLs, the start page may replace each of them. */
const leastUrls = 3;

/** Several rules need them. */
const known = new WeakMap<Site, ReadonlyMap<number, readonly number[]>>();

/**
 * The URLs that redirect to a start page though they name something else, by that page: that of the site, or one of
 * another language. Only if there are several. Temporary redirects count only if a check has found that missing pages
 * respond without an error: without a session, pages that need one may redirect to the start page.
 */
export function* sentToStart(site: Site): Generator<null, ReadonlyMap<number, readonly number[]>> {
  const before = known.get(site);
  if (before !== undefined) return before;
  const sent = new Map<number, number[]>();
  const counts = new Map<number, number>();
  const keys = openTextTable();
  const starts = startPagesOf(site);
  const isAnyStatus = uncheckedMissing(site) !== null;
  for (const [index, page] of site.pages.entries()) {
    yield null;
    if (starts.size === 0 || page.kind !== 'page' || page.state !== 'redirected') continue;
    if (!isAnyStatus && !hasMoved(page)) continue;
    const to = finalOf(site, index);
    if (to === undefined || !starts.has(to)) continue;
    if (isStartName(page.url) || isForVisitor(page.url)) continue;
    const urls = sent.get(to) ?? [];
    sent.set(to, urls);
    urls.push(index);
    const key = `${to} ${variantKey(page.url)}`;
    if (keys.find(key) !== undefined) continue;
    keys.add(key);
    counts.set(to, (counts.get(to) ?? 0) + 1);
  }
  for (const [to, count] of counts) if (count < leastUrls) sent.delete(to);
  known.set(site, sent);
  return sent;
}

/** The URLs of {@link sentToStart}. */
export function* urlsSentToStart(site: Site): Generator<null, ReadonlySet<number>> {
  const sent = yield* sentToStart(site);
  return new Set([...sent.values()].flat());
}

/** The start page, and those of other languages. */
function startPagesOf(site: Site): ReadonlySet<number> {
  const starts = new Set<number>();
  const root = site.indexOf(`${site.origin}/`);
  const start = root === undefined ? undefined : finalOf(site, root);
  if (start === undefined || site.pages.get(start)?.state !== 'done') return starts;
  starts.add(start);
  for (const { to } of site.alternatesOf(start)) {
    const final = finalOf(site, to);
    if (final !== undefined && isStartName(site.pages.get(final)?.url ?? '')) starts.add(final);
  }
  return starts;
}
