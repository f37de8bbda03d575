import type { VNode } from 'preact';
import type { PageAnalysis } from '../../reports/analyze-page.ts';
import type { RenderDifference, RenderingSummary } from '../../store/report.ts';
import { PageText } from '../elements/page-text.tsx';
import { Table } from '../elements/table.tsx';
import { english as text } from '../english.ts';
import { LoadedView } from './loaded-view.tsx';

/** What scripts change of a page that was rendered in a browser, or why it was not. */
export function RenderingView({
  report,
}: {
  readonly report: Pick<PageAnalysis, 'page'>;
}): VNode | null {
  const { rendering } = report.page;
  if (rendering === undefined) return null;
  return (
    <section class="details-only" aria-labelledby="rendering">
      <h2 id="rendering">{text.rendering.title}</h2>
      {rendering.status === 'failed' ? (
        <p>
          {rendering.message} {text.rendering.stands}
        </p>
      ) : (
        <Rendered rendering={rendering} />
      )}
    </section>
  );
}

function Rendered({
  rendering,
}: {
  rendering: Extract<RenderingSummary, { status: 'rendered' }>;
}): VNode {
  const { ms, requests, isBusy, differences, scriptErrors, weight, cookies } = rendering;
  return (
    <>
      <p>
        {text.rendering.summary(ms, requests)} {isBusy && text.rendering.busy}
      </p>
      {differences.length === 0 ? (
        <p>{text.rendering.same}</p>
      ) : (
        <>
          <p>{text.rendering.differs}</p>
          <Table
            name="compared"
            rows={differences}
            columns={[
              { label: text.rendering.part, cell: ({ part }) => text.rendering.parts[part] },
              { label: text.rendering.source, cell: ({ source }) => <Value of={source} /> },
              { label: text.rendering.rendered, cell: ({ rendered }) => <Value of={rendered} /> },
            ]}
          />
        </>
      )}
      {scriptErrors.length > 0 && (
        <>
          <p>{text.rendering.errors}</p>
          <ul class="evidence">
            {scriptErrors.map((error, index) => (
              <li key={index}>
                <code dir="auto">
                  <PageText>{error}</PageText>
                </code>
              </li>
            ))}
          </ul>
        </>
      )}
      <LoadedView weight={weight} cookies={cookies} />
    </>
  );
}

function Value({ of: value }: { of: RenderDifference['source'] }): VNode {
  if (value === null) return <span class="soft">{text.rendering.missing}</span>;
  return <PageText>{typeof value === 'number' ? text.number(value) : value}</PageText>;
}
