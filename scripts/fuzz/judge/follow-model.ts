import type { SentRequest } from '../request/sent-request.ts';
import type { Reply } from '../wire/parse-reply.ts';
import {
  addReport,
  type Model,
  removeReport,
  removeWebsite,
  reportsOf,
  updated,
} from '../world/model.ts';
import { privacyIn } from './field-verdicts.ts';
import { type Listing, listingFaults } from './listing-faults.ts';
import { readObject } from './read-object.ts';

/** A row of a listing, or a record by itself. */
export type Row = Readonly<Record<string, unknown>> & { readonly id: number };

/**
 * Notes what a successful request changed, and holds what is shown against what there has to be.
 *
 * @returns what is wrong, a line each.
 */
export function followModel(request: SentRequest, reply: Reply, model: Model): readonly string[] {
  const { meaning, method } = request;
  if (meaning.kind !== 'operation' || reply.status >= 300 || method === 'HEAD') return [];
  const body = readObject(reply.text);
  if (body === undefined) return [];
  const ofReports = meaning.operation.template.includes('/reports');
  const id = Number(meaning.id);
  if (meaning.id === undefined && method === 'GET') {
    const listing = body as unknown as Listing;
    return [
      ...listing.data.flatMap((row) => rowFaults(row, model, ofReports)),
      ...listingFaults(request, listing, model, ofReports),
    ];
  }
  if (method === 'DELETE') {
    if (ofReports) removeReport(model, id);
    else removeWebsite(model, id);
    return body.id === id ? [] : [`it deleted ${String(body.id)}, not ${id}`];
  }
  const row = body.data as Row;
  if (method === 'POST') {
    // The same report again is what an Idempotency-Key is for.
    if (!model.reports.has(row.id)) {
      addReport(model, { id: row.id, websiteId: Number(row.website_id) });
    }
    return rowFaults(row, model, true);
  }
  if (method !== 'GET') followUpdate(request, model, id);
  return [
    ...(row.id === id ? [] : [`it shows ${row.id}, not ${id}`]),
    ...rowFaults(row, model, ofReports),
  ];
}

function followUpdate({ body }: SentRequest, model: Model, id: number): void {
  const website = model.websites.get(id);
  if (website === undefined) return;
  const sent = body?.fields.some(({ name }) => name === 'password') ?? false;
  model.websites.set(id, updated(website, privacyIn(body), sent));
}

/** A row has to be of something there is, and say of it what was last said. */
function rowFaults(row: Row, model: Model, ofReports: boolean): readonly string[] {
  if (ofReports) {
    const report = model.reports.get(row.id);
    if (report === undefined) return [`it shows report ${row.id}, which is not there`];
    return differences(row, { website_id: report.websiteId });
  }
  const website = model.websites.get(row.id);
  if (website === undefined) return [`it shows website ${row.id}, which is not there`];
  return differences(row, { ...website, reports_count: reportsOf(model, row.id) });
}

function differences(row: Row, expected: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(expected)
    .filter(([name, value]) => row[name] !== value)
    .map(([name, value]) => `${name} of ${row.id} is ${String(row[name])}, not ${String(value)}`);
}
