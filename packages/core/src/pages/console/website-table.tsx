import type { VNode } from 'preact';
import type { Website } from '../../store/website.ts';
import type { ScoreChange } from '../../websites/website-history.ts';
import { Sparkline } from '../charts/sparkline.tsx';
import { PageText, TextLink } from '../elements/page-text.tsx';
import { ScoreText } from '../elements/score-text.tsx';
import { english as text } from '../english.ts';
import type { Links } from '../links.ts';
import { scoreSourceText } from '../parts/score-source.ts';
import { Day } from '../parts/time.tsx';
import type { CrawlProblems, ReportProblems, WebsiteOverview } from './website-overview.ts';

/** What rows are drawn with. */
interface Shown {
  readonly now: Date;
  readonly links: Links;
}

/** The websites of an owner, each with its score and what is open in what that is from. */
export function WebsiteTable({
  overviews,
  ...shown
}: Shown & { readonly overviews: readonly WebsiteOverview[] }): VNode {
  const labels = text.console;
  return (
    <table class="stack websites">
      <thead>
        <tr>
          <th scope="col">{labels.website}</th>
          <th scope="col">{labels.score}</th>
          <th scope="col">{labels.change}</th>
          <th scope="col" class="worst">
            {labels.openProblems}
          </th>
          <th scope="col">{labels.nextLook}</th>
        </tr>
      </thead>
      <tbody>
        {overviews.map((overview) => (
          <WebsiteRow key={overview.website.id} {...shown} {...overview} />
        ))}
      </tbody>
    </table>
  );
}

function WebsiteRow({ website, trend, problems, now, links }: WebsiteOverview & Shown): VNode {
  const labels = text.console;
  const { id, domain, score, result, scoreSource, unreachableSince } = website;
  return (
    <tr>
      <th scope="row">
        <div class="site">
          <span class="tile" aria-hidden="true">
            {initialsOf(domain)}
          </span>
          <span>
            <TextLink href={links.website(id)}>{domain}</TextLink>
            {unreachableSince && (
              <span class="status fail small">
                {labels.unreachable(text.day(unreachableSince))}
              </span>
            )}
          </span>
        </div>
      </th>
      {score === null || result === null || scoreSource === null ? (
        <td colSpan={3} class="soft score-cell">
          {labels.noReports}
        </td>
      ) : (
        <>
          <td class="score-cell">
            <ScoreText score={score} result={result} />{' '}
            <a class="soft small" href={lastLookOf(website, links)}>
              {scoreSourceText(scoreSource)}
            </a>
          </td>
          <td class="trend-cell">
            {trend.change && <Change {...trend.change} />}
            <Sparkline points={trend.points} />
          </td>
          <td class="open-cell">
            {problems?.kind === 'report' && <OpenInReport problems={problems} links={links} />}
            {problems?.kind === 'crawl' && (
              <OpenInCrawl problems={problems} path={`${links.website(id)}/issues`} />
            )}
          </td>
        </>
      )}
      <td data-label={labels.nextLook} class="next-cell">
        <NextLook website={website} now={now} links={links} />
      </td>
    </tr>
  );
}

/** Two letters or digits of a domain, without what marks one with other letters. */
function initialsOf(domain: string): string {
  return domain
    .replace(/^xn--/, '')
    .replace(/[^a-z\d]/g, '')
    .slice(0, 2)
    .toUpperCase();
}

function Change({ points, since }: ScoreChange): VNode {
  if (points === 0) return <span class="status soft">{text.console.unchanged}</span>;
  return (
    <span class={points < 0 ? 'status fail' : 'status pass'}>
      {text.report.changed(points)}
      <span class="hidden"> {text.report.changedSince(text.day(since))}</span>
    </span>
  );
}

function NextLook({
  website: { id, nextRunAt },
  now,
  links,
}: Shown & { readonly website: Website }): VNode {
  const labels = text.console;
  if (nextRunAt === null) {
    return (
      <a class="soft" href={`${links.website(id)}/schedule`}>
        {labels.notPlanned}
      </a>
    );
  }
  return nextRunAt > now ? <Day date={nextRunAt} /> : <span>{labels.dueNow}</span>;
}

/** What was looked at last: the crawl or the report that the score is from. */
function lastLookOf({ id, scoreSource, latestReport }: Website, links: Links): string {
  const crawlId = scoreSource?.crawlId ?? null;
  if (crawlId !== null) return links.crawl(crawlId);
  return latestReport ? links.report(latestReport.id) : links.website(id);
}

/** How many findings the report has, of which page it is if there are several, and the one that costs most. */
function OpenInReport({
  problems: { id, url, failed, warned, worst },
  links,
}: {
  readonly problems: ReportProblems;
  readonly links: Links;
}): VNode {
  const labels = text.console;
  const report = links.report(id);
  if (failed + warned === 0) return <span class="soft">{labels.nothingToFix}</span>;
  return (
    <>
      <a href={`${report}#checks`}>{labels.problems(failed, warned)}</a>
      {url !== null && (
        <span class="soft small">
          {' '}
          {labels.onPage} <PageText>{url}</PageText>
        </span>
      )}
      {worst && (
        <>
          <br />
          <a class="finding small soft" href={`${report}#check-${worst.check}`}>
            <PageText>{worst.summary}</PageText>
          </a>
        </>
      )}
    </>
  );
}

/** How many issues the crawl found, and the most important one. */
function OpenInCrawl({
  problems: { issues, worst },
  path,
}: {
  readonly problems: CrawlProblems;
  /** The path of the issues. */
  readonly path: string;
}): VNode {
  const labels = text.console;
  if (issues === 0) return <span class="soft">{labels.nothingToFix}</span>;
  return (
    <>
      <a href={path}>{labels.issues(issues)}</a>
      {worst && (
        <>
          <br />
          <a class="finding small soft" href={`${path}/${worst.issue}`}>
            <PageText>{worst.summary}</PageText>
          </a>
        </>
      )}
    </>
  );
}
