import type { VNode } from 'preact';
import type { CrawlPageSummary } from '../../store/crawl.ts';
import { english as text } from '../english.ts';
import { PageLink, PageText } from './page-text.tsx';
import { ScoreText } from './score-text.tsx';

/** A browser shows longer tables slowly. */
const maxPages = 1_000;

/** Pages of a crawl as a table: the first of them, with what to fix first on each. */
export function CrawledPagesTable({
  name,
  id,
  pages,
}: {
  readonly name: string;
  readonly id: string;
  readonly pages: readonly CrawlPageSummary[];
}): VNode | null {
  const labels = text.crawls;
  if (pages.length === 0) return null;
  const shown = pages.slice(0, maxPages);
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{name}</h2>
      {shown.length < pages.length && <p class="soft">{labels.comparison.firstOf(shown.length)}</p>}
      <table class="stack jobs">
        <caption>{labels.pageCount(pages.length, true)}</caption>
        <thead>
          <tr>
            <th scope="col">{labels.page}</th>
            <th scope="col">{id === 'failed' ? labels.reason : labels.score}</th>
            <th scope="col" class="number">
              {labels.clicks}
            </th>
            <th scope="col" class="number">
              {labels.links}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((page) => (
            <PageRow key={page.id} page={page} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function PageRow({ page }: { readonly page: CrawlPageSummary }): VNode {
  const labels = text.crawls;
  const { url, title, score, result, worst, error, httpStatus, depth, inlinks } = page;
  return (
    <tr>
      <th scope="row">
        {title && (
          <>
            <PageText>{title}</PageText>
            <br />
          </>
        )}
        <span class="small">
          <PageLink url={url} />
        </span>
        {worst !== null && (
          <p class="reason small">
            <PageText>{worst}</PageText>
          </p>
        )}
      </th>
      {score !== null && result !== null ? (
        <td data-label={labels.score}>
          <ScoreText score={score} result={result} />
        </td>
      ) : (
        <td data-label={labels.reason}>
          <PageText>{error?.message ?? String(httpStatus ?? '–')}</PageText>
        </td>
      )}
      <td data-label={labels.clicks} class="number">
        {depth === null ? labels.depth.notLinked : text.number(depth)}
      </td>
      <td data-label={labels.links} class="number">
        {inlinks === null ? '–' : text.number(inlinks)}
      </td>
    </tr>
  );
}
