import type { ComponentChildren, VNode } from 'preact';
import type { PageAnalysis } from '../../reports/analyze-page.ts';
import { PageLink, PageText } from '../elements/page-text.tsx';
import { english as text } from '../english.ts';
import { Time } from './time.tsx';

/** Facts about the page: language, sizes, timings, redirects. */
export function PageFacts({ report }: { readonly report: PageAnalysis }): VNode {
  const { page, rulesetVersion } = report;
  const { counts } = page;
  const labels = text.report;
  return (
    <section class="details-only" aria-labelledby="page">
      <h2 id="page">{labels.page}</h2>
      <Facts
        facts={{
          [labels.created]: <Time date={report.createdAt} />,
          [labels.oldestShared]: page.oldestSharedAt !== undefined && (
            <Time date={new Date(page.oldestSharedAt)} />
          ),
          [labels.statusCode]: report.httpStatus,
          [labels.redirectedTo]: report.finalUrl !== report.url && (
            <PageLink url={report.finalUrl} />
          ),
          [labels.language]:
            page.language === null ? labels.noLanguage : <PageText>{page.language}</PageText>,
          [labels.charset]: <PageText>{page.charset}</PageText>,
          [labels.size]: labels.sizes(text.bytes(page.transferBytes), text.bytes(page.htmlBytes)),
          [labels.timeToFirstByte]: text.milliseconds(page.timeToFirstByteMs),
          [labels.fetchTime]: text.milliseconds(page.fetchMs),
          [labels.content]: labels.contents(
            counts.words,
            counts.headings,
            counts.links,
            counts.images,
          ),
          [labels.redirects]: page.redirects.length > 0 && (
            <ol>
              {page.redirects.map((redirect, index) => (
                <li key={index}>
                  {redirect.status < 300 ? labels.refresh : redirect.status}{' '}
                  <PageLink url={redirect.url} />
                </li>
              ))}
            </ol>
          ),
          [labels.notes]: page.notes.length > 0 && (
            <ul>
              {page.notes.map((note) => (
                <li key={note}>
                  <PageText>{note}</PageText>
                </li>
              ))}
            </ul>
          ),
        }}
      />
      <p class="soft small">{labels.ruleset(rulesetVersion)}</p>
    </section>
  );
}

/** Names with their values. Those without one, `false` or `null`, are left out. */
export function Facts({
  facts,
}: {
  readonly facts: Readonly<Record<string, ComponentChildren>>;
}): VNode {
  return (
    <dl class="facts">
      {Object.entries(facts).map(
        ([name, value]) =>
          value !== null &&
          value !== false && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
