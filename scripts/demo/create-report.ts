import type { ApiClient } from '../api-client.ts';

/** The part of a report that the demo prints. */
export interface Report {
  readonly id: number;
  readonly website_id: number;
  readonly share_url: string;
  readonly score: number;
  readonly result: 'good' | 'decent' | 'bad';
  readonly gates: readonly {
    readonly check: string;
    readonly cap: number;
    readonly reason: string;
  }[];
  readonly fix_first: readonly string[];
  readonly checks: Readonly<Record<string, { readonly summary: string }>>;
}

/** A report, or the message of the server that refused it. */
export type Created = { readonly report: Report } | { readonly refusal: string };

/**
 * Creates a report on a server.
 *
 * @throws Error for every status except 201 and 422.
 */
export async function createReport(api: ApiClient, url: string): Promise<Created> {
  const { status, json } = await api.create(url);
  if (status === 201) return { report: json.data as Report };
  if (status === 422) return { refusal: String(json.message) };
  throw new Error(`The server responded with ${status} for ${url}: ${JSON.stringify(json)}`);
}
