import type { ApiClient } from '../api-client.ts';
import type { Report } from './create-report.ts';

/**
 * Makes the website of a report public, and returns the links to look at in a browser.
 *
 * @throws Error if the server refuses that.
 */
export async function pageLinks(
  api: ApiClient,
  server: string,
  key: string,
  report: Report,
): Promise<string> {
  const path = `/api/v1/websites/${report.website_id}`;
  const { status, json } = await api.send('PATCH', path, 'privacy=0');
  const { share_url: website } = (json.data ?? {}) as { readonly share_url?: string };
  if (status !== 200 || website === undefined) {
    throw new Error(`The server responded with ${status} for ${path}: ${JSON.stringify(json)}`);
  }
  return [
    ['Report', report.share_url],
    ['Website', website],
    ['Console', `${server}/sitegrade`],
    ['', `sign in with ${key}`],
  ]
    .map(([name = '', link]) => `  ${name.padEnd(8)} ${link}\n`)
    .join('');
}
