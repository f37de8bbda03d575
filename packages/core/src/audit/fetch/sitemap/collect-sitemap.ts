import { comparableUrl } from '../../url/comparable-url.ts';
import { webUrl } from '../../url/web-url.ts';
import type { SitemapFault, SitemapFile, SitemapProblem } from './sitemap-facts.ts';
import type { SitemapEvents } from './xml-reader.ts';

/** A sitemap to be asked for. */
export interface NamedSitemap {
  readonly url: URL;
  readonly namedBy: SitemapFile['namedBy'];
  readonly robotsLine: number | null;
  /** Hosts besides its own that it may speak for. */
  readonly speaksFor: readonly string[];
}

/** An entry of a sitemap: where it points, or what is wrong with it. */
type JudgedEntry =
  | { readonly url: URL; readonly fault: null }
  | { readonly url: null; readonly fault: SitemapFault };

/**
 * Judges the address of an entry by the protocol (https://www.sitemaps.org/protocol.html): absolute,
 * shorter than 2,048 characters, on a host that the sitemap may speak for.
 *
 * @param hosts - Host and port, as `URL.host` has them.
 */
function judgeEntry(written: string, hosts: ReadonlySet<string>): JudgedEntry {
  const location = written.trim();
  if (location === '') return { url: null, fault: 'no_location' };
  if (location.length >= 2048) return { url: null, fault: 'too_long' };
  const url = /^https?:\/\//i.test(location) ? webUrl(location) : null;
  if (url === null) return { url: null, fault: 'not_absolute' };
  if (!hosts.has(url.host)) return { url: null, fault: 'other_host' };
  return { url, fault: null };
}

/** Faults for which search engines give up a whole file. */
export const fileFaults: ReadonlySet<SitemapFault> = new Set([
  'not_well_formed',
  'not_a_sitemap',
  'namespace',
  'damaged',
  'too_large',
  'too_many',
  'nested_index',
]);

/** Problems that are kept. */
const mostProblems = 25;

/** Adds a problem, in place of the last that is less than a file's where there are enough already. */
export function addProblem(problems: SitemapProblem[], problem: SitemapProblem): void {
  if (problems.length < mostProblems) {
    problems.push(problem);
    return;
  }
  const least = problems.findLastIndex(({ fault }) => !fileFaults.has(fault));
  if (!fileFaults.has(problem.fault) || least < 0) return;
  problems.splice(least, 1);
  problems.push(problem);
}

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
const mostEntries = 50_000;

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
