import { comparableUrl } from '../../url/comparable-url.ts';
import { judgeEntry } from './judge-entry.ts';
import type { NamedSitemap } from './named-sitemap.ts';
import { addProblem } from './problem-list.ts';
import type { SitemapFile, SitemapProblem } from './sitemap-facts.ts';
import type { SitemapEvents } from './sitemap-reader.ts';

/** What one sitemap holds. */
export interface SitemapContents {
  readonly kind: SitemapFile['kind'];
  /** Entries seen. */
  readonly entries: number;
  /** Whether one of them is the page. */
  readonly listsPage: boolean;
  /** The first sitemaps that an index lists. */
  readonly children: readonly URL[];
  /** How many sitemaps it lists. */
  readonly childCount: number;
  /** At most 25. */
  readonly problems: readonly SitemapProblem[];
  readonly problemCount: number;
}

/** Entries of one file (https://www.sitemaps.org/protocol.html). */
export const mostEntries = 50_000;

/** Sitemaps of one index that are kept: more than are ever asked for. */
const mostChildren = 25;

/** Gathers what a reader says of one sitemap, and nothing that grows with it. */
export function collectSitemap(
  named: Pick<NamedSitemap, 'url' | 'namedBy' | 'speaksFor'>,
  page: string,
) {
  const hosts = new Set([named.url.host, ...named.speaksFor]);
  const problems: SitemapProblem[] = [];
  const children: URL[] = [];
  let problemCount = 0;
  let childCount = 0;
  let kind: SitemapFile['kind'] = null;
  let entries = 0;
  let listsPage = false;

  const events: SitemapEvents = {
    onKind: (found) => {
      kind = found;
      if (found === 'index' && named.namedBy === 'index') events.onFault('nested_index', null);
    },
    onEntry: (location, line) => {
      entries++;
      if (entries > mostEntries) {
        events.onFault('too_many', line);
        return false;
      }
      const { url, fault } = judgeEntry(location, hosts);
      if (fault !== null) events.onFault(fault, line, location.trim());
      else if (kind === 'index') {
        childCount++;
        if (children.length < mostChildren) children.push(url);
      } else listsPage ||= comparableUrl(url) === page;
      return true;
    },
    onFault: (fault, line, text = '') => {
      problemCount++;
      addProblem(problems, { fault, file: named.url.href, line, text: cut(text) });
    },
  };
  return {
    events,
    /** For where redirects led. */
    alsoSpeaksFor: (host: string) => void hosts.add(host),
    /** To be called where it was read to its end. */
    end: () => {
      const empty = entries === 0 && problemCount === 0 && kind !== 'feed';
      if (empty) events.onFault('empty', null);
    },
    contents: (): SitemapContents => ({
      kind,
      entries,
      listsPage,
      children,
      childCount,
      problems,
      problemCount,
    }),
  };
}

function cut(text: string): string {
  return text.slice(0, 300).toWellFormed();
}
