import type { VNode } from 'preact';
import type { ReportComparison } from '../../reports/compare-reports.ts';
import { english as text } from '../english.ts';
import { Layout, type PageContext } from '../layout.tsx';
import { ComparisonView } from '../parts/comparison-view.tsx';

/** The shared comparison of two reports. Search engines do not index it: it repeats what the reports say. */
export function SharedComparisonPage({
  comparison,
  ...page
}: PageContext & { readonly comparison: ReportComparison }): VNode {
  const { from, to } = comparison;
  return (
    <Layout
      {...page}
      title={text.comparison.title(to.title ?? to.url)}
      description={text.comparison.description(from.score, to.score, to.finalUrl)}
    >
      <ComparisonView
        comparison={comparison}
        href={(report) => page.links.sharedReport(report.shareToken)}
      />
    </Layout>
  );
}
