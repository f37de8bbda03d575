import type { SitemapEvents, SitemapReader } from './sitemap-reader.ts';

/** Characters of a line that are kept; a URL has fewer. */
const longest = 4096;

/** Reads a sitemap that is plain text: one address a line, nothing else. */
export function textReader(events: SitemapEvents): SitemapReader {
  let line = 1;
  let rest = '';
  let stopped = false;
  let atReturn = false;
  const flush = () => {
    const location = rest.trim();
    rest = '';
    if (location !== '' && !events.onEntry(location, line)) stopped = true;
    line++;
  };
  events.onKind('text');
  return {
    write: (text) => {
      const lineEnd = /\r\n?|\n/g;
      let at = atReturn && text.startsWith('\n') ? 1 : 0;
      if (text !== '') atReturn = text.endsWith('\r');
      lineEnd.lastIndex = at;
      for (let end = lineEnd.exec(text); end !== null; end = lineEnd.exec(text)) {
        rest = (rest + text.slice(at, end.index)).slice(0, longest);
        at = lineEnd.lastIndex;
        flush();
        if (stopped) return false;
      }
      if (rest.length < longest) rest = (rest + text.slice(at)).slice(0, longest);
      return true;
    },
    end: () => {
      if (rest !== '') flush();
      return !stopped;
    },
  };
}
