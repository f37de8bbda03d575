import { parseForm, queryBytes } from './form.ts';
import { safeInUrl } from './root-url.ts';

/** The pages that a page of a listing leads to. `null` where there is none. */
export interface PageLinks {
  readonly first: string;
  readonly last: string;
  readonly prev: string | null;
  readonly next: string | null;
}

/** A page to link to: its number, and a cursor where it is known. */
export interface PageTarget {
  readonly page: number;
  readonly cursor?: string;
}

/** Makes the URL of another page of a listing; every other parameter stays as it was sent. */
export function pageUrl(path: string, rawQuery: string, target: PageTarget): string {
  const kept = rawQuery.split('&').filter((pair) => pair !== '' && !isPaging(pair));
  const cursor = target.cursor === undefined ? [] : [`cursor=${target.cursor}`];
  return `${path}?${[...kept.map(safeInUrl), `page=${target.page}`, ...cursor].join('&')}`;
}

/** The same links as a header (RFC 8288). */
export function linkHeader(links: PageLinks): string {
  return Object.entries(links)
    .filter(([, url]) => url !== null)
    .map(([rel, url]) => `<${url}>; rel="${rel}"`)
    .join(', ');
}

function isPaging(pair: string): boolean {
  const [name] = parseForm(queryBytes(pair)).keys();
  return name === 'page' || name === 'cursor';
}
