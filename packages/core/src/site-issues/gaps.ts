import { isBroken } from './broken.ts';
import type { Gap, SitePage, TargetGap } from './site.ts';

/** Why search engines may know more links of the page than we do; `null` if they cannot. */
export function gapOf({
  kind,
  state,
  skipReason,
  httpStatus,
  outline,
  score,
}: SitePage): Gap | null {
  if (kind !== 'page' || state === 'redirected') return null;
  if (state === 'failed') return isBroken(httpStatus) || httpStatus === 401 ? null : 'not_read';
  if (state !== 'done') {
    if (skipReason === 'excluded') return skipReason;
    return skipReason === 'robots_txt' || skipReason === 'not_html' ? null : 'not_requested';
  }
  // Other files than pages have no score.
  if (outline === null) return score === null ? null : 'not_read';
  if (outline.needsScripts) return 'scripts';
  return outline.isCut ? 'cut' : null;
}

/**
 * Why it is not known what is at the URL of a link; `null` if it is.
 *
 * @param page - The URL, if it is one of the site.
 * @param isOwn - Whether it is on the origin of the site.
 */
export function targetGapOf(page: SitePage | undefined, isOwn: boolean): TargetGap | null {
  if (page === undefined) return isOwn ? 'limit' : 'foreign';
  const { state, skipReason, httpStatus } = page;
  if (state === 'failed') return isBroken(httpStatus) ? null : 'no_response';
  if (state !== 'skipped' || skipReason === 'not_html') return null;
  return skipReason === 'robots_txt' || skipReason === 'excluded' ? skipReason : 'limit';
}
