import { METHODS } from 'node:http';
import { describe, expect, it } from 'vitest';
import { type AdapterHarness, useApi } from './adapter-harness.ts';
import { createClient, type Reply } from './api-client.ts';
import { rawRequest } from './raw-request.ts';

const paths = [
  ['/api/v1/reports', 'GET, HEAD, POST, OPTIONS'],
  ['/api/v1/reports/1', 'GET, HEAD, DELETE, OPTIONS'],
  ['/api/v1/websites', 'GET, HEAD, OPTIONS'],
  ['/api/v1/websites/1', 'GET, HEAD, PUT, PATCH, DELETE, OPTIONS'],
] as const;

/** Methods, paths, ids, hosts. */
export function describeRequests(harness: AdapterHarness): void {
  describe('requests', () => {
    const api = useApi(harness);

    it.each(paths)('A17: OPTIONS %s returns Allow, without a key', async (path, allow) => {
      const reply = await createClient(api()).send('OPTIONS', path);
      expect([reply.status, reply.text]).toEqual([204, '']);
      expect(reply.headers.get('allow')).toBe(allow);
    });

    it.each(paths)('A17: other methods on %s are a 405, before the key', async (path, allow) => {
      const anyone = createClient(api());
      const all = ['POST', 'PUT', 'PATCH', 'DELETE'];
      for (const method of all.filter((name) => !allow.split(', ').includes(name))) {
        const reply = await anyone.send(method, path);
        expect([method, reply.status, reply.body.code]).toEqual([
          method,
          405,
          'method_not_allowed',
        ]);
        expect(reply.headers.get('allow')).toBe(allow);
      }
      // Old Node versions do not know QUERY; new ones require a content type for it.
      for (const method of METHODS.includes('QUERY') ? ['TRACE', 'QUERY'] : ['TRACE']) {
        const { status, text } = await rawRequest(api(), [`${method} ${path} HTTP/1.1`]);
        expect([method, status]).toEqual([method, 405]);
        expect(text).toContain('"code":"method_not_allowed"');
      }
    });

    it('A17: an invalid method is refused by the server, or gets no response', async () => {
      for (const [method, status] of [
        ['FOO', 400],
        ['get', 400],
        ['CONNECT', 0],
      ] as const) {
        const reply = await rawRequest(api(), [`${method} /api/v1/reports HTTP/1.1`]);
        expect([method, reply.status]).toEqual([method, status]);
      }
    });

    it('A17: HEAD is GET without the body', async () => {
      const user = await api().newUser();
      const { id, websiteId } = await user.addReport();
      for (const path of [
        'reports',
        `reports/${id}`,
        'websites',
        `websites/${websiteId}`,
        'reports/x',
      ]) {
        const get = await user.get(`/api/v1/${path}`);
        const head = await user.send('HEAD', `/api/v1/${path}`);
        expect([path, head.status, head.text]).toEqual([path, get.status, '']);
        for (const name of ['content-type', 'content-length', 'etag', 'link']) {
          expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)]);
        }
      }
      expect((await createClient(api()).send('HEAD', '/api/v1/reports')).status).toBe(401);
    });

    it('sends these headers and no others', async () => {
      const user = await api().newUser();
      const { id } = await user.addReport();
      const path = `/api/v1/reports/${id}`;
      const etag = (await user.get(path)).headers.get('etag') ?? '';
      const ofServer = ['connection', 'date', 'keep-alive', 'x-powered-by', 'transfer-encoding'];
      const ours = ({ headers }: Reply) =>
        [...headers.keys()].filter((name) => !ofServer.includes(name)).toSorted();
      const always = ['cache-control', 'content-length', 'content-type', 'x-content-type-options'];
      const plus = (...names: string[]) => [...always, ...names].toSorted();
      const anyone = createClient(api());

      expect(ours(await user.get('/api/v1/reports'))).toEqual(plus('link', 'vary'));
      expect(ours(await user.get(path))).toEqual(plus('etag', 'vary'));
      expect(ours(await user.get(path, { 'if-none-match': etag }))).toEqual([
        'cache-control',
        'etag',
        'vary',
      ]);
      expect(ours(await user.get('/api/v1/reports/x'))).toEqual(always);
      expect(ours(await user.form('POST', '/api/v1/reports', {}))).toEqual(always);
      expect(ours(await user.delete(path))).toEqual(always);
      expect(ours(await anyone.get(path))).toEqual(plus('www-authenticate'));
      expect(ours(await anyone.send('PUT', path))).toEqual(plus('allow'));
      expect(ours(await anyone.send('OPTIONS', path))).toEqual(['allow']);
    });

    it('A11: leaves unknown expectations to Node', async () => {
      const reply = await rawRequest(api(), [
        'POST /api/v1/reports HTTP/1.1',
        'Expect: banana',
        'Content-Length: 0',
      ]);
      expect(reply.status).toBe(417);
    });

    it.each([
      ...'01 1e3 -1 0 1.0 +1 1%00 %00 0x1 9007199254740993 99999999999999999999'.split(' '),
      ...'%D9%A1 null undefined 1;x=1 %20 1%20 a%2fb ..%2f..%2fetc'.split(' '),
    ])('A05: /reports/%s is a 404, on every operation', async (id) => {
      const user = await api().newUser();
      await user.addReport();
      for (const [method, collection] of [
        ['GET', 'reports'],
        ['DELETE', 'reports'],
        ['GET', 'websites'],
        ['PATCH', 'websites'],
        ['DELETE', 'websites'],
      ]) {
        const { status, text } = await rawRequest(api(), [
          `${method} /api/v1/${collection}/${id} HTTP/1.1`,
          `Authorization: Bearer ${user.key}`,
        ]);
        expect(status).toBe(404);
        expect(text).toContain('"code":"not_found"');
      }
    });

    it('A05: decodes escaped digits', async () => {
      const user = await api().newUser();
      const { id } = await user.addReport();
      const digits = String(id);
      const escaped = `%3${digits[0]}${digits.slice(1)}`;
      expect((await user.get(`/api/v1/reports/${escaped}`)).body.data.id).toBe(id);
    });

    it.each([
      '/report%73',
      '/%72eports/1',
      '/REPORTS/1',
      '/reports/1/',
      '/reports/',
      '//reports',
      '/reports/1/2',
      '/',
      '/users',
    ])('A06: /api/v1%s belongs to the host', async (path) => {
      const user = await api().newUser();
      const reply = await rawRequest(api(), [
        `GET /api/v1${path} HTTP/1.1`,
        `Authorization: Bearer ${user.key}`,
      ]);
      expect(reply.status).toBe(404);
      expect(reply.text).not.toContain('problem+json');
      const anyone = await rawRequest(api(), [`GET /api/v1${path} HTTP/1.1`]);
      expect(anyone.status).toBe(404);
      const put = await rawRequest(api(), [`PUT /api/v1${path} HTTP/1.1`]);
      expect(put.status).toBe(404);
    });

    it.each(['%', '%ff'])('A06: /reports/%s is a 400', async (id) => {
      const reply = await rawRequest(api(), [`GET /api/v1/reports/${id} HTTP/1.1`]);
      expect(reply.status).toBe(400);
    });

    it('escapes the query in links', async () => {
      const user = await api().newUser();
      const { text } = await rawRequest(api(), [
        'GET /api/v1/reports?x=<>";y=%3C|\\^` HTTP/1.1',
        `Authorization: Bearer ${user.key}`,
      ]);
      const url = `${api().url}/api/v1/reports?x=%3C%3E%22;y=%3C%7C%5C%5E%60&page=1`;
      expect(text).toContain(`link: <${url}>; rel="first", <${url}>; rel="last"\r\n`);
    });

    it('A14: reads a query in raw UTF-8', async () => {
      const user = await api().newUser();
      const raw = await rawRequest(api(), [
        `GET /api/v1/reports?search=${Buffer.from('ü').toString('latin1')} HTTP/1.1`,
        `Authorization: Bearer ${user.key}`,
      ]);
      // Node's parser may refuse the bytes itself; if it does not, they are UTF-8.
      expect([200, 400]).toContain(raw.status);
    });

    it('uses the host of the request in links', async () => {
      const user = await api().newUser();
      const { status, text } = await rawRequest(api(), [
        'GET /api/v1/reports HTTP/1.1',
        `Authorization: Bearer ${user.key}`,
        'Host: reports.example:8080',
        'X-Forwarded-Host: evil.example',
        'X-Forwarded-Proto: https',
      ]);
      expect(status).toBe(200);
      expect(text).toContain('"path":"http://reports.example:8080/api/v1/reports"');
      expect(text).not.toContain('evil');
    });

    const unusualHosts = harness.hostMakesRequest ? [] : ['', "a'b", 'a%20b'];
    it.each(unusualHosts)('does not use the host %j in links', async (host) => {
      const user = await api().newUser();
      const { status, text } = await rawRequest(api(), [
        'GET /api/v1/reports HTTP/1.1',
        `Authorization: Bearer ${user.key}`,
        `Host: ${host}`,
      ]);
      expect(status).toBe(200);
      expect(text).toContain('"path":"http://localhost/api/v1/reports"');
    });

    it('passes headers on that are sent twice', async () => {
      const { key, addReport } = await api().newUser();
      const { id, websiteId } = await addReport();
      const { host } = new URL(api().url);
      const report = `/api/v1/reports/${id}`;
      const website = `/api/v1/websites/${websiteId}`;
      const authorization = `Authorization: Bearer ${key}`;
      const body = JSON.stringify({ url: api().site.url });
      const json = ['Content-Type: application/json', `Content-Length: ${body.length}`];
      const cases: [string, readonly string[], number][] = [
        [`GET ${report}`, [authorization, authorization], 401],
        [`PATCH ${website}`, [authorization, 'If-Match: "x"', 'If-Match: "y"'], 412],
        [`PATCH ${website}`, [authorization, 'If-Match: "x"', 'If-Match: *'], 422],
        [`DELETE ${report}`, ['Origin: http://a.test', `Origin: http://${host}`], 403],
        [`DELETE ${report}`, ['Sec-Fetch-Site: none', 'Sec-Fetch-Site: same-origin'], 403],
      ];
      // Such a host joins them to one.
      if (!harness.hostMakesRequest) {
        const keys = ['Idempotency-Key: k', 'idempotency-key: k'];
        cases.push(['POST /api/v1/reports', [authorization, ...json, ...keys], 422]);
      }
      for (const [line, headers, expected] of cases) {
        const sent = line.startsWith('POST') ? body : '';
        const { status, text } = await rawRequest(api(), [`${line} HTTP/1.1`, ...headers], sent);
        expect([line, headers, status]).toEqual([line, headers, expected]);
        if (sent) expect(text).toContain('"errors":{"Idempotency-Key":["must be sent once');
      }
    });

    it.each([
      [['evil.example', 'good.example']],
      [['good.example', 'good.example']],
      [['a"b']],
      [['a/b?c']],
      [['a b']],
      [['a@b']],
    ])('A18: the hosts %j are a 400, on every path and for every method', async (hosts) => {
      const user = await api().newUser();
      for (const line of [
        'GET /api/v1/reports',
        'HEAD /api/v1/reports',
        'DELETE /api/v1/reports/1',
        'PUT /api/v1/reports',
        'OPTIONS /api/v1/reports',
        'GET /api/v1/openapi.json',
      ]) {
        const { status, text } = await rawRequest(api(), [
          `${line} HTTP/1.1`,
          `Authorization: Bearer ${user.key}`,
          ...hosts.map((host) => `Host: ${host}`),
        ]);
        expect([line, status]).toEqual([line, 400]);
        if (line.startsWith('HEAD')) continue;
        expect(text.toLowerCase()).toContain('content-type: application/problem+json');
        expect(text).toContain('"code":"malformed_request"');
      }
    });
  });

  describe('with a publicUrl', () => {
    const api = useApi(harness, () => ({ publicUrl: 'https://example.com/seo/' }));

    it('A19: links use it, regardless of the request', async () => {
      const user = await api().newUser();
      for (let count = 0; count < 11; count += 1) await user.addReport();
      const { status, text } = await rawRequest(api(), [
        'GET /api/v1/reports?per_page=10 HTTP/1.1',
        `Authorization: Bearer ${user.key}`,
        'Host: evil.example',
        'X-Forwarded-Host: evil.example',
        'X-Forwarded-For: 1.2.3.4',
      ]);
      expect(status).toBe(200);
      expect(text).not.toContain('evil');
      const { links, meta } = JSON.parse(text.slice(text.indexOf('{')));
      const path = 'https://example.com/seo/api/v1/reports';
      expect(meta.path).toBe(path);
      expect(links.first).toBe(`${path}?per_page=10&page=1`);
      expect(links.next).toMatch(/^https:\/\/example\.com\/seo\/api\/v1\/reports\?/);
      const created = await user.form('POST', '/api/v1/reports', { url: api().site.url });
      expect(created.headers.get('location')).toBe(`${path}/${created.body.data.id}`);
    });
  });
}
