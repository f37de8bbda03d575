import { percentDecoded } from '@sitegrade/audit';

/** Parameters with the number of a page of a list. */
const pageParameter =
  /^(?:page|p|pg|paged|page[-_]?(?:no|nr|num|number|index)|current[-_]?page|pagina|página|seite|start|offset|from|skip|cursor|after|before)$/i;

/** The same in a path: `/page/2`, `/page-2`, `/seite2`. */
const pageSegment = /\/(?:page|p|pg|seite|pagina|página|strona|sida|side)[-_/]?\d+(?=\/|$)/i;

/** The start pages of folders. */
const indexFile = /\/(?:index|default)\.(?:html?|php|aspx?|jsp)$/;

/** What the URLs of the pages of one list have in common, and its first page, which may have no number. */
export function seriesKey(href: string): string {
  const { origin, pathname, search } = new URL(href);
  const kept = search
    .slice(1)
    .split('&')
    .filter((part) => !isPageParameter(part));
  return `${origin}${withoutSlash(percentDecoded(pathname).replace(pageSegment, ''))}?${kept.join('&')}`;
}

/** Whether the URL has the number of a page of a list. */
export function isInSeries(href: string): boolean {
  const { pathname, search } = new URL(href);
  return (
    pageSegment.test(percentDecoded(pathname)) || search.slice(1).split('&').some(isPageParameter)
  );
}

function isPageParameter(part: string): boolean {
  return pageParameter.test(percentDecoded(part.split('=', 1)[0] ?? ''));
}

/**
 * What URLs have in common that differ only in the case of their path, slashes, `index.html` or the order of their
 * parameters.
 */
export function variantKey(href: string): string {
  const { origin, pathname, search } = new URL(href);
  const path = pathname
    .toLowerCase()
    .replaceAll(/\/{2,}/g, '/')
    .replace(indexFile, '/');
  const parameters = search.slice(1).split('&').filter(Boolean).sort();
  return `${origin}${withoutSlash(path)}?${parameters.join('&')}`;
}

function withoutSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}
