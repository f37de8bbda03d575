import type { VNode } from 'preact';
import type { CrawlPageSummary } from '../../store/crawl.ts';
import { PageLink, PageText } from '../elements/page-text.tsx';
import { ScoreText } from '../elements/score-text.tsx';
import { Table } from '../elements/table.tsx';
import { english as text } from '../english.ts';

/** A browser shows longer tables slowly. */
const maxPages = 1_000;

/** Pages of a crawl as a table: the first of them, with what to fix first on each. */
export function CrawledPagesTable({
  name,
  id,
  pages,
  total = pages.length,
}: {
  readonly name: string;
  readonly id: string;
  readonly pages: readonly CrawlPageSummary[];
  /** How many there are, of which `pages` may be the first. */
  readonly total?: number;
}): VNode | null {
  const labels = text.crawls;
  if (pages.length === 0) return null;
  const shown = pages.slice(0, maxPages);
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{name}</h2>
      {shown.length < total && <p class="soft">{labels.comparison.firstOf(shown.length)}</p>}
      <Table
        name="jobs"
        caption={labels.pageCount(total, true)}
        rows={shown}
        columns={[
          { label: labels.page, cell: (page) => <PageName page={page} /> },
          {
            label: id === 'failed' ? labels.reason : labels.score,
            cell: ({ score, result, error, httpStatus }) =>
              score !== null && result !== null ? (
                <ScoreText score={score} result={result} />
              ) : (
                <PageText>{error?.message ?? String(httpStatus ?? '–')}</PageText>
              ),
          },
          {
            label: labels.clicks,
            kind: 'number',
            cell: ({ depth }) => (depth === null ? labels.depth.notLinked : text.number(depth)),
          },
          {
            label: labels.links,
            kind: 'number',
            cell: ({ inlinks }) => (inlinks === null ? '–' : text.number(inlinks)),
          },
        ]}
      />
    </section>
  );
}

function PageName({ page: { url, title, worst } }: { readonly page: CrawlPageSummary }): VNode {
  return (
    <>
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
    </>
  );
}
