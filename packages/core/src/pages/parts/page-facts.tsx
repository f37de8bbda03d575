import type { ComponentChildren, VNode } from 'preact';
import type { PageAnalysis } from '../../reports/analyze-page.ts';
import { english as text } from '../english.ts';
import { PageLink, PageText } from './page-text.tsx';
import { Time } from './time.tsx';

/** Facts about the page: language, sizes, timings, redirects. */
export function PageFacts({ report }: { readonly report: PageAnalysis }): VNode {
  const { page, rulesetVersion } = report;
  const { counts } = page;
  const labels = text.report;
  return (
    <section class="details-only" aria-labelledby="page">
      <h2 id="page">{labels.page}</h2>
      <dl class="facts">
        <Fact name={labels.created}>
          <Time date={report.createdAt} />
        </Fact>
        <Fact name={labels.statusCode}>{report.httpStatus}</Fact>
        {report.finalUrl !== report.url && (
          <Fact name={labels.redirectedTo}>
            <PageLink url={report.finalUrl} />
          </Fact>
        )}
        <Fact name={labels.language}>
          {page.language === null ? labels.noLanguage : <PageText>{page.language}</PageText>}
        </Fact>
        <Fact name={labels.charset}>
          <PageText>{page.charset}</PageText>
        </Fact>
        <Fact name={labels.size}>
          {labels.sizes(text.bytes(page.transferBytes), text.bytes(page.htmlBytes))}
        </Fact>
        <Fact name={labels.timeToFirstByte}>{text.milliseconds(page.timeToFirstByteMs)}</Fact>
        <Fact name={labels.fetchTime}>{text.milliseconds(page.fetchMs)}</Fact>
        <Fact name={labels.content}>
          {labels.contents(counts.words, counts.headings, counts.links, counts.images)}
        </Fact>
        {page.redirects.length > 0 && (
          <Fact name={labels.redirects}>
            <ol>
              {page.redirects.map((redirect, index) => (
                <li key={index}>
                  {redirect.status < 300 ? labels.refresh : redirect.status}{' '}
                  <PageLink url={redirect.url} />
                </li>
              ))}
            </ol>
          </Fact>
        )}
        {page.notes.length > 0 && (
          <Fact name={labels.notes}>
            <ul>
              {page.notes.map((note) => (
                <li key={note}>
                  <PageText>{note}</PageText>
                </li>
              ))}
            </ul>
          </Fact>
        )}
      </dl>
      <p class="soft small">{labels.ruleset(rulesetVersion)}</p>
    </section>
  );
}

/** A name with its value in a list of facts. */
export function Fact({ name, children }: { name: string; children: ComponentChildren }): VNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
