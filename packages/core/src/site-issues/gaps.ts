import { isBroken } from './broken.ts';
import type { SitePage } from './site.ts';

/** Why links of a page may not be known. */
export type Gap = 'not_requested' | 'not_read' | 'scripts' | 'cut';

/** Why search engines may know more links of the page than we do; `null` if they cannot. */
export function gapOf({
  kind,
  state,
  skipReason,
  httpStatus,
  outline,
  score,
}: SitePage): Gap | null {
  if (kind === 'image' || state === 'redirected') return null;
  if (state === 'failed') return isBroken(httpStatus) || httpStatus === 401 ? null : 'not_read';
  if (state !== 'done') {
    return skipReason === 'robots_txt' || skipReason === 'not_html' ? null : 'not_requested';
  }
  // Other files than pages have no score.
  if (outline === null) return score === null ? null : 'not_read';
  if (outline.needsScripts) return 'scripts';
  return outline.isCut ? 'cut' : null;
}
