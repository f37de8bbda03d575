import type { VNode } from 'preact';
import type { PageAnalysis } from '../../reports/analyze-page.ts';
import type { RenderDifference, RenderingSummary } from '../../store/report.ts';
import { english as text } from '../english.ts';
import { LoadedView } from './loaded-view.tsx';
import { PageText } from './page-text.tsx';

/** What scripts change of a page that was rendered in a browser, or why it was not. */
export function RenderingView({
  report,
  screenshot,
}: {
  readonly report: Pick<PageAnalysis, 'page' | 'finalUrl'>;
  /** As JPEG. */
  readonly screenshot: Uint8Array | undefined;
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
      {screenshot && (
        <figure class="screenshot">
          <img
            src={`data:image/jpeg;base64,${Buffer.from(screenshot).toString('base64')}`}
            alt={text.rendering.picture(report.finalUrl)}
            width="206"
            height="412"
          />
          <figcaption>{text.rendering.pictured}</figcaption>
        </figure>
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
          <table class="stack compared">
            <thead>
              <tr>
                <th scope="col">{text.rendering.part}</th>
                <th scope="col">{text.rendering.source}</th>
                <th scope="col">{text.rendering.rendered}</th>
              </tr>
            </thead>
            <tbody>
              {differences.map((difference) => (
                <tr key={difference.part}>
                  <th scope="row">{text.rendering.parts[difference.part]}</th>
                  <td data-label={text.rendering.source}>
                    <Value of={difference.source} />
                  </td>
                  <td data-label={text.rendering.rendered}>
                    <Value of={difference.rendered} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
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
