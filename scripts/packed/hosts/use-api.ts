import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const { PAGE: page = '' } = process.env;

/** Options of the consumers that mount the API: one signed-in user, and the page's server may be requested. */
export const apiOptions = {
  authenticate: () => 'user-1',
  network: { allowLocalhost: true },
} as const;

/** Creates a report through the API of a server, and meets a page that refuses connections. */
export async function useApi(address: string): Promise<void> {
  const post = (url: string) =>
    fetch(`${address}/seo/api/v1/reports`, { method: 'POST', body: new URLSearchParams({ url }) });
  const created = await post(page);
  assert.equal(created.status, 201);
  const location = created.headers.get('location') ?? '';
  assert.ok(location.startsWith(`${address}/seo/api/v1/reports/`), location);
  const { data } = (await (await fetch(location)).json()) as { readonly data: { url: string } };
  assert.equal(data.url, page);

  const refused = await post(await refusingPage());
  const { code, reason } = (await refused.json()) as Readonly<Record<string, unknown>>;
  assert.deepEqual([refused.status, code, reason], [422, 'page_unreachable', 'connect_refused']);
}

/** The URL of a server that has closed. */
export async function refusingPage(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}/`;
}
