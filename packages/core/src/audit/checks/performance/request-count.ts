import type { SourceTag } from '../../page/page-facts.ts';
import type { AuditFacts, Check } from '../check.ts';
import { isRunAsScript } from '../script-types.ts';

/** Requests of a page, by which Yellow Lab Tools grades it. */
const many = 80;
const tooMany = 240;

/** The page does not ask for more files than arrive soon. */
export const requestCount: Check = {
  id: 'request-count',
  category: 'performance',
  importance: 'low',
  title: 'The page loads a moderate number of files',
  advice:
    'Load images further down when they are scrolled to (loading="lazy"), put scripts and style sheets together, and remove those that the page can do without.',
  source: 'https://developer.mozilla.org/en-US/docs/Learn_web_development/Extensions/Performance',
  run: (facts) => {
    const kinds = new Map<string, number>();
    const seen = new Set<string>();
    const unloaded = notLoadedAtFirst(facts);
    for (const { tag, kind, url } of facts.urls.resources) {
      const [whole = ''] = url.href.split('#', 1);
      if (unloaded.has(tag) || seen.has(whole)) continue;
      seen.add(whole);
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    }
    // The page itself is one.
    const requests = seen.size + 1;
    const value = { requests, ...Object.fromEntries([...kinds].sort()) };
    const summary = `The page's HTML names ${requests} ${requests === 1 ? 'file' : 'files'} to load at once, itself counted`;
    if (requests <= many) return { status: 'pass', summary: `${summary}.`, value };
    return {
      status: requests > tooMany ? 'fail' : 'warn',
      summary: `${summary}; up to ${many} are fine.`,
      value,
    };
  },
};

/**
 * What browsers leave for later, or altogether: lazy images and frames, alternatives of which they
 * choose one, scripts that are data or for old browsers only, disabled style sheets, subtitles.
 */
function notLoadedAtFirst({ page }: AuditFacts): ReadonlySet<SourceTag> {
  const isLazy = ({ loading }: { readonly loading: string | null }) =>
    loading?.trim().toLowerCase() === 'lazy';
  return new Set<SourceTag>([
    ...page.images.filter(isLazy),
    ...page.frames.filter(isLazy),
    ...page.media.filter(({ element }) => element === 'source' || element === 'track'),
    ...page.scripts.filter((script) => script.nomodule || !isRunAsScript(script.type)),
    ...page.links.filter(({ disabled }) => disabled),
  ]);
}
