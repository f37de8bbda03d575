import type { VNode } from 'preact';
import { changesBetween } from '../../reports/compare-reports.ts';
import type { Report, ReportSummary } from '../../store/report.ts';
import type { Website } from '../../store/website.ts';
import type {
  HistoryInterval,
  WebsiteHistory,
  WebsiteTrend,
} from '../../websites/website-history.ts';
import { HistoryChart } from '../charts/history-chart.tsx';
import { PageText } from '../elements/page-text.tsx';
import { english as text } from '../english.ts';
import { Layout, type PageContext } from '../layout.tsx';
import type { OpenFindings } from '../open-findings.ts';
import { LatestReports } from '../parts/latest-reports.tsx';
import { PdfLink } from '../parts/pdf-link.tsx';
import { ChangesView } from '../parts/report-view.tsx';
import { scoreSourceText } from '../parts/score-source.ts';
import { WebsiteStory } from '../parts/website-story.tsx';
import { OwnerNote } from './owner-note.tsx';

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
  readonly trend: WebsiteTrend;
  /** What is open, as the visitor may see it. */
  readonly open: OpenFindings | undefined;
}

/** The shared page of a website. */
export function SharedWebsitePage({
  content,
  isOwner,
  hasPdf,
  ...page
}: PageContext & {
  readonly content: WebsiteContent;
  readonly isOwner: boolean;
  /** Whether it can be downloaded as PDF. */
  readonly hasPdf: boolean;
}): VNode {
  const { links, settings } = page;
  const { website, last, open } = content;
  const labels = text.website;
  return (
    <Layout
      {...page}
      title={labels.title(website.domain)}
      description={`${labels.title(website.domain)}. ${scoreSentence(website)}`}
      indexable={settings.indexable && website.privacy === 'public'}
      canonical={links.sharedWebsite(website.shareToken)}
    >
      <header class="report-head">
        <p class="kind">{labels.kind}</p>
        <h1>
          <PageText>{website.domain}</PageText>
        </h1>
        {website.score === null && <p class="soft">{labels.noScore}</p>}
        {hasPdf && (
          <div class="actions">
            <PdfLink href={links.sharedWebsitePdf(website.shareToken)} />
          </div>
        )}
        {isOwner && <OwnerNote privacy={website.privacy} />}
      </header>
      <WebsiteStory
        website={website}
        trend={content.trend}
        open={open}
        links={{
          issues: links.sharedIssues(website.shareToken),
          report: (report) => links.sharedReport(report.shareToken),
          comparison:
            open?.kind === 'report' && open.change
              ? links.comparison(open.change.before.shareToken, open.change.to.shareToken)
              : undefined,
        }}
      />
      {website.score !== null && (
        <HistoryChart history={content.history} interval={content.interval} />
      )}
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
