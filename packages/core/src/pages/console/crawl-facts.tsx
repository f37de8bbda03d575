import type { ComponentChildren, VNode } from 'preact';
import { type Crawl, skipReasons } from '../../store/crawl.ts';
import { english as text } from '../english.ts';
import { Fact } from '../parts/page-facts.tsx';
import { PageLink, PageText } from '../parts/page-text.tsx';
import { Time } from '../parts/time.tsx';
import { CrawlState } from './crawl-list.tsx';

/** What is crawled, how many URLs there are in each state, and the times. */
export function CrawlFacts({ crawl }: { readonly crawl: Crawl }): VNode {
  const labels = text.crawls;
  const { progress, include, exclude, rulesetVersion } = crawl;
  const skipped = skipReasons.filter((reason) => progress.skipped[reason] !== undefined);
  return (
    <section aria-labelledby="about">
      <h2 id="about">{labels.about}</h2>
      <dl class="facts">
        <Fact name={labels.status}>
          <CrawlState status={crawl.status} />
        </Fact>
        <Fact name={labels.startPage}>
          <PageLink url={crawl.url} />
        </Fact>
        <Fact name={labels.maxPages}>{text.number(crawl.maxPages)}</Fact>
        <Fact name={labels.source}>{labels.sources[crawl.source]}</Fact>
        <Patterns name={labels.include} patterns={include} />
        <Patterns name={labels.exclude} patterns={exclude} />
        <Fact name={labels.found}>{text.number(progress.discovered)}</Fact>
        <Fact name={labels.states.done}>{text.number(progress.done)}</Fact>
        {crawl.recrawl === 'changed' && crawl.startedAt !== null && (
          <Fact name={labels.unchanged}>
            {crawl.fullReason === null
              ? labels.unchangedSince(progress.unchanged, crawl.previousId ?? 0)
              : labels.fullReasons[crawl.fullReason]}
          </Fact>
        )}
        <Fact name={labels.states.redirected}>{text.number(progress.redirected)}</Fact>
        <Fact name={labels.states.failed}>{text.number(progress.failed)}</Fact>
        {skipped.length > 0 && (
          <Fact name={labels.skipped}>
            <ul>
              {skipped.map((reason) => (
                <li key={reason}>
                  {labels.skipReasons[reason]}: {text.number(progress.skipped[reason] ?? 0)}
                </li>
              ))}
            </ul>
          </Fact>
        )}
        <TimeFact name={labels.created} time={crawl.createdAt} />
        <TimeFact name={labels.started} time={crawl.startedAt} />
        <TimeFact name={labels.ended} time={crawl.endedAt} />
      </dl>
      {rulesetVersion !== null && <p class="soft small">{text.report.ruleset(rulesetVersion)}</p>}
    </section>
  );
}

function Patterns({
  name,
  patterns,
}: {
  name: string;
  patterns: readonly string[];
}): ComponentChildren {
  if (patterns.length === 0) return null;
  return (
    <Fact name={name}>
      <ul>
        {patterns.map((pattern, index) => (
          <li key={index}>
            <code>
              <PageText>{pattern}</PageText>
            </code>
          </li>
        ))}
      </ul>
    </Fact>
  );
}

function TimeFact({ name, time }: { name: string; time: Date | null }): ComponentChildren {
  if (time === null) return null;
  return (
    <Fact name={name}>
      <Time date={time} />
    </Fact>
  );
}
