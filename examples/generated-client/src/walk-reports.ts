import type { Api, Schemas } from './create-api.ts';
import type { operations } from './generated/api.ts';
import { problemError } from './problem-error.ts';

/** What a list of reports may be asked for. */
export type ReportQuery = NonNullable<operations['listReports']['parameters']['query']>;

/**
 * Every report of a list, from all its pages. It asks for a page when its first report is wanted.
 *
 * @throws Error of {@link problemError}.
 *
 * @example
 * ```ts
 * for await (const report of walkReports(api, { result: 'bad' })) console.log(report.url);
 * ```
 */
export async function* walkReports(
  api: Api,
  query: ReportQuery = {},
): AsyncGenerator<Schemas['ReportSummary'], void> {
  let page = await api.GET('/reports', { params: { query } });
  for (;;) {
    if (page.error) throw problemError(page.error);
    yield* page.data.data;
    const { next } = page.data.links;
    if (next === null) return;
    // The link has every parameter, and the cursor that makes a late page as quick as the first.
    const { search } = new URL(next);
    page = await api.GET('/reports', { querySerializer: () => search });
  }
}
