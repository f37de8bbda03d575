import { memoryStore } from '@sitegrade/store-memory';
import { describe, expect, it } from 'vitest';
import { type RunningServer, type SuiteOptions, useApi } from './adapter-harness.ts';
import { createClient, type Reply } from './api-client.ts';
import { openBrowser } from './browser.ts';
import { expectSameHost } from './expect-same-host.ts';

/** A host application, and how it affects the API. */
export interface HostHarness {
  /**
   * Starts the host on loopback, with sitegrade or, without options, without it. It has a
   * `GET /hello`, a `POST /echo` that returns the body it received, and a `GET /throws`.
   */
  readonly start: (options: SuiteOptions | undefined) => Promise<RunningServer>;
  /** The path before `/api/v1`. Default: empty. */
  readonly mount?: string;
  /** The host responds to malformed JSON before sitegrade gets it. */
  readonly parsesBodies?: boolean;
  /** The host responds to OPTIONS on every path. */
  readonly handlesOptions?: boolean;
  /** Headers that the host adds to every response, in lower case. */
  readonly adds?: readonly string[];
}

const ofServer = ['connection', 'date', 'keep-alive', 'x-powered-by'];
const always = ['cache-control', 'content-length', 'content-type', 'x-content-type-options'];

/**
 * Tests the API inside a host: every operation on a report, the errors, and that the host handles its own
 * requests as it does without sitegrade.
 */
export function describeHost(name: string, harness: HostHarness): void {
  const { mount = '', adds = [] } = harness;

  describe(name, () => {
    const api = useApi({ store: async () => memoryStore(), start: harness.start }, () => ({
      pages: true,
    }));
    const ours = ({ headers }: Reply) =>
      [...headers.keys()]
        .filter((header) => !ofServer.includes(header) && !adds.includes(header))
        .toSorted();
    const plus = (...more: string[]) =>
      [...always, ...more.filter((header) => !adds.includes(header))].toSorted();

    it('creates, changes and deletes a report and its website', async () => {
      const user = await api().newUser();
      const root = `${api().url}${mount}/api/v1`;

      const made = await user.form('POST', `${mount}/api/v1/reports`, { url: api().site.url });
      expect(made.text).toContain('"status":201');
      expect([made.status, ours(made)]).toEqual([201, plus('location')]);
      const { id, website_id: websiteId } = made.body.data;
      const path = `${mount}/api/v1/reports/${id}`;
      expect(made.headers.get('location')).toBe(`${root}/reports/${id}`);

      const shown = await user.get(path);
      expect([shown.status, ours(shown)]).toEqual([200, plus('etag', 'vary')]);
      expect(shown.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(shown.body).toEqual({ data: made.body.data, status: 200 });
      const etag = shown.headers.get('etag') ?? '';
      expect(etag).toMatch(/^"[\w-]+"$/);
      const same = await user.get(path, { 'if-none-match': etag });
      expect([same.status, same.text, same.headers.get('etag')]).toEqual([304, '', etag]);
      const head = await user.send('HEAD', path);
      expect([head.status, head.text, ours(head)]).toEqual([200, '', plus('etag', 'vary')]);
      expect(head.headers.get('content-length')).toBe(shown.headers.get('content-length'));

      const list = await user.list(`${mount}/api/v1/reports?per_page=10&x[]=1`);
      expect([list.status, list.ids]).toEqual([200, [id]]);
      expect(list.body.meta.path).toBe(`${root}/reports`);
      expect(list.body.links.first).toBe(`${root}/reports?per_page=10&x[]=1&page=1`);

      const vary =
        list.headers
          .get('vary')
          ?.toLowerCase()
          .split(/\s*,\s*/) ?? [];
      expect(vary).toContain('accept');
      expect(vary.length > 1).toBe(adds.includes('vary'));

      const website = `${mount}/api/v1/websites/${websiteId}`;
      const open = await user.json('PATCH', website, { privacy: 0 });
      expect([open.status, open.body.data.privacy]).toEqual([200, 0]);
      const closed = await user.form('PUT', website, { privacy: '1' });
      expect([closed.status, closed.body.data.privacy]).toEqual([200, 1]);

      const gone = await user.delete(path);
      expect([gone.status, gone.body]).toEqual([
        200,
        { id, object: 'report', deleted: true, status: 200 },
      ]);
      expect((await user.list(`${mount}/api/v1/websites`)).body.data).toMatchObject([
        { id: websiteId, reports_count: 0 },
      ]);
    });

    it('has a console that owners sign in to', async () => {
      const user = await api().newUser();
      const root = `${mount}/sitegrade`;
      const browser = openBrowser(api());
      expect((await browser.get(root)).location).toBe(`${root}/sign-in`);
      const next = `${root}/reports`;
      const done = await browser.post(`${root}/sign-in`, { key: user.key, next });
      expect([done.status, done.location]).toEqual([303, next]);
      expect(done.headers.get('set-cookie')).toContain(`; Path=${root};`);
      const made = await browser.post(root, { url: api().site.url });
      expect(made.location).toMatch(new RegExp(`^${root}/reports/\\d+$`));
      const shown = await browser.get(made.location ?? '');
      expect([shown.status, shown.text]).toEqual([200, expect.stringContaining('A test site')]);
    });

    it('sends errors in the same format as everywhere', async () => {
      const user = await api().newUser();
      const { id, websiteId } = await user.addReport();
      const anyone = createClient(api());
      const reports = `${mount}/api/v1/reports`;
      const website = `${mount}/api/v1/websites/${websiteId}`;
      const body = (type: string, text: string) => ({
        headers: { 'content-type': type },
        body: text,
      });
      const json = 'application/json';
      const cases: [Reply, number, string, ...string[]][] = [
        [await anyone.get(reports), 401, 'unauthorized', 'www-authenticate'],
        [
          await anyone.send('POST', reports, body(json, '{}')),
          401,
          'unauthorized',
          'www-authenticate',
        ],
        [await user.get(`${reports}/x`), 404, 'not_found'],
        [await user.get(`${reports}?page=1&page=2`), 422, 'invalid_input'],
        [await user.get(`${reports}?page[]=1`), 422, 'invalid_input'],
        [await user.json('PATCH', website, { privacy: [0] }), 422, 'invalid_input'],
        [await user.send('PATCH', website, body('text/plain', 'x')), 415, 'unsupported_media_type'],
        [await user.send('PUT', `${reports}/${id}`), 405, 'method_not_allowed', 'allow'],
        [await user.form('POST', reports, {}), 422, 'invalid_input'],
        [await user.form('POST', reports, { url: 'ftp://a.test/' }), 422, 'url_not_allowed'],
      ];
      if (!harness.parsesBodies) {
        const long = 'x'.repeat(70_000);
        cases.push(
          [await user.send('PATCH', website, body(json, '{')), 400, 'malformed_body'],
          [await user.send('PATCH', website, body(json, long)), 413, 'payload_too_large'],
          [await user.send('PATCH', `${website}0`, body(json, long)), 404, 'not_found'],
          [await user.send('PATCH', website, body('nonsense', 'x')), 415, 'unsupported_media_type'],
        );
      }
      for (const [reply, status, code, ...headers] of cases) {
        expect([code, reply.status, reply.body.code]).toEqual([code, status, code]);
        expect(reply.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
        expect([code, ours(reply)]).toEqual([code, plus(...headers)]);
      }
    });

    if (!harness.handlesOptions) {
      it('responds to OPTIONS with Allow, also to preflights', async () => {
        const preflight = { origin: 'https://a.test', 'access-control-request-method': 'POST' };
        for (const headers of [{}, preflight]) {
          const path = `${mount}/api/v1/reports`;
          const reply = await createClient(api()).send('OPTIONS', path, { headers });
          expect([reply.status, reply.text, ours(reply)]).toEqual([204, '', ['allow']]);
        }
      });
    }

    it('does not change the host’s own responses', async () => {
      const without = await harness.start(undefined);
      await expectSameHost(api().url, without.url, mount);
      await without.close();
    });
  });
}
