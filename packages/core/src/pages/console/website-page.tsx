import type { ComponentChildren, VNode } from 'preact';
import { listLatestReports } from '../../reports/list-latest-reports.ts';
import { canPrint } from '../../reports/print-html.ts';
import { getWebsite } from '../../websites/get-website.ts';
import { websiteHistory, websiteTrend } from '../../websites/website-history.ts';
import { HistoryChart, intervalFor } from '../charts/history-chart.tsx';
import { english as text } from '../english.ts';
import type { Links } from '../links.ts';
import { type OpenFindings, openFindings } from '../open-findings.ts';
import { LatestReports } from '../parts/latest-reports.tsx';
import { PdfLink } from '../parts/pdf-link.tsx';
import { Unreachable } from '../parts/unreachable.tsx';
import { WebsiteStory } from '../parts/website-story.tsx';
import { ConsoleLayout } from './console-layout.tsx';
import { ownerPage } from './owner-page.tsx';
import { withQuery } from './paging.tsx';
import { ShareLink } from './share-link.tsx';
import { WebsiteCrawlsView, websiteCrawls } from './website-crawls.tsx';
import { WebsiteHeader } from './website-header.tsx';
import { ReceiverSentences, websiteReceivers } from './website-receivers.tsx';
import { NextLook } from './website-schedule.tsx';

/** A website: where it stands, where it goes, what to do next, when it is looked at again, and who is informed. */
export const websitePage = ownerPage({
  path: '/websites/:id',
  params: { id: 'number' },
  operationId: 'consoleWebsite',
  summary: 'Show a website in the console',
  async respond({ context, ownerId, params }, page) {
    const { links, settings } = page;
    const website = await getWebsite(context, ownerId, params.id);
    const { id } = website;
    const interval = intervalFor(website.createdAt, context.now());
    const [history, trend, latest, crawls, schedule, receivers] = await Promise.all([
      websiteHistory(context, ownerId, id, { interval }),
      websiteTrend(context, ownerId, id),
      listLatestReports(context, ownerId, id),
      websiteCrawls(context, ownerId, id),
      context.store.schedules.find(ownerId, id),
      websiteReceivers(context, ownerId, id),
    ]);
    const open = await openFindings(context, ownerId, website, latest.rows);
    const labels = text.website;
    const path = links.website(id);
    const hasPdf = canPrint(context);
    return (
      <ConsoleLayout page={page} title={website.domain} current="websites">
        <WebsiteHeader website={website} links={links} current="overview">
          <Unreachable website={website} />
          {website.score === null && <p class="soft">{labels.noScore}</p>}
        </WebsiteHeader>
        <WebsiteStory
          website={website}
          trend={trend}
          open={open}
          links={{
            issues: `${path}/issues`,
            report: (report) => links.report(report.id),
            comparison: comparisonOf(open, links),
          }}
        />
        <dl class="facts plan">
          <Fact name={labels.nextLook}>
            <NextLook websiteId={id} schedule={schedule} now={context.now()} links={links} />
          </Fact>
          <Fact name={labels.informed}>
            <ReceiverSentences receivers={receivers} websiteId={id} links={links} />
          </Fact>
          {(settings.share || hasPdf) && (
            <Fact name={settings.share ? text.console.sharedPage : text.layout.document}>
              {settings.share && (
                <ShareLink
                  url={links.absolute(links.sharedWebsite(website.shareToken))}
                  privacy={website.privacy}
                  changePrivacy={`${links.websiteSettings(id)}#privacy`}
                />
              )}
              <PdfLink href={hasPdf ? `${path}/website.pdf` : undefined} />
            </Fact>
          )}
        </dl>
        {website.score !== null && <HistoryChart history={history} interval={interval} />}
        <WebsiteCrawlsView websiteId={id} crawls={crawls} context={context} links={links} />
        {latest.rows.length > 0 && (
          <section aria-labelledby="latest">
            <h2 id="latest">{labels.latest}</h2>
            <LatestReports
              reports={latest.rows}
              href={(report) => links.report(report.id)}
              caption={
                latest.total > latest.rows.length
                  ? labels.firstOf(latest.rows.length)
                  : labels.worstFirst
              }
            />
            <p>
              <a href={withQuery(links.consolePage('/reports'), { website: id })}>
                {text.console.allReports}
              </a>
            </p>
          </section>
        )}
      </ConsoleLayout>
    );
  },
});

function Fact({ name, children }: { name: string; children: ComponentChildren }): VNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function comparisonOf(open: OpenFindings | undefined, links: Links): string | undefined {
  if (open?.change === undefined) return undefined;
  const { before, to } = open.change;
  const path = open.kind === 'crawl' ? links.crawl(to.id) : links.report(to.id);
  return `${path}/compare/${before.id}`;
}
