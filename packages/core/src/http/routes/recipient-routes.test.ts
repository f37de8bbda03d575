import type { Reply } from '@sitegrade/adapter-suite/api-client';
import { type TestUser, useApi } from '@sitegrade/adapter-suite/in-process';
import { describe, expect, it } from 'vitest';
import { confirmRecipient } from '../../index.ts';
import { newestToken } from '../fixtures/newest-token.ts';

/** The record of a recipient. */
type Fields = Readonly<Record<string, unknown>> & { readonly id: number };

const dataOf = ({ body }: Reply) => body.data as unknown as Fields;
const address = 'ann@example.com';
const alerts = { consoleUrl: 'https://seo.example.com/sitegrade', sendMail: async () => {} };

// The recipients of mails about a website. Mails are sent in the tests of the domain.

describe('recipients', () => {
  const api = useApi(() => ({ alerts, quotas: { recipients: 3, mailsPerDay: 4 } }));
  let websites = 0;
  const newWebsite = async (user?: TestUser) => {
    const owner = user ?? (await api().newUser());
    websites += 1;
    const domain = `site-${websites}.example`;
    const { websiteId } = await owner.addReport({ domain, url: `https://${domain}/` });
    return { user: owner, websiteId, path: `/api/v1/websites/${websiteId}/recipients` };
  };
  const newRecipient = async (input: object = {}) => {
    const website = await newWebsite();
    const unique = { address: `ann-${websites}@example.com` };
    const created = await website.user.json('POST', website.path, { ...unique, ...input });
    const recipient = dataOf(created);
    return { ...website, created, recipient, at: `${website.path}/${recipient.id}` };
  };

  it('are added unconfirmed, listed, shown and deleted', async () => {
    const { user, websiteId, path, created, recipient, at } = await newRecipient({
      address: "o'hara+seo@EXAMPLE.com",
    });
    expect([created.status, recipient]).toEqual([
      201,
      {
        id: recipient.id,
        object: 'recipient',
        website_id: websiteId,
        address: "o'hara+seo@example.com",
        events: [
          ...['findings.new', 'score.dropped', 'report.failed', 'crawl.failed'],
          ...['site.unreachable', 'site.recovered', 'certificate.expiring'],
        ],
        min_importance: 'low',
        digest: false,
        state: 'unconfirmed',
        confirmed_at: null,
        unsubscribed_at: null,
        refused_at: null,
        last_failure: null,
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    ]);
    expect(created.headers.get('location')).toBe(`${api().url}${at}`);
    expect((await user.get(at)).body.data).toEqual(recipient);
    const list = await user.list(path);
    expect([list.body.data, list.body.meta.total]).toEqual([[recipient], 1]);

    const deleted = await user.delete(at);
    expect([deleted.status, deleted.body]).toMatchObject([
      200,
      { id: recipient.id, object: 'recipient', deleted: true },
    ]);
    for (const method of ['GET', 'DELETE']) {
      const missing = await user.send(method, at);
      expect([missing.status, missing.body.detail]).toEqual([
        ...[404, 'The website has no recipient with this id.'],
      ]);
    }
  });

  it.each(['form', 'JSON'])(
    'are changed field by field, from %s, but not confirmed',
    async (kind) => {
      const { user, at, recipient } = await newRecipient();
      const change = { events: ['crawl.completed', 'crawl.failed'], min_importance: 'high' };
      const form = new URLSearchParams({ min_importance: 'high' });
      for (const event of change.events) form.append('events', event);
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const changed =
        kind === 'JSON'
          ? await user.json('PATCH', at, change)
          : await user.send('PATCH', at, { headers, body: form.toString() });
      expect([changed.status, changed.body.data]).toMatchObject([
        200,
        { ...change, digest: false, state: 'unconfirmed' },
      ]);
      const onlyDigest =
        kind === 'JSON'
          ? await user.json('PATCH', at, { events: [], digest: true })
          : await user.send('PATCH', at, { headers, body: 'events=&digest=true' });
      expect(onlyDigest.body.data).toMatchObject({ events: [], digest: true });
      const nothing = await user.json('PATCH', at, { digest: false });
      expect([nothing.status, Object.keys(nothing.body.errors ?? {})]).toEqual([422, ['events']]);
      const other = await user.json('PATCH', at, { state: 'confirmed', address });
      expect(other.body.data).toMatchObject({ state: 'unconfirmed', address: recipient.address });
    },
  );

  it.each([
    ['without anything', {}, ['address']],
    ['with a name', { address: 'Ann <ann@example.com>' }, ['address']],
    ['with two addresses', { address: 'ann@example.com, bob@example.com' }, ['address']],
    ['with a line break', { address: 'ann@example.com\r\nBcc: bob@example.com' }, ['address']],
    ['with an invalid domain', { address: 'ann@localhost' }, ['address']],
    ['with a long address', { address: `${'a'.repeat(250)}@b.com` }, ['address']],
    ['of other events', { address, events: ['job.done'] }, ['events']],
    ['of nothing', { address, events: [] }, ['events']],
    ['of another importance', { address, min_importance: 'info' }, ['min_importance']],
    ['with another digest', { address, digest: 'daily' }, ['digest']],
  ])('cannot be added %s', async (_, input, fields) => {
    const { user, path } = await newWebsite();
    const refused = await user.json('POST', path, input);
    expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, fields]);
    expect((await user.list(path)).body.meta.total).toBe(0);
  });

  it('are each address once, and as many as the quota allows', async () => {
    const { user, path, recipient } = await newRecipient();
    const again = await user.json('POST', path, { address: recipient.address });
    expect([again.status, again.body.code]).toEqual([409, 'conflict']);
    for (const name of ['bob', 'cat', 'dan']) {
      const added = await user.json('POST', path, {
        address: `${name}@site-${websites}.example`,
      });
      const expected = name === 'dan' ? [429, 'quota_exceeded'] : [201, undefined];
      expect([added.status, added.body.code]).toEqual(expected);
    }
  });

  it('are asked again up to three times, unless they have confirmed', async () => {
    const { user, recipient, at } = await newRecipient();
    const ask = () => user.send('POST', `${at}/confirmation`);
    const asked = await ask();
    expect([asked.status, asked.body.data]).toEqual([202, recipient]);
    expect(asked.headers.get('location')).toBe(`${api().url}${at}`);
    expect((await ask()).status).toBe(202);
    const refused = await ask();
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(86_400);
    const { context } = api();
    await confirmRecipient(context, await newestToken(context, recipient.id));
    const confirmed = await ask();
    expect([confirmed.status, confirmed.body.code]).toEqual([409, 'conflict']);
    expect((await user.get(at)).body.data).toMatchObject({
      state: 'confirmed',
      confirmed_at: expect.any(String),
    });
  });

  it('belong to their owner, and to their website', async () => {
    const { user, path, at, recipient } = await newRecipient();
    const other = await api().newUser();
    const mine = await newWebsite(user);
    const wrong = `${mine.path}/${recipient.id}`;
    for (const [client, own] of [
      [other, at],
      [user, wrong],
    ] as const) {
      expect((await client.get(own)).status).toBe(404);
      expect((await client.json('PATCH', own, { digest: true })).status).toBe(404);
      expect((await client.send('POST', `${own}/confirmation`)).status).toBe(404);
      expect((await client.delete(own)).status).toBe(404);
    }
    expect((await other.get(path)).status).toBe(404);
    expect((await other.json('POST', path, { address })).status).toBe(404);
    expect((await user.get(at)).body.data).toEqual(recipient);
  });
});

describe('a server without mail', () => {
  const api = useApi(() => ({}));

  it('says so to anyone who adds a recipient', async () => {
    const user = await api().newUser();
    const { websiteId } = await user.addReport({ domain: 'example.com' });
    const path = `/api/v1/websites/${websiteId}/recipients`;
    const refused = await user.json('POST', path, { address });
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      'This server sends no mails. Its operator can set that up.',
    ]);
    expect((await user.list(path)).body.data).toEqual([]);
  });
});
