import { parseForm, queryBytes } from '../request/form.ts';
import { safeInUrl } from '../root-url.ts';

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

/** Proxies commonly keep 4 KiB for all headers of an answer, clients 16: more would cost the answer. */
const maxLinkHeader = 3_000;

/** The same links as a header (RFC 8288); none where very long parameters would make it too long. */
export function linkHeader(links: PageLinks): { readonly link?: string } {
  const link = Object.entries(links)
    .filter(([, url]) => url !== null)
    .map(([rel, url]) => `<${url}>; rel="${rel}"`)
    .join(', ');
  return link.length > maxLinkHeader ? {} : { link };
}

function isPaging(pair: string): boolean {
  const [name] = parseForm(queryBytes(pair)).keys();
  return name === 'page' || name === 'cursor';
}
