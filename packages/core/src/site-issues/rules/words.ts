import type { SitePage } from '../site.ts';

const maxUrl = 150;
const maxText = 100;

/** `1 page`, `1,000 pages`. */
export function count(number: number, singular: string, plural: string): string {
  return `${number.toLocaleString('en')} ${number === 1 ? singular : plural}`;
}

/** `1 page has`, `1,000 pages have`. */
export function pagesHave(number: number): string {
  return count(number, 'page has', 'pages have');
}

/** `1 page links`, `1,000 pages link`. */
export function pagesLink(number: number): string {
  return count(number, 'page links', 'pages link');
}

/** A text of a page, in quotes. */
export function quote(text: string): string {
  return `“${shortened(text, maxText)}”`;
}

/** A URL, shortened. */
export function urlText(url: string | undefined): string {
  return shortened(url ?? '', maxUrl);
}

/** `status 404`. */
export function statusText(page: SitePage | undefined): string {
  return `status ${page?.httpStatus}`;
}

/** A text, cut with “…” if it is longer. */
export function shortened(text: string, length: number): string {
  // The cut may split a surrogate pair; stores accept only well-formed strings.
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`.toWellFormed();
}
