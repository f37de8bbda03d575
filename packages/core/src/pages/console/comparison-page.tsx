import { compareReports } from '../../reports/compare-reports.ts';
import { english as text } from '../english.ts';
import { pageNotFound } from '../page-route.ts';
import { ComparisonView } from '../parts/comparison-view.tsx';
import { seeOther } from '../respond.ts';
import { ConsoleLayout } from './console-layout.tsx';
import { ownerPage } from './owner-page.tsx';
import { idOf } from './paging.tsx';
import { comparisonPath } from './report-page.tsx';

/** Leads from the form of a report to the comparison that was chosen. */
export const chooseComparisonPage = ownerPage({
  path: '/reports/:id/compare',
  params: { id: 'number' },
  operationId: 'consoleChooseComparison',
  summary: 'Open the comparison of a report with the chosen one',
  respond({ params: { id }, query }, page) {
    const other = idOf(query, 'with');
    if (other === undefined) throw pageNotFound();
    return seeOther(comparisonPath(page, id, other));
  },
});

/** Two reports side by side. */
export const comparisonPage = ownerPage({
  path: '/reports/:id/compare/:other',
  params: { id: 'number', other: 'number' },
  operationId: 'consoleComparison',
  summary: 'Compare two reports in the console',
  async respond({ context, ownerId, params: { id, other } }, page) {
    const comparison = await compareReports(context, ownerId, { from: other, to: id });
    const { to } = comparison;
    return (
      <ConsoleLayout
        page={page}
        title={text.comparison.title(to.title ?? to.url)}
        current="reports"
      >
        <ComparisonView comparison={comparison} href={(report) => page.links.report(report.id)} />
      </ConsoleLayout>
    );
  },
});
