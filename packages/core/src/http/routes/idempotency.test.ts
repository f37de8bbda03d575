import type { Reply } from '@sitegrade/adapter-suite/api-client';
import { type TestUser, useApi } from '@sitegrade/adapter-suite/in-process';
import { describe, expect, it, vi } from 'vitest';

const path = '/api/v1/reports';
const day = 24 * 60 * 60 * 1000;
const waitMs = { timeout: 20_000 };

// `Idempotency-Key` on creating reports: a repeated request is carried out once.

describe('Idempotency-Key on POST /reports', () => {
  const clock = { ahead: 0 };
  const now = () => new Date(Date.now() + clock.ahead);
  const api = useApi(() => ({ now }));

  const send = (user: TestUser, key: string, url = api().site.url, signal?: AbortSignal) =>
    user.send('POST', path, {
      headers: { 'idempotency-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ url }),
      ...(signal && { signal }),
    });
  const total = async (user: TestUser) => (await user.list(path)).body.meta.total;
  const outcome = ({ status, body }: Reply) => [status, body.code];
  const responseOf = ({ status, text, headers }: Reply) => ({
    status,
    text,
    headers: Object.fromEntries([...headers].filter(([name]) => !ofConnection.has(name))),
  });
  const ofConnection = new Set(['date', 'connection', 'keep-alive']);

  it('returns the first report again, byte for byte', async () => {
    const user = await api().newUser();
    const first = await send(user, 'a key');
    expect(first.status).toBe(201);
    for (let round = 0; round < 3; round += 1) {
      expect(responseOf(await send(user, 'a key'))).toEqual(responseOf(first));
    }
    expect(await total(user)).toBe(1);
    expect((await send(user, 'another')).body.data.id).not.toBe(first.body.data.id);
  });

  it('compares only url, from a form or JSON', async () => {
    const user = await api().newUser();
    const { url } = api().site;
    const first = await send(user, 'k');
    const bodies = [
      ['application/x-www-form-urlencoded', new URLSearchParams({ url }).toString()],
      ['application/x-www-form-urlencoded', `x=1&url=${encodeURIComponent(url)}`],
      ['application/json', `{ "other": [1], "url":  ${JSON.stringify(url)} }`],
    ] as const;
    for (const [type, body] of bodies) {
      const headers = { 'idempotency-key': 'k', 'content-type': type };
      const reply = await user.send('POST', `${path}?y=2`, { headers, body });
      expect(reply.text).toBe(first.text);
    }
  });

  it('A22: creates one report for fifty concurrent requests', async () => {
    const user = await api().newUser();
    const replies = await Promise.all(Array.from({ length: 50 }, () => send(user, 'k')));
    const made = replies.filter(({ status }) => status === 201);
    expect(new Set(made.map(({ text }) => text)).size).toBe(1);
    for (const reply of replies.filter(({ status }) => status !== 201)) {
      expect(outcome(reply)).toEqual([409, 'conflict']);
      expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(await total(user)).toBe(1);
  });

  it('A22: refuses another body', async () => {
    const user = await api().newUser();
    const mismatch = [422, 'idempotency_mismatch'];
    await send(user, 'k');
    expect(outcome(await send(user, 'k', `${api().site.url}/missing`))).toEqual(mismatch);
    const blocked = await send(user, 'k', 'http://10.0.0.1/');
    expect(outcome(blocked)).toEqual(mismatch);
    expect(blocked.body.errors).toEqual({ 'Idempotency-Key': [expect.any(String)] });
    expect(await total(user)).toBe(1);
  });

  it('A22: keeps the keys of owners separate', async () => {
    const [ann, bob] = [await api().newUser(), await api().newUser()];
    const first = await send(ann, 'k');
    const second = await send(bob, 'k', `${api().site.url}/missing`);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body.data.id).not.toBe(first.body.data.id);
    expect((await send(ann, 'k')).text).toBe(first.text);
  });

  it.each(['', 'x'.repeat(300), 'x'.repeat(256), 'schl\xfcssel', 'a\tb'])(
    'A22: refuses the key %j',
    async (key) => {
      const user = await api().newUser();
      const reply = await send(user, key);
      expect(outcome(reply)).toEqual([422, 'invalid_input']);
      expect(reply.body.errors).toEqual({ 'Idempotency-Key': [expect.stringContaining('255')] });
      expect(await total(user)).toBe(0);
    },
  );

  it.each(['x', 'x'.repeat(255), '"8e03978e-40d5-43dd-bc93-6894a57f9324"', 'a, b'])(
    'accepts the key %j',
    async (key) => {
      const user = await api().newUser();
      const first = await send(user, key);
      expect((await send(user, key)).text).toBe(first.text);
      expect(first.status).toBe(201);
    },
  );

  it('reports a bad key together with a bad url', async () => {
    const user = await api().newUser();
    const reply = await send(user, 'x'.repeat(256), '');
    expect(Object.keys(reply.body.errors ?? {})).toEqual(['url', 'Idempotency-Key']);
  });

  it('releases the key of requests that are refused or fail', async () => {
    const user = await api().newUser();
    const { site } = api();
    for (const [url, code] of [
      ['', 'invalid_input'],
      ['http://10.0.0.1/', 'url_not_allowed'],
      [`${site.url}/pdf`, 'page_not_html'],
      [`http://${site.closedAddress}/`, 'page_unreachable'],
    ] as const) {
      expect(outcome(await send(user, 'k', url))).toEqual([422, code]);
    }
    expect((await send(user, 'k')).status).toBe(201);
  });

  it('is a 409 while the first is in progress, and released when its client disconnects', async () => {
    const user = await api().newUser();
    const { site } = api();
    const client = new AbortController();
    const first = send(user, 'k', `${site.url}/slow`, client.signal);
    await vi.waitFor(() => expect(site.slowRequests()).toBe(1), waitMs);
    const conflict = await send(user, 'k', `${site.url}/slow`);
    expect(outcome(conflict)).toEqual([409, 'conflict']);
    expect(Number(conflict.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await send(user, 'k')).body.code).toBe('idempotency_mismatch');
    client.abort();
    await first;
    await vi.waitFor(() => expect(site.slowRequests()).toBe(0), waitMs);
    await vi.waitFor(async () => expect((await send(user, 'k')).status).toBe(201), waitMs);
    expect(await total(user)).toBe(1);
  });

  it('is stored for a day', async () => {
    const user = await api().newUser();
    const first = await send(user, 'k');
    clock.ahead = day - 60_000;
    expect((await send(user, 'k')).text).toBe(first.text);
    clock.ahead = day;
    const second = await send(user, 'k');
    clock.ahead = 0;
    expect(second.status).toBe(201);
    expect(second.body.data.id).not.toBe(first.body.data.id);
  });

  it('creates no second report if the first was deleted', async () => {
    const user = await api().newUser();
    const { id } = (await send(user, 'k')).body.data;
    await user.delete(`${path}/${id}`);
    const reply = await send(user, 'k');
    expect(outcome(reply)).toEqual([404, 'not_found']);
    expect(reply.body.detail).toContain('deleted');
    expect(await total(user)).toBe(0);
  });

  it('is ignored by other operations', async () => {
    const user = await api().newUser();
    const { id } = await user.addReport();
    for (let round = 0; round < 2; round += 1) {
      const headers = { 'idempotency-key': 'x'.repeat(300) };
      expect((await user.get(`${path}/${id}`, headers)).status).toBe(200);
    }
  });
});

describe('Idempotency-Key and the cap on analyses', () => {
  const api = useApi(() => ({ analyses: { perOwner: 1 } }));

  it('returns the first report while the owner has no slot left, and releases keys of refused requests', async () => {
    const user = await api().newUser();
    const { site } = api();
    const send = (key: string) =>
      user.send('POST', path, {
        headers: { 'idempotency-key': key, 'content-type': 'application/json' },
        body: JSON.stringify({ url: site.url }),
      });
    const first = await send('first');
    const held = user.form('POST', path, { url: `${site.url}/held` });
    await vi.waitFor(() => expect(site.heldRequests()).toBe(1), waitMs);
    expect((await send('first')).text).toBe(first.text);
    expect((await send('second')).status).toBe(429);
    site.release();
    await held;
    expect((await send('second')).status).toBe(201);
  });
});
