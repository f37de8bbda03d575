import { SaxesParser, type SaxesTagNS } from 'saxes';
import type { SitemapFault, SitemapFile } from './sitemap-facts.ts';

/** What a reader says of a sitemap while it reads. */
export interface SitemapEvents {
  /** What it turned out to be. */
  readonly onKind: (kind: NonNullable<SitemapFile['kind']>) => void;
  /**
   * An address as written, and its line.
   *
   * @returns whether more of them are wanted.
   */
  readonly onEntry: (location: string, line: number) => boolean;
  readonly onFault: (fault: SitemapFault, line: number | null, text?: string) => void;
}

/** Reads a sitemap piece by piece, and keeps nothing of it. */
export interface SitemapReader {
  /** @returns whether it wants more. */
  readonly write: (text: string) => boolean;
  /**
   * To be called where the file ends.
   *
   * @returns whether that was the end of the sitemap, too.
   */
  readonly end: () => boolean;
}

/** The protocol's (https://www.sitemaps.org/protocol.html). */
const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** Root elements, what they make of the file, and the element of one entry. */
const roots: ReadonlyMap<string, readonly ['urls' | 'index', string]> = new Map([
  ['urlset', ['urls', 'url'] as const],
  ['sitemapindex', ['index', 'sitemap'] as const],
]);

/** Roots of the feeds that the protocol takes for sitemaps, too. */
const feeds: ReadonlySet<string> = new Set(['rss', 'feed', 'RDF']);

/** Encodings whose text is UTF-8's, and UTF-16, which its byte order mark has already undone. */
const harmless = /^(?:utf-?8|us-ascii|utf-16(?:le|be)?)$/i;

/** Open elements, of which the protocol with all its extensions needs six. */
const deepest = 32;

/** Attributes of one tag, namespaces among them: the parser resolves them all at once where it ends. */
const mostAttributes = 100;

/** Characters without a tag, a comment or the like; a hostile file could fill the memory with one. */
const longestPiece = 1024 * 1024;

/** Characters of an address that are kept; a URL has fewer. */
const longestLocation = 4096;

/**
 * Reads an XML sitemap. The parser expands the five entities of XML and no other: what a DTD
 * declares is passed over, and an entity that only a DTD could know is an error, which ends the
 * reading as any error of XML does.
 */
export function xmlReader(events: SitemapEvents): SitemapReader {
  const parser = new SaxesParser({ xmlns: true });
  let stopped = false;
  let lastEvent = 0;
  let depth = 0;
  let attributes = 0;
  let entry: string | null = null;
  let home = '';
  let seen = { entryLine: 0, located: true };
  let location: string | null = null;

  const stop = (fault: 'not_well_formed' | 'not_a_sitemap', text: string) => {
    if (!stopped) events.onFault(fault, parser.line, text);
    stopped = true;
  };
  const moved = () => {
    lastEvent = parser.position;
  };
  const isOurs = ({ local, uri }: SaxesTagNS, name: string) => local === name && uri === home;
  const addText = (text: string) => {
    if (location !== null && location.length < longestLocation) location += text;
  };

  const onRoot = ({ local, uri }: SaxesTagNS) => {
    const root = roots.get(local);
    home = uri;
    if (feeds.has(local)) {
      events.onKind('feed');
      stopped = true;
    } else if (root === undefined) {
      stop('not_a_sitemap', `<${local}>`);
    } else {
      entry = root[1];
      events.onKind(root[0]);
      if (uri !== namespace) events.onFault('namespace', parser.line, uri);
    }
  };

  parser.on('xmldecl', ({ encoding }) => {
    if (encoding !== undefined && !harmless.test(encoding)) {
      events.onFault('encoding', parser.line, encoding);
    }
  });
  parser.on('attribute', () => {
    if (++attributes <= mostAttributes) return;
    stop('not_well_formed', `more than ${mostAttributes} attributes`);
    throw new Error('stopped');
  });
  parser.on('opentag', (tag) => {
    moved();
    attributes = 0;
    if (stopped) return;
    depth++;
    if (depth === 1) onRoot(tag);
    else if (depth > deepest) stop('not_well_formed', 'too many elements inside one another');
    else if (depth === 2 && entry !== null && isOurs(tag, entry)) {
      seen = { entryLine: parser.line, located: false };
    } else if (depth === 3 && !seen.located && isOurs(tag, 'loc')) location = '';
  });
  parser.on('closetag', () => {
    moved();
    if (stopped) return;
    if (depth === 3 && location !== null) {
      stopped = !events.onEntry(location, parser.line);
      location = null;
      seen = { ...seen, located: true };
    } else if (depth === 2 && !seen.located) {
      stopped = !events.onEntry('', seen.entryLine);
      seen = { ...seen, located: true };
    }
    depth--;
  });
  parser.on('text', addText);
  parser.on('cdata', (text) => {
    moved();
    addText(text);
  });
  for (const name of ['comment', 'processinginstruction', 'doctype'] as const) {
    parser.on(name, moved);
  }
  parser.on('error', (error) => {
    stop('not_well_formed', error.message.replace(/^\d+:\d+: /, ''));
    // Thrown to end the parser's work on this piece: each of its errors costs a stack trace.
    throw error;
  });

  const work = (step: () => void): boolean => {
    try {
      if (!stopped) step();
    } catch (error) {
      if (!stopped) throw error;
    }
    if (parser.position - lastEvent > longestPiece) {
      stop('not_well_formed', 'a piece of more than a million characters');
    }
    return !stopped;
  };
  return {
    write: (text) => work(() => parser.write(text)),
    end: () => work(() => parser.close()),
  };
}
