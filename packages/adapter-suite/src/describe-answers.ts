import { SitegradeError } from '@sitegrade/core';
import { describe, expect, it, vi } from 'vitest';
import { type AdapterHarness, useApi } from './adapter-harness.ts';
import { createClient } from './api-client.ts';
import { expectSafePage, openBrowser } from './browser.ts';
import { type Failure, failing } from './failing-store.ts';
import { beginReport, rawRequest } from './raw-request.ts';

const reports = '/api/v1/reports';
const console = '/sitegrade';
/** Far below the deadline of an analysis, far above the duration of any test here. */
const waitMs = { timeout: 8_000 };

/** What is answered, of every kind: records, lists, files, pages, cookies, errors. */
export function describeAnswers(harness: AdapterHarness): void {
  describe('answers', () => {
    const failure: Failure = { error: undefined };
    const api = useApi(harness, (store) => ({
      store: failing(store, failure),
      pages: true,
      docs: true,
    }));

    it.each(['form', 'json'] as const)('create a report from a %s body', async (kind) => {
      const user = await api().newUser();
      const { url, address } = api().site;
      const made = await user[kind]('POST', reports, { url: `${url}/#top` });
      expect([made.status, made.body.data]).toMatchObject([201, { domain: address }]);
      const path = `${reports}/${made.body.data.id}`;
      expect(made.headers.get('location')).toBe(api().url + path);
      expect((await user.get(path)).body.data).toEqual(made.body.data);
    });

    it('end with the connection: an analysis stops, and stores nothing', async () => {
      const user = await api().newUser();
      const socket = beginReport(api(), { key: user.key, page: `${api().site.url}/slow` });
      await vi.waitFor(() => expect(api().site.slowRequests()).toBe(1), waitMs);
      socket.destroy();
      await vi.waitFor(() => expect(api().site.slowRequests()).toBe(0), waitMs);
      expect((await user.list(reports)).body.meta.total).toBe(0);
    });

    it('are a file of CSV, also for HTTP/1.0', async () => {
      const user = await api().newUser();
      const { id } = await user.addReport({ title: 'Grüße' });
      const { text } = await rawRequest(api(), [
        `GET ${reports} HTTP/1.0`,
        'Accept: text/csv',
        `Authorization: Bearer ${user.key}`,
      ]);
      const [head = '', body] = text.split('\r\n\r\n');
      expect(head.toLowerCase()).toContain(
        'content-disposition: attachment; filename="reports.csv"',
      );
      expect(body).toMatch(new RegExp(`^\ufeffid,url,.+\r\n${id},.+,Grüße,.+\r\n$`));
    });

    it('are compressed pages for a browser that has signed in, by a cookie', async () => {
      const { key } = await api().newUser();
      const browser = openBrowser(api());
      const next = `${console}/reports`;
      const form = await browser.get(next);
      expect(form.location).toBe(`${console}/sign-in?next=${encodeURIComponent(next)}`);
      const done = await browser.post(`${console}/sign-in`, { key, next });
      expect([done.status, done.location]).toEqual([303, next]);
      expect(done.headers.get('set-cookie')).toMatch(
        /^sitegrade_session=[\w-]{43}; Path=\/sitegrade; Expires=.+ GMT; HttpOnly; SameSite=Lax$/,
      );
      const cookie = `theme=dark; ${browser.cookie()}; a=b`;
      const page = await openBrowser(api()).get(next, { cookie });
      expectSafePage(page);
      expect(page.headers.get('content-encoding')).toBe('gzip');
      expect((await openBrowser(api()).get(next)).status).toBe(303);
    });

    it('are pages of a website, whose forms lead from one to the next', async () => {
      const { key } = await api().newUser();
      const browser = openBrowser(api());
      await browser.post(`${console}/sign-in`, { key });
      const chosen = { url: `${api().site.url}/`, crawl: 'yes', weekly: 'yes' };
      const added = await browser.post(console, chosen);
      expect([added.status, added.location]).toEqual([
        303,
        expect.stringMatching(/\/websites\/\d+\?done=added_both$/),
      ]);
      const website = added.location?.replace(/\?.*/, '') ?? '';
      const settings = `${website}/settings`;
      const saved = await browser.post(settings, { privacy: 'public' });
      expect([saved.status, saved.location]).toEqual([303, `${settings}?done=saved`]);
      for (const path of [added.location ?? '', saved.location ?? '', console]) {
        const shown = await browser.get(path);
        expect([path, shown.status]).toEqual([path, 200]);
        expectSafePage(shown);
        expect(shown.text).toContain(api().site.address);
      }
    });

    it('are documents with an ETag, a 304 and the same headers for HEAD', async () => {
      const anyone = createClient(api());
      for (const path of ['/api/v1/docs', '/api/v1/openapi.json']) {
        const { headers, text } = await anyone.get(path);
        const etag = headers.get('etag') ?? '';
        const same = await anyone.get(path, { 'if-none-match': etag });
        expect([same.status, same.text, same.headers.get('etag')]).toEqual([304, '', etag]);
        const head = await anyone.send('HEAD', path);
        expect([head.status, head.text]).toEqual([200, '']);
        for (const name of ['content-type', 'content-length', 'etag', 'content-security-policy']) {
          expect([name, head.headers.get(name)]).toEqual([name, headers.get(name)]);
        }
        expect(text).toContain(`${api().url}/api/v1`);
      }
    });

    it('are errors without detail, and the next request succeeds', async () => {
      const user = await api().newUser();
      for (const [error, status, retryAfter] of [
        [new SitegradeError('overloaded', 'The database is unreachable.'), 503, '5'],
        [Object.assign(new Error('secret'), { statusCode: 418, status: 418 }), 500, null],
      ] as const) {
        failure.error = error;
        const reply = await user.get(reports);
        failure.error = undefined;
        expect([reply.status, reply.headers.get('retry-after')]).toEqual([status, retryAfter]);
        expect(reply.text).not.toContain('secret');
        expect((await user.get(reports)).status).toBe(200);
      }
    });
  });
}
