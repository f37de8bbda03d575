import type { VNode } from 'preact';
import { type Crawl, skipReasons } from '../../store/crawl.ts';
import { PageLink, PageText } from '../elements/page-text.tsx';
import { english as text } from '../english.ts';
import { Facts } from '../parts/page-facts.tsx';
import { Time } from '../parts/time.tsx';
import { WorkState } from './work-state.tsx';

/** What is crawled, how many URLs there are in each state, and the times. */
export function CrawlFacts({ crawl }: { readonly crawl: Crawl }): VNode {
  const labels = text.crawls;
  const { progress, include, exclude, startedAt, endedAt, rulesetVersion } = crawl;
  const skipped = skipReasons.filter((reason) => progress.skipped[reason] !== undefined);
  return (
    <section aria-labelledby="about">
      <h2 id="about">{labels.about}</h2>
      <Facts
        facts={{
          [labels.status]: <WorkState status={crawl.status} />,
          [labels.startPage]: <PageLink url={crawl.url} />,
          [labels.maxPages]: text.number(crawl.maxPages),
          [labels.source]: labels.sources[crawl.source],
          [labels.include]: include.length > 0 && <Patterns patterns={include} />,
          [labels.exclude]: exclude.length > 0 && <Patterns patterns={exclude} />,
          [labels.found]: text.number(progress.discovered),
          [labels.states.done]: text.number(progress.done),
          [labels.unchanged]:
            crawl.recrawl === 'changed' &&
            startedAt !== null &&
            (crawl.fullReason === null
              ? labels.unchangedSince(progress.unchanged, crawl.previousId ?? 0)
              : labels.fullReasons[crawl.fullReason]),
          [labels.states.redirected]: text.number(progress.redirected),
          [labels.states.failed]: text.number(progress.failed),
          [labels.skipped]: skipped.length > 0 && (
            <ul>
              {skipped.map((reason) => (
                <li key={reason}>
                  {labels.skipReasons[reason]}: {text.number(progress.skipped[reason] ?? 0)}
                </li>
              ))}
            </ul>
          ),
          [labels.created]: <Time date={crawl.createdAt} />,
          [labels.started]: startedAt && <Time date={startedAt} />,
          [labels.ended]: endedAt && <Time date={endedAt} />,
        }}
      />
      {rulesetVersion !== null && <p class="soft small">{text.report.ruleset(rulesetVersion)}</p>}
    </section>
  );
}

function Patterns({ patterns }: { patterns: readonly string[] }): VNode {
  return (
    <ul>
      {patterns.map((pattern, index) => (
        <li key={index}>
          <code>
            <PageText>{pattern}</PageText>
          </code>
        </li>
      ))}
    </ul>
  );
}
