import { isRunAsScript } from '../../readings/media-type.ts';
import type { PageResource } from '../../readings/page-urls.ts';
import type { Check } from '../check.ts';

/**
 * @remarks The limits of 80 and 240 files are ours. The median page made 71 requests in 2024
 * (https://almanac.httparchive.org/en/2024/page-weight).
 */
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
  why: 'Each file takes time to request, so a page with very many of them may appear later, above all on phones.',
  source: 'https://developer.chrome.com/docs/lighthouse/performance/resource-summary',
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
  run: ({ urls }, { max, fail }) => {
    const kinds = new Map<string, number>();
    const seen = new Set<string>();
    for (const resource of urls.resources) {
      if (isDeferred(resource)) continue;
      const before = seen.size;
      seen.add(withoutHash(resource.url.href));
      if (seen.size > before) kinds.set(resource.kind, (kinds.get(resource.kind) ?? 0) + 1);
    }
    // The page itself is one.
    const requests = seen.size + 1;
    const value: Record<string, number> = { requests };
    for (const kind of [...kinds.keys()].sort()) value[kind] = kinds.get(kind) ?? 0;
    const summary = `The page loads ${requests} ${requests === 1 ? 'file' : 'files'} immediately, including its HTML`;
    if (requests <= max && requests <= fail)
      return { status: 'pass', summary: `${summary}.`, value };
    return {
      status: requests > fail ? 'fail' : 'warn',
      summary: `${summary}; the limit of this report is ${max}.`,
      value,
    };
  },
};

/**
 * Whether browsers load a file later or never: lazy images and frames, alternatives of which they choose one,
 * scripts that are data or for old browsers, disabled style sheets, subtitles.
 */
function isDeferred({ kind, tag }: PageResource): boolean {
  if (kind === 'script') return tag.nomodule || !isRunAsScript(tag.type);
  if (kind === 'stylesheet') return tag.disabled;
  if ('loading' in tag) {
    return tag.loading === 'lazy' || tag.loading?.trim().toLowerCase() === 'lazy';
  }
  return tag.element === 'source' || tag.element === 'track';
}

function withoutHash(href: string): string {
  const hash = href.indexOf('#');
  return hash === -1 ? href : href.slice(0, hash);
}
