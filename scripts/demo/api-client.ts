/** What the demo reads of a report. */
export interface Report {
  readonly id: number;
  readonly website_id: number;
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

/** A report, or the sentence in which the server refused it. */
export type Created = { readonly report: Report } | { readonly refusal: string };

/**
 * Asks a server for a report, as any client would: a form body and a Bearer key.
 *
 * @throws Error for every answer but 201 and 422.
 */
export async function createReport(server: string, key: string, url: string): Promise<Created> {
  const response = await fetch(`${server}/api/v1/reports`, {
    method: 'POST',
    headers: { accept: 'application/json', authorization: `Bearer ${key}` },
    body: new URLSearchParams({ url }),
  });
  const text = await response.text();
  if (response.status === 201) return { report: JSON.parse(text).data };
  if (response.status === 422) return { refusal: JSON.parse(text).message };
  throw new Error(`POST ${server}/api/v1/reports for ${url} answered ${response.status}: ${text}`);
}
