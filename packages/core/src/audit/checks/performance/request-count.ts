import type { AuditFacts } from '../../audit-facts.ts';
import type { SourceTag } from '../../page/page-facts.ts';
import { isRunAsScript } from '../../readings/media-type.ts';
import type { Check } from '../check.ts';

/** Limits of Yellow Lab Tools. */
const many = 80;
const tooMany = 240;

/** The page loads no more files than can arrive quickly. */
export const requestCount: Check<'max' | 'fail'> = {
  id: 'request-count',
  category: 'performance',
  importance: 'low',
  title: 'The page loads a moderate number of files',
  advice:
    'Add loading="lazy" to images further down, combine scripts and style sheets, and remove those that the page does not need.',
  source: 'https://developer.mozilla.org/en-US/docs/Learn_web_development/Extensions/Performance',
  options: {
    max: {
      default: many,
      min: 1,
      max: 10000,
      unit: 'files',
      description: 'More files are a warning.',
    },
    fail: {
      default: tooMany,
      min: 1,
      max: 10000,
      unit: 'files',
      description: 'More files are a failure.',
    },
  },
  run: (facts, { max, fail }) => {
    const kinds = new Map<string, number>();
    const seen = new Set<string>();
    const deferred = deferredElements(facts);
    for (const { tag, kind, url } of facts.urls.resources) {
      const [fileUrl = ''] = url.href.split('#', 1);
      if (deferred.has(tag) || seen.has(fileUrl)) continue;
      seen.add(fileUrl);
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    }
    // The page itself is one.
    const requests = seen.size + 1;
    const value = { requests, ...Object.fromEntries([...kinds].sort()) };
    const summary = `The page loads ${requests} ${requests === 1 ? 'file' : 'files'} immediately, including its HTML`;
    if (requests <= max && requests <= fail)
      return { status: 'pass', summary: `${summary}.`, value };
    return {
      status: requests > fail ? 'fail' : 'warn',
      summary: `${summary}; up to ${max} are fine.`,
      value,
    };
  },
};

/**
 * Elements whose files browsers load later or never: lazy images and frames, alternatives of which they
 * choose one, scripts that are data or for old browsers, disabled style sheets, subtitles.
 */
function deferredElements({ page }: AuditFacts): ReadonlySet<SourceTag> {
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
