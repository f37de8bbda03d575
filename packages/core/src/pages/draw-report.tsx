import type { Context } from '../context/context.ts';
import type { PagesSettings } from '../http/pages-options.ts';
import type { PrintedReport } from '../http/printed-report.ts';
import { whyOfRuleset } from '../reports/why-of.ts';
import { brandedSettings } from './brand.ts';
import { english as text } from './english.ts';
import { Layout } from './layout.tsx';
import { ReportView } from './parts/report-view.tsx';
import { pageText } from './respond.ts';
import { sheetStyle } from './sheet-style.ts';
import { styleSheet } from './style.ts';

/** What a document shows in addition to its report. */
type Shown = Omit<Parameters<typeof ReportView>[0], 'comparison' | 'filter' | 'path' | 'children'>;

/**
 * Draws a report of an owner as an HTML document to print, in the brand of the owner. An adapter passes this function to
 * `createApi`.
 *
 * @example
 * ```ts
 * const api = createApi({ store }, { pageRoutes, drawReport });
 * ```
 */
export async function drawReport(
  settings: PagesSettings,
  { context, ownerId, report, previous, accepted, logError }: PrintedReport,
): Promise<string> {
  const branded = await brandedSettings(settings, ownerId, logError);
  const shown = { report, previous: previous ?? null, accepted: { found: accepted } };
  return reportDocument(branded, context.ruleset, shown);
}

/** The page of a report as a document that loads nothing and has no script. */
export function reportDocument(
  settings: PagesSettings,
  ruleset: Context['ruleset'] | undefined,
  shown: Shown,
): string {
  const { report } = shown;
  return pageText(
    <Layout
      settings={withoutFiles(settings)}
      links={undefined}
      whyOf={whyOfRuleset(ruleset)}
      style={`${styleSheet(settings.accent)}${sheetStyle(settings.name)}`}
      title={text.report.title(report.title ?? report.url)}
    >
      <ReportView {...shown} comparison={undefined} filter={undefined} path="" />
    </Layout>,
  );
}

/** A logo that is a path on the host cannot be loaded. */
function withoutFiles(settings: PagesSettings): PagesSettings {
  return settings.logo?.startsWith('data:') ? settings : { ...settings, logo: undefined };
}
