import type { Context } from '../context/context.ts';
import { pagesSettings } from '../http/pages-options.ts';
import type { PageAnalysis } from '../reports/analyze-page.ts';
import { whyOfRuleset } from '../reports/why-of.ts';
import { english as text } from './english.ts';
import { Layout } from './layout.tsx';
import { ReportView } from './parts/report-view.tsx';
import { pageText } from './respond.ts';
import { styleSheet } from './style.ts';

const style = styleSheet();

/**
 * A report as one HTML file: it opens from a disk, prints well, loads nothing from anywhere, and has no script.
 *
 * @param analysis - From `analyzePage`.
 * @param ruleset - The ruleset of the context, if it has checks of its own: each finding says why it matters.
 * @returns the whole document.
 * @example
 * ```ts
 * const analysis = await analyzePage(context, 'user-1', { url: 'https://example.com/' });
 * const html = renderReportFile(analysis);
 * ```
 */
export function renderReportFile(analysis: PageAnalysis, ruleset?: Context['ruleset']): string {
  return pageText(
    <Layout
      settings={pagesSettings(true)}
      links={undefined}
      whyOf={whyOfRuleset(ruleset)}
      style={style}
      title={text.report.title(analysis.title ?? analysis.url)}
    >
      <ReportView
        report={analysis}
        previous={undefined}
        comparison={undefined}
        filter={undefined}
        path=""
      />
    </Layout>,
  );
}
