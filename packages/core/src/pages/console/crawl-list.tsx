import type { VNode } from 'preact';
import { listCrawls } from '../../crawls/list-crawls.ts';
import type { List } from '../../listing/listing.ts';
import { type Crawl, type CrawlStatus, crawlStatuses } from '../../store/crawl.ts';
import { english as text } from '../english.ts';
import type { Links } from '../links.ts';
import { PageText } from '../parts/page-text.tsx';
import { ScoreText } from '../parts/score-text.tsx';
import { ShortTime } from '../parts/time.tsx';
import { formIssue } from './form-issue.ts';
import type { OwnerRequest } from './owner-page.tsx';
import { Paging, pageNumberOf, rowsPerPage, withQuery } from './paging.tsx';
import { SearchForm } from './search-form.tsx';

/** Which crawls are shown. */
interface CrawlFilter {
  readonly website: number | undefined;
  readonly status: CrawlStatus | undefined;
  readonly search: string;
}

/** A page of crawls, and where it is. */
interface ListedCrawls {
  readonly list: List<Crawl>;
  readonly filter: CrawlFilter;
  readonly pageNumber: number;
  /** What is wrong with the search. */
  readonly issue: string | undefined;
  /** Whether a crawl of the page may still change. */
  readonly isActive: boolean;
}

const noCrawls: List<Crawl> = { rows: [], total: 0, totalRelation: 'eq' };

/** The crawls that the query of a page asks for. */
export async function listedCrawls({
  context,
  ownerId,
  query,
}: OwnerRequest): Promise<ListedCrawls> {
  const website = query.get('website') ?? '';
  const filter: CrawlFilter = {
    website: /^[1-9]\d{0,14}$/.test(website) ? Number(website) : undefined,
    status: crawlStatuses.find((one) => one === query.get('status')),
    search: query.get('search') ?? '',
  };
  const pageNumber = pageNumberOf(query);
  const shown = { filter, pageNumber };
  try {
    const list = await listCrawls(context, ownerId, {
      websiteId: filter.website,
      status: filter.status,
      search: filter.search,
      perPage: rowsPerPage,
      start: { page: pageNumber },
    });
    const isActive = list.rows.some(({ endedAt }) => endedAt === null);
    return { ...shown, list, issue: undefined, isActive };
  } catch (error) {
    const { status, issue } = formIssue(error, 'search');
    if (status !== 422) throw error;
    return { ...shown, list: noCrawls, issue, isActive: false };
  }
}

/** A list of crawls with its search, filters and paging. */
export function CrawlList({
  crawls: { list, filter, pageNumber, issue },
  links,
}: {
  readonly crawls: ListedCrawls;
  readonly links: Links;
}): VNode {
  const own = text.crawls;
  const path = links.consolePage('/crawls');
  const pathOf = (part: Partial<CrawlFilter>, page?: number) =>
    withQuery(path, { ...filter, ...part, page });
  const isUnfiltered = filter.status === undefined && filter.search === '';
  if (list.total === 0 && isUnfiltered) return <p>{own.none}</p>;
  return (
    <>
      <SearchForm
        action={path}
        label={own.search}
        search={filter.search}
        issue={issue}
        filters={{ website: filter.website, status: filter.status }}
        clear={pathOf({ search: '' })}
      />
      <nav class="filters" aria-label={own.filterStatus}>
        {[undefined, ...crawlStatuses].map((status) => (
          <a
            key={status ?? 'all'}
            href={pathOf({ status })}
            aria-current={status === filter.status ? 'true' : undefined}
          >
            {status === undefined ? text.console.all : own.statuses[status]}
          </a>
        ))}
      </nav>
      {list.rows.length > 0 ? (
        <CrawlTable
          crawls={list.rows}
          links={links}
          caption={own.count(list.total, list.totalRelation === 'eq')}
        />
      ) : (
        <p>{text.console.noMatches}</p>
      )}
      <Paging
        list={list}
        page={pageNumber}
        href={(number) => pathOf({}, number === 1 ? undefined : number)}
      />
    </>
  );
}

const classes: Readonly<Record<CrawlStatus, string>> = {
  queued: 'soft',
  running: 'status',
  done: 'status pass',
  failed: 'status fail',
  canceled: 'soft',
};

/** The status of a crawl in words. */
export function CrawlState({ status }: { readonly status: CrawlStatus }): VNode {
  return <span class={classes[status]}>{text.crawls.statuses[status]}</span>;
}

/** Crawls in a table. */
export function CrawlTable({
  crawls,
  links,
  caption,
}: {
  readonly crawls: readonly Crawl[];
  readonly links: Links;
  readonly caption?: string;
}): VNode {
  const own = text.crawls;
  return (
    <table class="stack jobs">
      {caption && <caption>{caption}</caption>}
      <thead>
        <tr>
          <th scope="col">{own.url}</th>
          <th scope="col">{own.status}</th>
          <th scope="col">{own.score}</th>
          <th scope="col" class="number">
            {own.pages}
          </th>
          <th scope="col">{own.time}</th>
        </tr>
      </thead>
      <tbody>
        {crawls.map(({ id, url, status, score, result, progress, ...crawl }) => (
          <tr key={id} id={`crawl-${id}`}>
            <th scope="row">
              <a href={links.crawl(id)}>
                <PageText>{url}</PageText>
              </a>
            </th>
            <td data-label={own.status}>
              <CrawlState status={status} />
            </td>
            <td data-label={own.score}>
              {score === null || result === null ? (
                '–'
              ) : (
                <ScoreText score={score} result={result} />
              )}
            </td>
            <td data-label={own.pages} class="number">
              {text.number(progress.done)}
            </td>
            <td data-label={own.time}>
              <ShortTime date={crawl.endedAt ?? crawl.startedAt ?? crawl.createdAt} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
