import { inspect } from 'node:util';
import { issueApiKey, SitegradeError } from '@sitegrade/core';
import type { RequestLine } from '@sitegrade/core/http';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type AdapterHarness, useApi } from './adapter-harness.ts';
import { createClient } from './api-client.ts';
import { type Failure, failing } from './failing-store.ts';
import { beginReport, rawRequest } from './raw-request.ts';

/** Generous: the server may be busy with other tests. */
const waitMs = { timeout: 20_000 };
const path = '/api/v1/reports';
const info = 30;
const error = 50;

/** The host's log: one line per request, and no secret in any. */
export function describeLog(harness: AdapterHarness): void {
  describe('the log', () => {
    const texts: string[] = [];
    const failure: Failure = { error: undefined };
    let clock = 0;
    const options = (store: Parameters<typeof failing>[0]) => ({
      store: failing(store, failure),
      monotonicMs: () => {
        clock += 1.6;
        return clock;
      },
    });
    const api = useApi(harness, options, {}, (text) => texts.push(text));
    beforeEach(() => {
      texts.length = 0;
      failure.error = undefined;
      failure.only = undefined;
    });

    const lines = () =>
      texts.map((text) => JSON.parse(text) as RequestLine & { level: number; msg: string });
    /** Our only line, without members that the host adds. */
    const onlyLine = () => {
      const all = lines();
      expect(all).toHaveLength(1);
      return all[0];
    };

    it('gets one line per request, without the query', async () => {
      const user = await api().newUser();
      const { id } = await user.addReport();
      const { ownerId } = user;
      const about = { level: info, msg: 'sitegrade: request completed', durationMs: 2 };
      const reportPath = `${path}/${id}`;

      await user.get(`${path}?search=rye-bread`);
      const list = { method: 'GET', path, operation: 'listReports', ownerId, status: 200 };
      expect(onlyLine()).toMatchObject({ ...about, ...list });
      expect(texts[0]).not.toContain('rye-bread');
      for (const [method, where, headers, expected] of [
        ['HEAD', reportPath, {}, { operation: 'getReport', status: 200 }],
        ['GET', reportPath, { 'if-none-match': '*' }, { operation: 'getReport', status: 304 }],
        ['GET', `${path}/x`, {}, { operation: 'getReport', status: 404, code: 'not_found' }],
        ['GET', `${path}?page=0`, {}, { status: 422, code: 'invalid_input' }],
        ['DELETE', reportPath, {}, { operation: 'deleteReport', status: 200 }],
      ] as const) {
        texts.length = 0;
        await user.send(method, where, { headers });
        const path = where.split('?', 1)[0];
        expect(onlyLine()).toMatchObject({ ...about, method, path, ownerId, ...expected });
        expect(onlyLine()).not.toHaveProperty('err');
      }
    });

    it('gets a line without an operation or an owner, too', async () => {
      const anyone = createClient(api());
      await anyone.get(path);
      expect(onlyLine()).toMatchObject({ operation: 'listReports', status: 401 });
      expect(onlyLine()).toMatchObject({ level: info, code: 'unauthorized' });
      expect(onlyLine()).not.toHaveProperty('ownerId');
      for (const [method, expected] of [
        ['DELETE', { status: 405, code: 'method_not_allowed' }],
        ['OPTIONS', { status: 204 }],
      ] as const) {
        texts.length = 0;
        await anyone.send(method, path);
        expect(onlyLine()).toMatchObject({ level: info, method, path, ...expected });
        expect(onlyLine()).not.toHaveProperty('operation');
      }
    });

    it('gets the errors behind a 5xx, with their causes', async () => {
      const user = await api().newUser();
      const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
      failure.error = new SitegradeError('overloaded', 'Away.', { cause: refused });
      await user.get(path);
      expect(onlyLine()).toMatchObject({
        level: error,
        msg: 'sitegrade: request failed',
        status: 503,
        code: 'overloaded',
        ownerId: user.ownerId,
        err: { message: expect.stringContaining('Away.'), code: 'overloaded' },
      });
      expect(texts[0]).toContain('refused');
      texts.length = 0;
      failure.error = new TypeError('of a driver');
      await user.get(path);
      expect(onlyLine()).toMatchObject({ level: error, status: 500, code: 'internal' });
      expect(onlyLine()?.err).toMatchObject({ message: 'of a driver' });
      expect(texts[0]).toContain('TypeError');
      expect(onlyLine()?.err?.stack).toContain('    at ');
    });

    it('gets the cause of an unreachable page, which is not an error of the host', async () => {
      const user = await api().newUser();
      await user.form('POST', path, { url: `http://${api().site.closedAddress}/` });
      const expected = { code: 'page_unreachable', reason: 'connect_refused', status: 422 };
      expect(onlyLine()).toMatchObject({ level: info, operation: 'createReport', ...expected });
      expect(texts[0]).toContain('ECONNREFUSED');
    });

    it('gets the address that was refused, with the option that allows it', async () => {
      const user = await api().newUser();
      const { body } = await user.form('POST', path, { url: 'http://10.9.8.7/' });
      const expected = { code: 'url_not_allowed', reason: 'address_blocked', status: 422 };
      expect(onlyLine()).toMatchObject({ level: info, ...expected });
      // The log of Fastify adds the messages of causes to that of the error.
      expect(texts[0]).toContain(
        "10.9.8.7 port 80 is not public. network.allowAddresses: ['10.9.8.7:80'] allows it.",
      );
      expect(body).toMatchObject({ reason: expected.reason });
      expect(JSON.stringify(body)).not.toMatch(/10\.9|network/);
    });

    it('gets a line about a disconnected client, which is not a failure', async () => {
      const user = await api().newUser();
      const socket = beginReport(api(), { key: user.key, page: `${api().site.url}/slow` });
      await vi.waitFor(() => expect(api().site.slowRequests()).toBe(1), waitMs);
      socket.destroy();
      await vi.waitFor(() => expect(texts).toHaveLength(1), waitMs);
      expect(onlyLine()).toMatchObject({ level: info, aborted: true, ownerId: user.ownerId });
      expect(onlyLine()).not.toHaveProperty('err');
    });

    it('never contains a secret, regardless of what fails', async () => {
      const user = await api().newUser();
      const { websiteId } = await user.addReport();
      const password = 'correct horse: battery staple';
      const session = 'f3a9c1e07b5d';
      const secrets = [user.key.slice(14), 'battery staple', 'battery+staple', session];
      const headers = { cookie: `theme=dark; sid=${session}` };
      const connection = 'postgres://admin:dsn-pa/ss@db.internal:5432/app';
      const form = new URLSearchParams({ privacy: '2', password }).toString();
      const json = JSON.stringify({ privacy: 2, password });
      const known = [`Authorization: Bearer ${user.key}`, form, json, connection];

      const failures = [
        ...known.map((text) => new Error(`the query failed: ${text}`)),
        new Error('the query failed', { cause: new Error(known.join(' ')) }),
        new AggregateError(
          known.map((text) => new Error(text)),
          'the query failed',
        ),
        new SitegradeError('overloaded', 'the query failed', { cause: new Error(connection) }),
        new Error(
          `the query failed: ${inspect({ headers: { ...headers, authorization: user.key } })}`,
        ),
        Object.assign(new Error('the query failed'), { parameters: [password], url: connection }),
        `the query failed: ${known.join()}`,
        new SitegradeError('invalid_input', 'the query failed', {
          issues: { x: ['is wrong.'] },
          cause: known.join(' '),
        }),
      ];
      const change = `/api/v1/websites/${websiteId}`;
      const formType = 'application/x-www-form-urlencoded';
      // Without a name before it, a password is recognised because the request contained it.
      const unnamed = [password, encodeURIComponent(password)].map(
        (text) => new Error(`the query failed: ${text}`),
      );
      // The same applies to cookies in any format.
      const bare = new Error('the query failed', { cause: new Error(`no user has ${session}`) });
      for (failure.error of [...failures, bare, ...unnamed]) {
        failure.only = unnamed.includes(failure.error as Error) ? 'update' : undefined;
        await user.send('PATCH', change, {
          headers: { ...headers, 'content-type': formType },
          body: form,
        });
        await user.send('PATCH', change, {
          headers: { ...headers, 'content-type': 'application/json' },
          body: json,
        });
        if (failure.only !== undefined) continue;
        await user.get(`${path}?api_key=${user.key}`, headers);
      }
      const mentions = texts.filter((text) => text.includes('the query failed')).length;
      expect(mentions).toBe((failures.length + 1) * 3 + unnamed.length * 2);

      failure.error = undefined;
      failure.only = undefined;
      const anyone = createClient(api());
      await anyone.get(`${path}/${user.key}?key=${user.key}`);
      await anyone.get(`${path}/%73itegrade%5f${user.key.slice(10)}`);
      await anyone.get(path, { authorization: `Bearer ${user.key.slice(0, -1)}` });
      await anyone.get(path, { authorization: `Basic ${btoa(`ann:${password}`)}` });
      await user.json('PATCH', change, { privacy: 2, password: 5 });
      // A host that parses bodies responds to malformed ones itself.
      const malformed = harness.hostParsesBodies
        ? []
        : [`{"password":"${password}`, `{"password":${password}}`];
      for (const body of malformed) {
        const type = { ...headers, 'content-type': 'application/json' };
        await user.send('PATCH', change, { headers: type, body });
      }
      for (const url of [
        'http://ann:dsn-pa%2Fss@example.com/',
        `${api().site.url}/to-credentials`,
        `${api().site.url}/to-broken-credentials`,
      ]) {
        expect((await user.form('POST', path, { url })).status).toBe(422);
      }
      for (const secret of [...secrets, 'dsn-pa', btoa(`ann:${password}`)]) {
        expect(texts.filter((text) => text.includes(secret))).toEqual([]);
      }
      expect(lines()).toHaveLength(mentions + 8 + malformed.length);
    });

    it('never contains parameters of URLs that look secret', async () => {
      const user = await api().newUser();
      const url = `${api().site.url}/?x=1&access_token=tok3n%2Fvalue&code=abc`;
      failure.only = 'create';
      for (const text of [url, 'tok3n%2Fvalue', 'tok3n/value', new URLSearchParams({ url }), '']) {
        failure.error = new Error(`the insert failed: ${text}`, { cause: url });
        await user.form('POST', path, { url });
        await user.json('POST', path, { url });
      }
      expect(lines()).toHaveLength(10);
      for (const text of texts) {
        expect(text).toContain('the insert failed');
        expect(text).not.toMatch(/tok3n|=abc/);
      }
    });

    it('H20: gets lines that cannot be forged', async () => {
      const user = await api().newUser();
      const forged = 'x\r\n2026 ERROR forged\n    at forged\x1b[31m\x9b1m\u202e\u2028y\0\ud800';
      failure.error = Object.assign(new Error(forged, { cause: new Error(forged) }), {
        name: forged,
        code: forged,
      });
      await user.get(path);
      failure.error = forged;
      await user.get(path);
      failure.error = undefined;
      const owner = 'eve\r\n2026 ERROR forged\x1b[31m';
      const { key } = await issueApiKey(api().context, owner);
      expect((await createClient(api(), key).get(path)).status).toBe(200);
      await rawRequest(api(), [`GET ${path}/1\x9b31m HTTP/1.1`]);
      await user.get(`${path}/%0d%0a%1b`);
      // A server may refuse such a path before it is logged.
      expect(texts.length).toBeGreaterThanOrEqual(4);
      for (const text of texts) expect(text.trimEnd()).not.toMatch(/[^\P{C}\ud800]/u);
      for (const text of textsIn(lines())) {
        const stackless = text.replaceAll('\n    at ', '').replaceAll('\ncaused by: ', '');
        expect(stackless).not.toMatch(/[\p{C}\u2028\u2029]/u);
      }
      expect(texts[0]).toContain('forged');
    });
  });
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}
