import type { VNode } from 'preact';
import { listCrawls } from '../../crawls/list-crawls.ts';
import { type Crawl, type CrawlStatus, crawlStatuses } from '../../store/crawl.ts';
import { TextLink } from '../elements/page-text.tsx';
import { ScoreText } from '../elements/score-text.tsx';
import { Table } from '../elements/table.tsx';
import { english as text } from '../english.ts';
import type { Links } from '../links.ts';
import { FilterLinks } from '../parts/filter-links.tsx';
import { ShortTime } from '../parts/time.tsx';
import type { OwnerRequest } from './owner-page.tsx';
import { idOf, withQuery } from './paging.tsx';
import { type SearchedList, SearchedListView, searchedList } from './searched-list.tsx';
import { WorkState } from './work-state.tsx';

/** Which crawls are shown. */
interface CrawlFilter {
  readonly website: number | undefined;
  readonly status: CrawlStatus | undefined;
}

/** A page of crawls, and where it is. */
interface ListedCrawls extends SearchedList<Crawl> {
  readonly filter: CrawlFilter;
  /** Whether a crawl of the page may still change. */
  readonly isActive: boolean;
}

/** The crawls that the query of a page asks for. */
export async function listedCrawls({
  context,
  ownerId,
  query,
}: OwnerRequest): Promise<ListedCrawls> {
  const website = idOf(query, 'website');
  const status = crawlStatuses.find((known) => known === query.get('status'));
  const found = await searchedList(query, (page) =>
    listCrawls(context, ownerId, { websiteId: website, status, ...page }),
  );
  const isActive = found.list.rows.some(({ endedAt }) => endedAt === null);
  return { ...found, filter: { website, status }, isActive };
}

/** A list of crawls with its search, filters and paging. */
export function CrawlList({
  crawls,
  links,
}: {
  readonly crawls: ListedCrawls;
  readonly links: Links;
}): VNode {
  const labels = text.crawls;
  const { list, filter, search } = crawls;
  const path = links.consolePage('/crawls');
  if (list.total === 0 && filter.status === undefined && search === '') return <p>{labels.none}</p>;
  return (
    <SearchedListView
      found={crawls}
      path={path}
      filters={{ ...filter }}
      searchLabel={labels.search}
      links={
        <FilterLinks
          label={labels.filterStatus}
          values={[undefined, ...crawlStatuses]}
          current={filter.status}
          href={(status) => withQuery(path, { ...filter, status, search })}
          name={(status) => (status === undefined ? text.console.all : labels.statuses[status])}
        />
      }
    >
      <CrawlTable
        crawls={list.rows}
        links={links}
        caption={labels.count(list.total, list.totalRelation === 'eq')}
      />
    </SearchedListView>
  );
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
  const labels = text.crawls;
  return (
    <Table
      name="jobs"
      caption={caption}
      rows={crawls}
      anchor={({ id }) => `crawl-${id}`}
      columns={[
        {
          label: labels.url,
          cell: ({ id, url }) => <TextLink href={links.crawl(id)}>{url}</TextLink>,
        },
        { label: labels.status, cell: ({ status }) => <WorkState status={status} /> },
        {
          label: labels.score,
          cell: ({ score, result }) =>
            score === null || result === null ? '–' : <ScoreText score={score} result={result} />,
        },
        { label: labels.pages, kind: 'number', cell: ({ progress }) => text.number(progress.done) },
        {
          label: labels.time,
          cell: (crawl) => <ShortTime date={crawl.endedAt ?? crawl.startedAt ?? crawl.createdAt} />,
        },
      ]}
    />
  );
}
