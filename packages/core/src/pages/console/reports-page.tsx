import type { VNode } from 'preact';
import { listReports } from '../../reports/list-reports.ts';
import { type ReportSummary, type Result, results } from '../../store/report.ts';
import type { Website } from '../../store/website.ts';
import { getWebsite } from '../../websites/get-website.ts';
import { PageText, TextLink } from '../elements/page-text.tsx';
import { english as text } from '../english.ts';
import type { Links } from '../links.ts';
import { FilterLinks } from '../parts/filter-links.tsx';
import { LatestReports } from '../parts/latest-reports.tsx';
import { pageResponse } from '../respond.ts';
import { ConsoleLayout } from './console-layout.tsx';
import { ownerPage } from './owner-page.tsx';
import { idOf, withQuery } from './paging.tsx';
import { type SearchedList, SearchedListView, searchedList } from './searched-list.tsx';

/** Which reports are shown. */
interface ReportFilter {
  readonly website: number | undefined;
  readonly result: Result | undefined;
}

/** All reports, newest first, with a search and filters. */
export const reportsPage = ownerPage({
  path: '/reports',
  operationId: 'consoleReports',
  summary: 'Show the reports in the console',
  async respond({ context, ownerId, query }, page) {
    const websiteId = idOf(query, 'website');
    const result = results.find((known) => known === query.get('result'));
    const website =
      websiteId === undefined ? undefined : await getWebsite(context, ownerId, websiteId);
    const found = await searchedList(query, (searched) =>
      listReports(context, ownerId, { websiteId, result, ...searched }),
    );
    const title = website ? text.console.ofWebsite(website.domain) : text.console.reports;
    return pageResponse(
      found.issue === undefined ? 200 : 422,
      <ConsoleLayout page={page} title={title} current="reports">
        <h1>{website ? <PageText>{title}</PageText> : title}</h1>
        <ReportList
          reports={found}
          filter={{ website: websiteId, result }}
          website={website}
          links={page.links}
        />
      </ConsoleLayout>,
    );
  },
});

function ReportList({
  reports,
  filter,
  website,
  links,
}: {
  reports: SearchedList<ReportSummary>;
  filter: ReportFilter;
  website: Website | undefined;
  links: Links;
}): VNode {
  const labels = text.console;
  const { list, search } = reports;
  const path = links.consolePage('/reports');
  const hrefOf = (part: Partial<ReportFilter>) => withQuery(path, { ...filter, ...part, search });
  const isFiltered = search !== '' || filter.result !== undefined || list.total > 0;
  return (
    <>
      {website && (
        <p>
          <TextLink href={links.website(website.id)}>{website.domain}</TextLink> ·{' '}
          <a href={hrefOf({ website: undefined })}>{labels.allWebsites}</a>
        </p>
      )}
      <SearchedListView
        found={reports}
        path={path}
        filters={{ ...filter }}
        searchLabel={labels.searchReports}
        empty={isFiltered ? labels.noMatches : labels.noReportsYet}
        links={
          <FilterLinks
            label={labels.filterResult}
            values={[undefined, ...results]}
            current={filter.result}
            href={(result) => hrefOf({ result })}
            name={(result) => (result === undefined ? labels.all : text.results[result])}
          />
        }
      >
        <LatestReports
          reports={list.rows}
          href={({ id }) => links.report(id)}
          caption={labels.reportCount(list.total, list.totalRelation === 'eq')}
        />
      </SearchedListView>
    </>
  );
}
