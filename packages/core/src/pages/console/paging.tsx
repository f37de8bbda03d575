import type { VNode } from 'preact';
import type { List } from '../../listing/listing.ts';
import type { SiteFinding, SiteIssue } from '../../store/site-issue.ts';
import { english as text } from '../english.ts';

/** Rows on a page of a list. */
export const rowsPerPage = 25;

/** The number of the page in a query. What is not a page number counts as the first page. */
export function pageNumberOf(query: URLSearchParams): number {
  const sent = query.get('page') ?? '';
  return /^[1-9]\d{0,5}$/.test(sent) ? Number(sent) : 1;
}

/** The id of a record in a query, as a filter. What is not an id counts as no filter. */
export function idOf(query: URLSearchParams, name: string): number | undefined {
  const sent = query.get(name) ?? '';
  return /^[1-9]\d{0,14}$/.test(sent) ? Number(sent) : undefined;
}

/** A path with the parts of a query that are not empty. `page` is left out for the first page. */
export function withQuery(
  path: string,
  parts: Readonly<Record<string, string | number | undefined>>,
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parts)) {
    const isFirstPage = name === 'page' && value === 1;
    if (value !== undefined && value !== '' && !isFirstPage) query.set(name, String(value));
  }
  return query.size === 0 ? path : `${path}?${query}`;
}

/** A page of the findings of an issue that are stored. */
export function findingsOnPage({ findings }: SiteIssue, page: number): List<SiteFinding> {
  const rows = findings.slice((page - 1) * rowsPerPage, page * rowsPerPage);
  return { rows, total: findings.length, totalRelation: 'eq' };
}

/** Links to the page before and the page after. Nothing where all rows are on one page. */
export function Paging({
  list: { rows, total, totalRelation },
  page,
  href,
}: {
  readonly list: List<unknown>;
  readonly page: number;
  readonly href: (page: number) => string;
}): VNode | null {
  const isMore =
    rows.length === rowsPerPage && (totalRelation === 'gte' || page * rowsPerPage < total);
  if (page === 1 && !isMore) return null;
  return (
    <nav class="paging" aria-label={text.console.pages}>
      {page > 1 && rows.length > 0 && (
        <a rel="prev" href={href(page - 1)}>
          {text.console.previousPage}
        </a>
      )}
      {page > 1 && rows.length === 0 && <a href={href(1)}>{text.console.firstPage}</a>}
      <span class="soft">{text.console.page(page)}</span>
      {isMore && (
        <a rel="next" href={href(page + 1)}>
          {text.console.nextPage}
        </a>
      )}
    </nav>
  );
}
