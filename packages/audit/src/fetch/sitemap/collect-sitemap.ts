import { comparableUrl } from '../../url/comparable-url.ts';
import { webUrl } from '../../url/web-url.ts';
import { storedText } from '../stored-text.ts';
import type {
  SitemapFault,
  SitemapFile,
  SitemapLastmod,
  SitemapProblem,
  SitemapVersion,
} from './sitemap-facts.ts';
import type { EntryHints, SitemapEvents } from './xml-reader.ts';

/** A sitemap to request. */
export interface NamedSitemap {
  readonly url: URL;
  readonly namedBy: SitemapFile['namedBy'];
  readonly robotsLine: number | null;
  /** Other hosts whose URLs it may list. */
  readonly authorizedHosts: readonly string[];
}

/** The URL of an entry, unless its fault leaves none. */
interface ValidatedEntry {
  readonly url: URL | null;
  readonly fault: SitemapFault | null;
}

/**
 * Validates the URL of an entry by the protocol (https://www.sitemaps.org/protocol.html): absolute,
 * shorter than 2,048 characters, on a host and with the scheme that the sitemap may list.
 *
 * @param hosts - The permitted hosts with ports, in the form of `URL.host`.
 */
function validateEntry(
  written: string,
  hosts: ReadonlySet<string>,
  isSecure: boolean,
): ValidatedEntry {
  const location = written.trim();
  if (location === '') return { url: null, fault: 'no_location' };
  if (location.length >= 2048) return { url: null, fault: 'too_long' };
  const url = /^https?:\/\//i.test(location) ? webUrl(location) : null;
  if (url === null) return { url: null, fault: 'not_absolute' };
  if (!hosts.has(url.host)) return { url: null, fault: 'other_host' };
  if (!isSecure || url.protocol === 'https:') return { url, fault: null };
  url.protocol = 'https:';
  return { url, fault: 'plain_http' };
}

/** Faults for which search engines ignore a whole file. */
export const fileFaults: ReadonlySet<SitemapFault> = new Set([
  'not_well_formed',
  'ampersand',
  'not_a_sitemap',
  'namespace',
  'damaged',
  'too_large',
  'too_many',
  'nested_index',
]);

/** The number of problems that are kept. */
const maxProblems = 25;

/** Adds a problem. If the list is full, a fault of a whole file replaces the last other one. */
export function addProblem(problems: SitemapProblem[], problem: SitemapProblem): void {
  if (problems.length < maxProblems) {
    problems.push(problem);
    return;
  }
  const replaceable = problems.findLastIndex(({ fault }) => !fileFaults.has(fault));
  if (!fileFaults.has(problem.fault) || replaceable < 0) return;
  problems.splice(replaceable, 1);
  problems.push(problem);
}

/**
 * Receives each listed URL, normalised by `comparableUrl`, the date of its last modification, and its versions in other
 * languages, at most one more than are kept.
 */
export type OnPage = (
  url: string,
  lastmod: SitemapLastmod | null,
  versions: readonly SitemapVersion[],
) => void;

const hintNames = ['changefreq', 'priority'] as const;

/** What the protocol allows, in any case: https://www.sitemaps.org/protocol.html#xmlTagDefinitions */
const hintForms: Readonly<Record<keyof EntryHints, RegExp>> = {
  changefreq: /^(?:always|hourly|daily|weekly|monthly|yearly|never)$/i,
  priority: /^[+]?(?:0*(?:\.\d*)?|0*1(?:\.0*)?)$/,
};

/** The contents of one sitemap. */
export interface SitemapContents {
  readonly kind: SitemapFile['kind'];
  /** The number of entries. */
  readonly entries: number;
  /** The first sitemaps that an index lists. */
  readonly children: readonly URL[];
  /** The number of sitemaps that it lists. */
  readonly childCount: number;
  /** At most 25. */
  readonly problems: readonly SitemapProblem[];
  readonly problemCount: number;
}

/** The limit for entries of one file (https://www.sitemaps.org/protocol.html). */
const maxEntries = 50_000;

/** The number of sitemaps of an index that are kept: more than are requested. */
const maxChildren = 25;

/** Collects the contents of one sitemap from its reader, in constant memory. */
export function collectSitemap(
  named: Pick<NamedSitemap, 'url' | 'namedBy' | 'authorizedHosts'>,
  onPage: OnPage,
) {
  const hosts = new Set([named.url.host, ...named.authorizedHosts]);
  const problems: SitemapProblem[] = [];
  const children: URL[] = [];
  const reported = new Set<keyof EntryHints>();
  let problemCount = 0;
  let childCount = 0;
  let kind: SitemapFile['kind'] = null;
  let isSecure = named.url.protocol === 'https:';
  let entries = 0;

  const events: SitemapEvents = {
    onKind: (found) => {
      kind = found;
      if (found === 'index' && named.namedBy === 'index') events.onFault('nested_index', null);
    },
    onEntry: (location, line, lastmod = '', versions = [], hints = {}) => {
      entries++;
      if (entries > maxEntries) {
        events.onFault('too_many', line);
        return false;
      }
      const { url, fault } = validateEntry(location, hosts, isSecure);
      // A feed may also link to other sites, and have entries without a link.
      if (fault !== null && kind !== 'feed') events.onFault(fault, line, location.trim());
      if (kind === 'urls') reportHints(hints, line);
      if (url === null) return true;
      if (kind === 'index') {
        childCount++;
        if (children.length < maxChildren) children.push(url);
      } else {
        const text = lastmod.slice(0, 100).replace(/\s+/g, ' ').trim().toWellFormed();
        const file = named.url.href;
        onPage(comparableUrl(url), text === '' ? null : { file, line, text }, versions);
      }
      return true;
    },
    onFault: (fault, line, text = '') => {
      problemCount++;
      addProblem(problems, { fault, file: named.url.href, line, text: storedText(text) });
    },
  };
  /** Generators write the same value into every entry, so the first one of a file is enough. */
  function reportHints(hints: EntryHints, line: number): void {
    for (const name of hintNames) {
      const written = hints[name]?.trim() ?? '';
      if (written === '' || reported.has(name) || hintForms[name].test(written)) continue;
      reported.add(name);
      events.onFault(name, line, `<${name}>${written}</${name}>`);
    }
  }

  return {
    events,
    /** Permits the host of a redirect target. */
    authorizeHost: ({ host, protocol }: URL) => {
      hosts.add(host);
      isSecure ||= protocol === 'https:';
    },
    /** Call it after the complete file was read. */
    end: () => {
      const empty = entries === 0 && problemCount === 0 && kind !== 'feed';
      if (empty) events.onFault('empty', null);
    },
    contents: (): SitemapContents => ({
      kind,
      entries,
      children,
      childCount,
      problems,
      problemCount,
    }),
  };
}
