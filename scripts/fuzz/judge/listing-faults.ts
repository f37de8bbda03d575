import type { SentRequest } from '../request/sent-request.ts';
import type { Model } from '../world/model.ts';
import type { Row } from './follow-model.ts';

/** A page of a listing. */
export interface Listing {
  readonly data: readonly Row[];
  readonly meta: Readonly<Record<'total' | 'current_page' | 'per_page' | 'last_page', number>> & {
    readonly from: number | null;
    readonly to: number | null;
  };
}

/** A page has to be as long as asked for and narrowed as asked for, and to count right. */
export function listingFaults(
  { query }: SentRequest,
  { data, meta }: Listing,
  model: Model,
  ofReports: boolean,
): readonly string[] {
  const asked = new Map(query.map(({ name, value }) => [name, String(value)]));
  const perPage = Number(asked.get('per_page') ?? 50);
  const page = Number(asked.get('page') ?? 1);
  const websiteId = ofReports ? asked.get('website_id') : undefined;
  const result = ofReports ? asked.get('result') : undefined;
  const narrowed = (asked.get('search') ?? '') !== '' || (websiteId ?? result) !== undefined;
  const all = ofReports ? model.reports.size : model.websites.size;
  const from = data.length === 0 ? null : (page - 1) * perPage + 1;
  const rest = Math.min(perPage, Math.max(0, meta.total - (page - 1) * perPage));
  const rules: readonly (readonly [holds: boolean, what: string])[] = [
    [meta.per_page === perPage && meta.current_page === page, 'per_page and current_page'],
    [meta.last_page === Math.max(1, Math.ceil(meta.total / perPage)), 'last_page'],
    [meta.from === from && meta.to === (from && from + data.length - 1), 'from and to'],
    [asked.has('cursor') || data.length === rest, 'the number of rows'],
    [(narrowed && meta.total < all) || meta.total === all, `total, where there are ${all},`],
    [
      data.every((row) => websiteId === undefined || row.website_id === Number(websiteId)),
      'website_id of a row',
    ],
    [data.every((row) => result === undefined || row.result === result), 'result of a row'],
  ];
  const held = JSON.stringify(meta);
  return rules.filter(([holds]) => !holds).map(([, what]) => `${what} cannot be right: ${held}`);
}
