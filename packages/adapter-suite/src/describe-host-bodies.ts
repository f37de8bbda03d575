import { memoryStore } from '@sitegrade/store-memory';
import { describe, expect, it, vi } from 'vitest';
import { type AdapterHarness, type TestUser, useApi } from './adapter-harness.ts';
import { openBrowser } from './browser.ts';
import { type Failure, failing } from './failing-store.ts';
import { beginReport, rawRequest } from './raw-request.ts';
import { slowStore } from './slow-store.ts';

const reports = '/api/v1/reports';
const jobs = '/api/v1/jobs';
const json = 'application/json';
const form = 'application/x-www-form-urlencoded';
const waitMs = { timeout: 20_000 };

const body = (type: string, text: string, more = {}) => ({
  headers: { 'content-type': type, ...more },
  body: text,
});

/**
 * Tests what can differ with how a host passes bodies on: parsed, as bytes, unread on a slow store. That is fields,
 * the end of the request, and the connection.
 */
export function describeHostBodies(name: string, { start }: Pick<AdapterHarness, 'start'>): void {
  const harness: AdapterHarness = { store: async () => slowStore(memoryStore()), start };

  describe(name, () => {
    const failure: Failure = { error: undefined };
    const logged: string[] = [];
    const api = useApi(
      harness,
      (store) => ({ store: failing(store, failure) }),
      {},
      (line) => logged.push(line),
    );

    const website = async (): Promise<{ user: TestUser; path: string }> => {
      const user = await api().newUser();
      const { websiteId } = await user.addReport();
      return { user, path: `/api/v1/websites/${websiteId}` };
    };
    it('creates one report for an Idempotency-Key, from a form and JSON', async () => {
      const user = await api().newUser();
      const { url } = api().site;
      const send = (type: string, text: string) =>
        user.send('POST', reports, body(type, text, { 'idempotency-key': 'k' }));
      const first = await send(form, new URLSearchParams({ url }).toString());
      expect(first.status).toBe(201);
      for (const text of [{ url }, { url, other: [1] }]) {
        expect((await send(json, JSON.stringify(text))).text).toBe(first.text);
      }
      const other = await send(json, JSON.stringify({ url: `${url}/other` }));
      expect([other.status, other.body.code]).toEqual([422, 'idempotency_mismatch']);
      expect((await user.list(reports)).body.meta.total).toBe(1);
    });

    // A parser may limit the elements of a list, or make an object of a long one.
    it.each([1, 2, 25, 900])('creates %i jobs from a form and from JSON', async (count) => {
      const user = await api().newUser();
      const urls = Array.from({ length: count }, (_, index) => `https://a.test/?page=${index}`);
      const fields = urls.map((url) => `urls=${encodeURIComponent(url)}`).join('&');
      for (const reply of [
        await user.json('POST', jobs, { urls }),
        await user.send('POST', jobs, body(form, fields)),
      ]) {
        expect([reply.status, reply.body.data]).toMatchObject([202, { jobs_count: count }]);
      }
      const listed = await user.list(`${jobs}?sort=asc&per_page=100`);
      expect(listed.body.data.slice(0, count).map(({ url }) => url)).toEqual(urls.slice(0, 100));
      expect(listed.body.meta.total).toBe(2 * count);
    });

    it('changes nothing without a body, with an empty one and with fields of others', async () => {
      const { user, path } = await website();
      for (const sent of [
        {},
        { headers: { 'content-type': form } },
        body(form, ''),
        body(json, '{}'),
        body(json, '{"domain":"x","id":1}'),
        body(form, 'privacy%00=0&x[y]=1'),
      ]) {
        const { status, body } = await user.send('PATCH', path, sent);
        expect([sent, status, body.data.privacy]).toEqual([sent, 200, 1]);
      }
    });

    it('treats __proto__ and constructor as ordinary names', async () => {
      const { user, path } = await website();
      for (const sent of [
        body(json, '{"__proto__":{"privacy":0,"admin":true}}'),
        body(json, '{"constructor":{"prototype":{"admin":true}}}'),
        body(form, '__proto__[privacy]=0&constructor[prototype][admin]=1'),
        body(form, '__proto__=1&hasOwnProperty=1'),
      ]) {
        const { status, body } = await user.send('PATCH', path, sent);
        expect([sent, status, body.data.privacy]).toEqual([sent, 200, 1]);
      }
      expect(({} as { admin?: boolean }).admin).toBeUndefined();
    });

    it('refuses values of another kind than the field has', async () => {
      const { user, path } = await website();
      for (const sent of [
        body(json, '{"privacy":[0]}'),
        body(json, '{"privacy":{"0":0}}'),
        body(json, '{"privacy":null}'),
        body(form, 'privacy=0&privacy=0'),
        body(form, 'privacy[]=0'),
        body(form, 'privacy[a]=0'),
        body(form, 'privacy=0&privacy[]=0'),
      ]) {
        const { status, body } = await user.send('PATCH', path, sent);
        expect([sent, status, Object.keys(body.errors ?? {})]).toEqual([sent, 422, ['privacy']]);
      }
      const { status, body: reply } = await user.send('PATCH', path, body(json, '[]'));
      expect([status, reply.code]).toEqual([400, 'malformed_body']);
    });

    it('refuses a field of a form that was sent twice, also without effect', async () => {
      const { user, path } = await website();
      const twice = await user.send('PATCH', path, body(form, 'privacy=1&password=a&password=b'));
      expect([twice.status, Object.keys(twice.body.errors ?? {})]).toEqual([422, ['password']]);
      const list = await user.json('PATCH', path, { privacy: 1, password: ['a', 'b'] });
      expect([list.status, list.body.data.password]).toEqual([200, false]);
    });

    it('refuses types and lengths of bodies that only the host accepts', async () => {
      const { user, path } = await website();
      const long = JSON.stringify({ privacy: 0, x: 'x'.repeat(70_000) });
      for (const [sent, status] of [
        [body('text/plain', 'privacy=0'), 415],
        [body('text/json', '{"privacy":0}'), 415],
        [body(`${json}, text/plain`, '{"privacy":0}'), 415],
        [body(json, long), 413],
        [body(form, `privacy=0&x=${'x'.repeat(70_000)}`), 413],
      ] as const) {
        const reply = await user.send('PATCH', path, sent);
        expect([sent.headers, reply.status]).toEqual([sent.headers, status]);
      }
      expect((await user.send('PATCH', `${path}0`, body(json, long))).status).toBe(404);
      expect((await user.send('POST', path, body(json, long))).status).toBe(405);
      expect((await user.get(path)).body.data.privacy).toBe(1);
    });

    it('DELETE ignores a body', async () => {
      const user = await api().newUser();
      for (const sent of [body(json, '{"id":1}'), body(form, 'id=1'), body('text/plain', 'x')]) {
        const { id } = await user.addReport();
        expect((await user.send('DELETE', `${reports}/${id}`, sent)).status).toBe(200);
      }
    });

    it('stops the analysis when the client disconnects, and not before', async () => {
      const user = await api().newUser();
      const socket = beginReport(api(), { key: user.key, page: `${api().site.url}/slow` });
      await vi.waitFor(() => expect(api().site.slowRequests()).toBe(1), waitMs);
      const held = user.json('POST', reports, { url: `${api().site.url}/held` });
      await vi.waitFor(() => expect(api().site.heldRequests()).toBe(1), waitMs);
      expect(api().site.slowRequests()).toBe(1);
      socket.destroy();
      await vi.waitFor(() => expect(api().site.slowRequests()).toBe(0), waitMs);
      api().site.release();
      expect((await held).status).toBe(201);
      expect((await user.list(reports)).body.meta.total).toBe(1);
    });

    it('logs no secret of a body', async () => {
      const { user, path } = await website();
      const password = 'correct horse battery staple';
      logged.length = 0;
      failure.only = 'update';
      for (const text of [password, encodeURIComponent(password), `{"password":"${password}"}`]) {
        failure.error = new Error(`the query failed: ${text}`);
        const fields = { privacy: '2', password };
        expect((await user.form('PATCH', path, fields)).status).toBe(500);
        expect((await user.json('PATCH', path, fields)).status).toBe(500);
      }
      failure.error = undefined;
      expect(logged).toHaveLength(6);
      for (const line of logged) {
        expect(line).toContain('the query failed');
        expect(line).not.toMatch(/horse|battery/);
      }
    });
  });

  describe(`${name}, closing`, () => {
    const api = useApi(harness);

    it('D08: waits for reports in progress, and closes their connections', async () => {
      const user = await api().newUser();
      const url = `${api().site.url}/held`;
      const running = [user.form('POST', reports, { url }), user.json('POST', reports, { url })];
      await vi.waitFor(() => expect(api().site.heldRequests()).toBe(2), waitMs);
      const closed = api().close();
      api().site.release();
      for (const { status, headers } of await Promise.all(running)) {
        expect([status, headers.get('connection')]).toEqual([201, 'close']);
      }
      await closed;
    });
  });
}

/**
 * Tests a host that has read the body before sitegrade and has left nothing of it: such a request is never one without
 * a body.
 */
export function describeLostBodies(name: string, { start }: Pick<AdapterHarness, 'start'>): void {
  describe(name, () => {
    const logged: string[] = [];
    const api = useApi(
      { store: async () => memoryStore(), start },
      () => ({ pages: true }),
      {},
      (line) => logged.push(line),
    );

    const website = async (): Promise<{ user: TestUser; path: string }> => {
      const user = await api().newUser();
      const { websiteId } = await user.addReport();
      return { user, path: `/api/v1/websites/${websiteId}` };
    };
    const expectLogged = () => {
      expect(logged.splice(0)).toEqual([
        expect.stringMatching(/body of the request was already read.+request\.clone\(\)/),
      ]);
    };

    it.each([
      [form, 'privacy=0'],
      [json, '{"privacy":0}'],
      [json, '{ }'],
    ])('fails for an update with %s %j', async (type, body) => {
      const { user, path } = await website();
      const chunked = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
      for (const [length, sent] of [
        [`Content-Length: ${body.length}`, body],
        ['Transfer-Encoding: chunked', chunked],
      ] as const) {
        logged.length = 0;
        const { status, text } = await rawRequest(
          api(),
          [
            `PATCH ${path} HTTP/1.1`,
            `Authorization: Bearer ${user.key}`,
            `Content-Type: ${type}`,
            length,
          ],
          sent,
        );
        expect([length, status]).toEqual([length, 500]);
        expect(text).toContain('"code":"internal"');
        expectLogged();
      }
      expect((await user.get(path)).body.data.privacy).toBe(1);
    });

    it('fails for a report, and creates none', async () => {
      const user = await api().newUser();
      const { url } = api().site;
      for (const reply of [
        await user.form('POST', reports, { url }),
        await user.json('POST', reports, { url }),
      ]) {
        expect([reply.status, reply.body.code]).toEqual([500, 'internal']);
      }
      expect((await user.list(reports)).body.meta.total).toBe(0);
    });

    it('fails for a form of the console', async () => {
      const { key } = await api().newUser();
      logged.length = 0;
      const { status, headers } = await openBrowser(api()).post('/sitegrade/sign-in', { key });
      expect([status, headers.get('set-cookie')]).toEqual([500, null]);
      expectLogged();
    });

    it('changes nothing where nothing was sent', async () => {
      const { user, path } = await website();
      for (const sent of [{}, { headers: { 'content-type': form } }, body(form, '')]) {
        const { status, body } = await user.send('PATCH', path, sent);
        expect([sent, status, body.data.privacy]).toEqual([sent, 200, 1]);
      }
      const missing = await user.send('POST', reports, {});
      expect([missing.status, missing.body.errors]).toEqual([422, { url: ['is required.'] }]);
    });
  });
}
