import { SaxesParser, type SaxesTagNS } from 'saxes';
import { ampersandEscaper } from './escape-ampersands.ts';
import { readPlainEntry } from './plain-entry.ts';
import type { SitemapFault, SitemapFile, SitemapVersion } from './sitemap-facts.ts';

/** The events of a reader. */
export interface SitemapEvents {
  /** The detected kind of the file. */
  readonly onKind: (kind: NonNullable<SitemapFile['kind']>) => void;
  /**
   * A URL as written, its line, the date of its last modification, if it has one, its versions in other languages, at
   * most one more than are kept, and what else it states.
   *
   * @returns whether to continue.
   */
  readonly onEntry: (
    location: string,
    line: number,
    lastmod?: string,
    versions?: readonly SitemapVersion[],
    hints?: EntryHints,
  ) => boolean;
  readonly onFault: (fault: SitemapFault, line: number | null, text?: string) => void;
}

/** How often a page changes and how important it is, as an entry states it. */
export interface EntryHints {
  readonly changefreq?: string | undefined;
  readonly priority?: string | undefined;
}

/** The parts of an entry that are texts. */
type EntryText = 'location' | 'lastmod' | 'changefreq' | 'priority';

/** An entry that is being read. */
interface Entry {
  /** The line of its URL, or of the entry itself. */
  line: number;
  location?: string;
  lastmod?: string;
  changefreq?: string;
  priority?: string;
  versions?: SitemapVersion[];
}

/** Reads a sitemap in chunks, without keeping it. */
export interface SitemapReader {
  /** @returns whether to continue. */
  readonly write: (text: string) => boolean;
  /**
   * Call it at the end of the file.
   *
   * @returns whether the sitemap is complete.
   */
  readonly end: () => boolean;
}

/** The namespace of the protocol (https://www.sitemaps.org/protocol.html). */
const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/**
 * That of links to versions in other languages.
 * Source: https://developers.google.com/search/docs/specialty/international/localized-versions#sitemap
 */
const linkNamespace = 'http://www.w3.org/1999/xhtml';

/** The kind of a file and the element of its entries, by root element. */
const roots: ReadonlyMap<string, readonly ['urls' | 'index', string]> = new Map([
  ['urlset', ['urls', 'url'] as const],
  ['sitemapindex', ['index', 'sitemap'] as const],
]);

/**
 * Feeds, which the protocol also accepts as sitemaps, by root element: the element of their entries, at which depth it is,
 * and its namespace if that is not the one of the root (RSS 2.0, Atom and RSS 1.0).
 */
const feeds: ReadonlyMap<string, { entry: string; depth: number; namespace?: string }> = new Map([
  ['rss', { entry: 'item', depth: 3 }],
  ['feed', { entry: 'entry', depth: 2 }],
  ['RDF', { entry: 'item', depth: 2, namespace: 'http://purl.org/rss/1.0/' }],
]);

/** Encodings that are compatible with UTF-8, and UTF-16, which is decoded by its byte order mark. */
const supportedEncoding = /^(?:utf-?8|us-ascii|utf-16(?:le|be)?)$/i;

/** The limit for nested elements; the protocol with all extensions needs six. */
const maxDepth = 32;

/** The limit for attributes of one tag, because the parser resolves all of them at once. */
const maxAttributes = 100;

/** The limit for characters without a tag or a comment, which the parser keeps in memory. */
const maxPiece = 1024 * 1024;

/** The number of characters of a URL that are kept; valid ones are shorter. */
const maxLocationLength = 4096;
/** The same for a date or another short text, and for a language code. */
const maxTextLength = 100;
const maxCodeLength = 100;

/** The number of versions in other languages that are kept of one page. */
export const maxVersions = 200;

function isText(name: string): name is Exclude<EntryText, 'location'> {
  return name === 'lastmod' || name === 'changefreq' || name === 'priority';
}

/** Where the parser may be between two entries again. */
const entryEnd = '</url>';

/**
 * Reads an XML sitemap. The parser expands only the five predefined entities of XML. It ignores the
 * declarations of a DTD, so an entity of a DTD is an error. Every XML error stops reading.
 */
export function xmlReader(events: SitemapEvents): SitemapReader {
  const parser = new SaxesParser({ xmlns: true });
  let stopped = false;
  let lastEvent = 0;
  /** The characters that the parser read. */
  let written = 0;
  /** Line ends of what it did not read. */
  let skippedLines = 0;
  let depth = 0;
  let attributes = 0;
  let entry: string | null = null;
  /** The depth of entries, and the element with their URL. */
  let entryDepth = 2;
  let located = 'loc';
  let home = '';
  /** Whether its entries have no prefix. */
  let isPlain = false;
  /** Whether the last character that the parser read was the end of a tag. */
  let isAfterTag = false;
  let open: Entry | null = null;
  let collecting: EntryText | null = null;

  const lineNow = () => parser.line + skippedLines;
  const stop = (fault: 'not_well_formed' | 'not_a_sitemap', text: string) => {
    if (!stopped) events.onFault(fault, lineNow(), text);
    stopped = true;
  };
  const recordPosition = () => {
    lastEvent = parser.position;
  };
  const isOurs = ({ local, uri }: SaxesTagNS, name: string) => local === name && uri === home;
  const addVersion = ({ local, uri, attributes: named }: SaxesTagNS, { versions = [] }: Entry) => {
    const { rel, hreflang, href } = named;
    if (local !== 'link' || uri !== linkNamespace || hreflang === undefined) return versions;
    const isAlternate = /(?:^|\s)alternate(?:\s|$)/i.test(rel?.value ?? '');
    if (!isAlternate || versions.length > maxVersions) return versions;
    const code = hreflang.value.slice(0, maxCodeLength).toWellFormed();
    const url = (href?.value ?? '').trim().slice(0, maxLocationLength).toWellFormed();
    versions.push({ code, href: url });
    return versions;
  };
  const addText = (text: string) => {
    if (open === null || collecting === null) return;
    const max = collecting === 'location' ? maxLocationLength : maxTextLength;
    const before = open[collecting] ?? '';
    if (before.length < max) open[collecting] = before + text;
  };

  const begin = (part: EntryText) => {
    if (open === null) return;
    open[part] = '';
    collecting = part;
  };

  /** Atom has the URL in an attribute, and links to other things as well (RFC 4287 §4.2.7). */
  const beginLocation = ({ attributes }: SaxesTagNS, found: Entry) => {
    const { href, rel } = attributes;
    if (href === undefined) begin('location');
    else if (rel === undefined || rel.value === 'alternate') {
      found.location = href.value.slice(0, maxLocationLength);
      found.line = lineNow();
    }
  };

  const onRoot = ({ local, uri, prefix }: SaxesTagNS) => {
    const root = roots.get(local);
    const feed = feeds.get(local);
    home = feed?.namespace ?? uri;
    if (feed !== undefined) {
      entry = feed.entry;
      entryDepth = feed.depth;
      located = 'link';
      events.onKind('feed');
    } else if (root === undefined) {
      stop('not_a_sitemap', `<${local}>`);
    } else {
      entry = root[1];
      isPlain = root[0] === 'urls' && prefix === '';
      events.onKind(root[0]);
      if (uri !== namespace) events.onFault('namespace', lineNow(), uri);
    }
  };

  parser.on('xmldecl', ({ encoding }) => {
    if (encoding !== undefined && !supportedEncoding.test(encoding)) {
      events.onFault('encoding', lineNow(), encoding);
    }
  });
  parser.on('attribute', () => {
    if (++attributes <= maxAttributes) return;
    stop('not_well_formed', `more than ${maxAttributes} attributes`);
    throw new Error('stopped');
  });
  parser.on('opentag', (tag) => {
    recordPosition();
    attributes = 0;
    if (stopped) return;
    depth++;
    if (depth === 1) onRoot(tag);
    else if (depth > maxDepth) stop('not_well_formed', 'too many elements inside one another');
    else if (depth === entryDepth && entry !== null && isOurs(tag, entry)) {
      open = { line: lineNow() };
    } else if (depth !== entryDepth + 1 || open === null) return;
    else if (open.location === undefined && isOurs(tag, located)) beginLocation(tag, open);
    else if (isText(tag.local) && open[tag.local] === undefined && isOurs(tag, tag.local))
      begin(tag.local);
    else open.versions = addVersion(tag, open);
  });
  parser.on('closetag', () => {
    recordPosition();
    if (stopped) return;
    if (depth === entryDepth + 1 && open !== null && collecting !== null) {
      if (collecting === 'location') open.line = lineNow();
      collecting = null;
    } else if (depth === entryDepth && open !== null) {
      const { location = '', line, lastmod, versions, changefreq, priority } = open;
      open = null;
      stopped = !events.onEntry(location, line, lastmod, versions, { changefreq, priority });
    }
    depth--;
  });
  parser.on('text', addText);
  parser.on('cdata', (text) => {
    recordPosition();
    addText(text);
  });
  for (const name of ['comment', 'processinginstruction', 'doctype'] as const) {
    parser.on(name, recordPosition);
  }
  parser.on('error', (error) => {
    stop('not_well_formed', error.message.replace(/^\d+:\d+: /, ''));
    // Thrown to stop parsing this chunk, because each error of the parser creates a stack trace.
    throw error;
  });

  const escaped = ampersandEscaper((text, linesBefore) => {
    const [written = ''] = text.split(/[\s<]/, 1);
    events.onFault('ampersand', lineNow() + linesBefore, written);
  });
  const parse = (text: string) => {
    parser.write(text);
    written += text.length;
  };
  const work = (step: () => void): boolean => {
    try {
      if (!stopped) step();
    } catch (error) {
      if (!stopped) throw error;
    }
    if (parser.position - lastEvent > maxPiece) {
      stop('not_well_formed', 'a piece of more than a million characters');
    }
    return !stopped;
  };
  const readPlain = (text: string, start: number): number => {
    let at = start;
    while (!stopped) {
      const plain = readPlainEntry(text, at);
      if (plain === null) break;
      const { location, lastmod, changefreq, priority } = plain;
      const line = lineNow() + plain.linesBefore;
      stopped = !events.onEntry(location, line, lastmod, undefined, { changefreq, priority });
      skippedLines += plain.lines;
      at = plain.end;
    }
    return at;
  };
  const read = (text: string) => {
    let at = 0;
    while (at < text.length) {
      if (isPlain && isAfterTag && depth === 1) at = readPlain(text, at);
      if (stopped) return;
      const end = text.indexOf(entryEnd, at);
      const next = end === -1 ? text.length : end + entryEnd.length;
      const piece = text.slice(at, next);
      parse(escaped(piece));
      isAfterTag = written === lastEvent && piece.endsWith('>');
      at = next;
    }
  };
  return {
    write: (text) => work(() => read(text)),
    end: () =>
      work(() => {
        parse(escaped('', true));
        parser.close();
      }),
  };
}
