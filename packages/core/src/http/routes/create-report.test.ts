import { type TestUser, useApi } from '@sitegrade/adapter-suite/in-process';
import { describe, expect, it, vi } from 'vitest';

const path = '/api/v1/reports';
/** Far below the deadline of an analysis, far above the duration of any test here. */
const waitMs = 8_000;

// Creating reports: the result, what is refused, and that a failure stores nothing.

describe('POST /reports', () => {
  const api = useApi();

  const expectNothing = async (user: TestUser) => {
    expect((await user.list(path)).body.meta.total).toBe(0);
    expect((await user.list('/api/v1/websites')).body.meta.total).toBe(0);
  };

  it.each(['form', 'json'] as const)('creates a report from a %s body', async (kind) => {
    const user = await api().newUser();
    const { url, address } = api().site;
    const reply = await user[kind]('POST', path, { url: `${url}/#top` });
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({
      status: 201,
      data: {
        object: 'report',
        url: `${url}/`,
        final_url: `${url}/`,
        domain: address,
        title: 'A test site',
        http_status: 200,
        result: expect.stringMatching(/^(?:good|decent|bad)$/),
        share_url: null,
      },
    });
    const { id } = reply.body.data;
    expect(reply.headers.get('location')).toBe(`${api().url}${path}/${id}`);
    const shown = await user.get(`${path}/${id}`);
    expect(shown.body.data).toEqual(reply.body.data);
    expect((await user.list('/api/v1/websites')).body.data).toMatchObject([
      { id: reply.body.data.website_id, domain: address, privacy: 1, reports_count: 1 },
    ]);
  });

  it('puts reports of one domain into one website', async () => {
    const user = await api().newUser();
    for (const page of ['/', '/to-page', '/missing']) {
      expect((await user.form('POST', path, { url: api().site.url + page })).status).toBe(201);
    }
    const { data } = (await user.list('/api/v1/websites')).body;
    expect(data).toMatchObject([{ reports_count: 3 }]);
  });

  it('stores the final URL, and creates reports of error pages, too', async () => {
    const user = await api().newUser();
    const { url } = api().site;
    const redirected = await user.form('POST', path, { url: `${url}/to-page` });
    expect(redirected.body.data).toMatchObject({ url: `${url}/to-page`, final_url: `${url}/` });
    const missing = await user.form('POST', path, { url: `${url}/missing` });
    expect(missing.status).toBe(201);
    expect(missing.body.data).toMatchObject({ http_status: 404, result: 'bad' });
  });

  it.each([
    ['/pdf', 'page_not_html', 'content_type_unsupported'],
    ['/big', 'page_too_large', 'body_too_large'],
    ['/loop', 'too_many_redirects', 'redirect_loop'],
  ])('responds to a target with %s with %s', async (page, code, reason) => {
    const user = await api().newUser();
    const { status, body } = await user.form('POST', path, { url: api().site.url + page });
    expect([status, body.code, body.reason]).toEqual([422, code, reason]);
    expect(body.errors).toEqual({ url: [expect.any(String)] });
    await expectNothing(user);
  });

  it('reports a target that is unreachable or does not support TLS', async () => {
    const user = await api().newUser();
    const { closedAddress, address } = api().site;
    const closed = await user.form('POST', path, { url: `http://${closedAddress}/` });
    expect([closed.status, closed.body.code, closed.body.reason]).toEqual([
      422,
      'page_unreachable',
      'connect_refused',
    ]);
    expect(closed.text.replaceAll(closedAddress, '')).not.toMatch(/ECONN|127\.0\.0\.1/);
    const plain = await user.form('POST', path, { url: `https://${address}/` });
    expect([plain.status, plain.body.code]).toEqual([422, 'tls_error']);
    await expectNothing(user);
  });

  it('never connects to a private address, by IP address, name or redirect', async () => {
    const user = await api().newUser();
    const { privatePort: port, url, privateConnections } = api().site;
    for (const target of [
      `http://127.0.0.1:${port}/`,
      `http://127.1:${port}/`,
      `http://2130706433:${port}/`,
      `http://[::ffff:127.0.0.1]:${port}/`,
      `http://[::1]:${port}/`,
      `http://localhost:${port}/`,
      `127.0.0.1:${port}`,
      `${url}/to-private`,
    ]) {
      const { status, body } = await user.form('POST', path, { url: target });
      expect([target, status, body.code]).toEqual([target, 422, 'url_not_allowed']);
      expect(body.errors).toHaveProperty('url');
    }
    expect(privateConnections()).toBe(0);
    await expectNothing(user);
  });

  it.each([
    ['', 'invalid_input', 'url_invalid'],
    ['http://', 'invalid_input', 'url_invalid'],
    ['http://a.test/\0', 'invalid_input', 'url_invalid'],
    ['ftp://a.test/', 'url_not_allowed', 'url_scheme'],
    ['http://user:pass@a.test/', 'url_not_allowed', 'url_userinfo'],
    ['http://a.test:0/', 'url_not_allowed', 'url_port'],
    [`http://a.test/${'x'.repeat(2_048)}`, 'invalid_input', 'url_too_long'],
  ])('refuses %j as %s', async (url, code, reason) => {
    const user = await api().newUser();
    const { status, body } = await user.form('POST', path, { url });
    expect([status, body.code, body.reason]).toEqual([422, code, reason]);
    expect(body.errors).toEqual({ url: [expect.any(String)] });
    await expectNothing(user);
  });

  it.each([
    ['spaces and line ends', ' \t', '\r\n'],
    ['a no-break space and a byte order mark', '\ufeff', '\u00a0'],
    ['characters without width', '\u200b', '\u200b\u200e'],
  ])('reads a URL with %s around it, from a form and from JSON', async (_what, before, after) => {
    const user = await api().newUser();
    const url = `${api().site.url}/missing`;
    const pasted = { url: before + url + after };
    for (const sent of [
      await user.form('POST', path, pasted),
      await user.json('POST', path, pasted),
    ]) {
      expect([sent.status, sent.body.data]).toMatchObject([201, { url }]);
    }
  });

  it('says where a URL has white space', async () => {
    const user = await api().newUser();
    const { body } = await user.json('POST', path, { url: 'http://a.test/b\tc' });
    expect(body.errors).toEqual({
      url: [expect.stringMatching(/ The URL has a tab at character 16\.$/)],
    });
  });

  it.each([5, null, [], {}, true, ['http://a.test/'], '\ud800', undefined])(
    'U44: refuses url %j',
    async (url) => {
      const user = await api().newUser();
      const { status, body } = await user.json('POST', path, { url });
      expect([status, body.code, body.reason]).toEqual([422, 'invalid_input', 'url_invalid']);
      expect(body.errors).toEqual({ url: [expect.any(String)] });
      await expectNothing(user);
    },
  );

  it.each([5, null, true])('U44: refuses url %j, which is not a string', async (url) => {
    const user = await api().newUser();
    const { body } = await user.json('POST', path, { url });
    expect(body.errors).toEqual({ url: ['must be a string.'] });
  });

  it('stops the analysis and stores nothing when the client disconnects', async () => {
    const user = await api().newUser();
    const client = new AbortController();
    const sent = user.send('POST', path, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url: `${api().site.url}/slow` }),
      signal: client.signal,
    });
    await vi.waitFor(() => expect(api().site.slowRequests()).toBe(1), waitMs);
    client.abort();
    await vi.waitFor(() => expect(api().site.slowRequests()).toBe(0), waitMs);
    await sent;
    await expectNothing(user);
  });

  it('A21: keeps exact counters when reports are created and deleted concurrently', async () => {
    const user = await api().newUser();
    const first = await user.form('POST', path, { url: api().site.url });
    const replies = await Promise.all([
      user.form('POST', path, { url: api().site.url }),
      user.delete(`${path}/${first.body.data.id}`),
      user.form('POST', path, { url: api().site.url }),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([201, 200, 201]);
    const { data } = (await user.list('/api/v1/websites')).body;
    expect(data).toMatchObject([{ reports_count: 2 }]);
  });
});

describe('POST /reports of a page that never responds', () => {
  const api = useApi(() => ({}), { totalMs: 300 });

  it('fails at the deadline and stores nothing', async () => {
    const user = await api().newUser();
    const { status, body } = await user.form('POST', path, { url: `${api().site.url}/slow` });
    expect([status, body.code]).toEqual([422, 'page_timed_out']);
    expect(body.errors).toEqual({ url: [expect.any(String)] });
    expect((await user.list(path)).body.meta.total).toBe(0);
  });
});
