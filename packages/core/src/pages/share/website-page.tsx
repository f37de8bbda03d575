import type { VNode } from 'preact';
import { changesBetween } from '../../reports/compare-reports.ts';
import type { Report, ReportSummary } from '../../store/report.ts';
import type { SiteIssue } from '../../store/site-issue.ts';
import type { Website } from '../../store/website.ts';
import type { HistoryInterval, WebsiteHistory } from '../../websites/website-history.ts';
import { english as text } from '../english.ts';
import { Layout, type PageContext } from '../layout.tsx';
import { LatestReports } from '../parts/latest-reports.tsx';
import { ChangesView } from '../parts/report-view.tsx';
import { scoreSourceText } from '../parts/score-source.ts';
import { WebsiteHead } from '../parts/website-head.tsx';
import { OwnerNote } from './owner-note.tsx';
import { SharedIssuesSummary } from './shared-issues.tsx';

/** What the page of a website shows. */
interface WebsiteContent {
  readonly website: Website;
  readonly history: WebsiteHistory;
  readonly interval: HistoryInterval;
  /** The latest report of each URL, worst first, with the token of its shared page. */
  readonly latest: readonly (ReportSummary & Pick<Report, 'shareToken'>)[];
  /** Whether there are more URLs than `latest` has. */
  readonly hasMore: boolean;
  /** The latest report and the one of the same URL before it. */
  readonly last: { readonly report: Report; readonly previous: Report } | undefined;
  /** The first issues across pages, of a website whose score is from a crawl. */
  readonly issues: readonly SiteIssue[] | undefined;
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
      description={`${labels.title(website.domain)}. ${scoreSentence(website)}`}
      indexable={settings.indexable && website.privacy === 'public'}
      canonical={links.sharedWebsite(website.shareToken)}
    >
      <WebsiteHead website={website} history={content.history} interval={content.interval}>
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
      {website.scoreSource && (
        <SharedIssuesSummary
          source={website.scoreSource}
          issues={content.issues}
          href={links.sharedIssues(website.shareToken)}
        />
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

/** The score of a website as a sentence. */
function scoreSentence({ score, scoreSource }: Website): string {
  if (score === null || scoreSource === null) return text.website.noScore;
  return text.website.scored(score, scoreSourceText(scoreSource));
}
