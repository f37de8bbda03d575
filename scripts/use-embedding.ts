import assert from 'node:assert/strict';
import { createApiClient } from './api-client.ts';

/** A server with embedded sitegrade. */
export interface Embedding {
  /** Its URL, without a trailing slash. */
  readonly address: string;
  /** The prefix of the API's paths: `/seo` before `/api/v1`. */
  readonly prefix: string;
  /** A page of the server itself, for signed-in users. */
  readonly ownPath: string;
  /** The member of the server's own errors. */
  readonly ownError: string;
}

/**
 * Uses an embedding like a user: signs in with the server's own login, creates, lists, reads and deletes a
 * report, and opens the console and a shared page. Checks that the server's own pages and errors are
 * unchanged.
 *
 * @param page A page that the server may reach.
 * @throws AssertionError for the first unexpected response.
 */
export async function useEmbedding(embedding: Embedding, page: string): Promise<void> {
  const { address, prefix, ownPath } = embedding;
  await expectOwnError(embedding, '/nowhere', 404);
  await expectOwnError(embedding, ownPath, 401);
  await expectOwnError(embedding, `${prefix}/api/v1/nowhere`, 404);

  const cookie = await signIn(address);
  const response = await fetch(`${address}${ownPath}`, { headers: { cookie } });
  assert.equal(response.status, 200);
  assert.deepEqual(await response.json(), []);

  await useReports(address, `${prefix}/api/v1/reports`, cookie, page);
  await usePages(address + prefix, cookie);

  const reference = await fetch(`${address}${prefix}/api/v1/docs`);
  assert.equal(reference.status, 200);
  assert.match(await reference.text(), /<html/);
}

async function useReports(
  address: string,
  path: string,
  cookie: string,
  page: string,
): Promise<void> {
  const refused401 = await createApiClient(address, { cookie: '' }).send('GET', path);
  assert.deepEqual([refused401.status, refused401.json.code], [401, 'unauthorized']);

  const api = createApiClient(address, { cookie });
  const form = new URLSearchParams({ url: page }).toString();
  const made = await api.send('POST', path, form);
  assert.equal(made.status, 201, JSON.stringify(made.json));
  const { id, score } = made.json.data as { readonly id: number; readonly score: number };
  assert.ok(score > 0 && score <= 100, `a score of ${score}`);
  assert.equal(made.headers.get('location'), `${address}${path}/${id}`);

  // As JSON, which servers like to parse themselves.
  const json = JSON.stringify({ url: 'http://169.254.169.254/' });
  const refused = await api.send('POST', path, json, 'application/json');
  assert.deepEqual([refused.status, refused.json.code], [422, 'url_not_allowed']);

  assert.deepEqual(
    (await api.rows(path)).map((row) => [row.id, row.url, row.score]),
    [[id, page, score]],
  );
  const { share_url: shareUrl } = made.json.data as { readonly share_url: string };
  assert.equal((await fetch(shareUrl)).status, 404);
  const shared = await fetch(shareUrl, { headers: { cookie } });
  assert.equal(shared.status, 200);
  assert.match(await shared.text(), /Only you can see this/);

  const shown = await api.send('GET', `${path}/${id}`);
  assert.deepEqual([shown.status, shown.json.data], [200, made.json.data]);

  const deleted = await api.send('DELETE', `${path}/${id}`);
  assert.deepEqual([deleted.status, deleted.json.deleted], [200, true]);
  const gone = await api.send('GET', `${path}/${id}`);
  assert.deepEqual([gone.status, gone.json.code], [404, 'not_found']);
  assert.deepEqual(await api.rows(path), []);
}

/** The console is behind the login of the server. */
async function usePages(mount: string, cookie: string): Promise<void> {
  const away = await fetch(`${mount}/sitegrade`, { redirect: 'manual' });
  assert.deepEqual([away.status, away.headers.get('location')], [303, '/login']);
  const home = await fetch(`${mount}/sitegrade`, { headers: { cookie } });
  assert.equal(home.status, 200);
  assert.match(await home.text(), /<form/);
}

/** Signs in with the login of the examples, and returns the cookie. */
async function signIn(address: string): Promise<string> {
  const [right, wrong] = await Promise.all(
    ['analytical', 'a guess'].map((password) =>
      fetch(`${address}/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'ada', password }),
        redirect: 'manual',
      }),
    ),
  );
  assert.equal(wrong?.status, 401);
  assert.equal(right?.status, 303);
  const [cookie = ''] = right.headers.getSetCookie();
  return cookie.split(';', 1)[0] ?? '';
}

async function expectOwnError(
  { address, ownError }: Embedding,
  path: string,
  status: number,
): Promise<void> {
  const response = await fetch(`${address}${path}`);
  assert.equal(response.status, status, path);
  assert.deepEqual(Object.keys((await response.json()) as object), [ownError], path);
}
