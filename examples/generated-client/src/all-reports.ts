import type { Api, Schemas } from './create-api.ts';
import type { operations } from './generated/api.ts';
import { problemError } from './problem-error.ts';

/** The query parameters of a list of reports. */
type ReportQuery = NonNullable<operations['listReports']['parameters']['query']>;

/**
 * Iterates over every report of a list. Each page is requested when its first report is needed.
 *
 * @throws Error of {@link problemError}.
 *
 * @example
 * ```ts
 * for await (const report of allReports(api, { result: 'bad' })) console.log(report.url);
 * ```
 */
export async function* allReports(
  api: Api,
  query: ReportQuery = {},
): AsyncGenerator<Schemas['ReportSummary'], void> {
  let page = await api.GET('/reports', { params: { query } });
  for (;;) {
    if (page.error) throw problemError(page.error);
    yield* page.data.data;
    const { next } = page.data.links;
    if (next === null) return;
    // The link keeps all parameters and adds the cursor, so that every page is equally fast.
    const { search } = new URL(next);
    page = await api.GET('/reports', { querySerializer: () => search });
  }
}
