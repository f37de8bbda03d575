import type { VNode } from 'preact';
import { changesBetween } from '../../reports/compare-reports.ts';
import type { Report, ReportSummary } from '../../store/report.ts';
import type { Website } from '../../store/website.ts';
import type { HistoryInterval, HistoryPoint } from '../../websites/website-history.ts';
import { english as text } from '../english.ts';
import { Layout, type PageContext } from '../layout.tsx';
import { LatestReports } from '../parts/latest-reports.tsx';
import { ChangesView } from '../parts/report-view.tsx';
import { WebsiteHead } from '../parts/website-head.tsx';
import { OwnerNote } from './owner-note.tsx';
import { type SharedCrawl, SharedCrawlSummary } from './shared-crawl.tsx';

/** What the page of a website shows. */
interface WebsiteContent {
  readonly website: Website;
  readonly points: readonly HistoryPoint[];
  readonly interval: HistoryInterval;
  /** The latest report of each URL, worst first, with the token of its shared page. */
  readonly latest: readonly (ReportSummary & Pick<Report, 'shareToken'>)[];
  /** Whether there are more URLs than `latest` has. */
  readonly hasMore: boolean;
  /** The latest report and the one of the same URL before it. */
  readonly last: { readonly report: Report; readonly previous: Report } | undefined;
  /** The last crawl that is done. */
  readonly crawl: SharedCrawl | undefined;
}

/** The shared page of a website. */
export function SharedWebsitePage({
  content,
  isOwner,
  ...page
}: PageContext & { readonly content: WebsiteContent; readonly isOwner: boolean }): VNode {
  const { links, settings } = page;
  const { website, last } = content;
  const labels = text.website;
  return (
    <Layout
      {...page}
      title={labels.title(website.domain)}
      description={`${labels.title(website.domain)}. ${labels.summary(website.reportsCount, website.reportsAvgScore)}`}
      indexable={settings.indexable && website.privacy === 'public'}
      canonical={links.sharedWebsite(website.shareToken)}
    >
      <WebsiteHead
        website={website}
        points={content.points}
        interval={content.interval}
        reports={content.latest}
        href={(report) => links.sharedReport(report.shareToken)}
      >
        {isOwner && <OwnerNote privacy={website.privacy} />}
      </WebsiteHead>
      {last && (
        <ChangesView
          title={labels.changed}
          report={last.report}
          changes={changesBetween(last.previous, last.report)}
          since={last.previous.createdAt}
          path={links.sharedReport(last.report.shareToken)}
          comparison={links.comparison(last.previous.shareToken, last.report.shareToken)}
        />
      )}
      {content.crawl && (
        <SharedCrawlSummary {...content.crawl} href={links.sharedIssues(website.shareToken)} />
      )}
      {content.latest.length > 0 && (
        <section aria-labelledby="latest">
          <h2 id="latest">{labels.latest}</h2>
          <LatestReports
            reports={content.latest}
            href={(report) => links.sharedReport(report.shareToken)}
            caption={content.hasMore ? labels.firstOf(content.latest.length) : labels.worstFirst}
          />
        </section>
      )}
    </Layout>
  );
}
