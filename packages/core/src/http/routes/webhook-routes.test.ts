import type { Reply } from '@sitegrade/adapter-suite/api-client';
import { useApi } from '@sitegrade/adapter-suite/in-process';
import { describe, expect, it } from 'vitest';

const path = '/api/v1/webhooks';
const url = 'https://hooks.example.com/sitegrade';

/** The record of a webhook, or of a delivery. */
type Fields = Readonly<Record<string, unknown>> & { readonly id: number };

const dataOf = ({ body }: Reply) => body.data as unknown as Fields;

// Webhooks and their deliveries. They are posted in the tests of the domain.

describe('webhooks', () => {
  const api = useApi(() => ({ quotas: { webhooks: 2, waitingDeliveries: 2 } }));
  const newWebhook = async (input: object = {}) => {
    const user = await api().newUser();
    const created = await user.json('POST', path, { url, ...input });
    const webhook = dataOf(created);
    return { user, created, webhook, at: `${path}/${webhook.id}` };
  };

  it('are created with a secret that is shown once, listed, shown and deleted', async () => {
    const { user, created, webhook, at } = await newWebhook();
    const { secret, ...record } = webhook;
    expect([created.status, record]).toEqual([
      201,
      {
        id: webhook.id,
        object: 'webhook',
        url,
        format: 'json',
        events: [
          ...['findings.new', 'score.dropped', 'report.failed', 'crawl.failed'],
          ...['site.unreachable', 'site.recovered', 'certificate.expiring'],
        ],
        website_ids: [],
        min_importance: 'low',
        enabled: true,
        disabled_reason: null,
        disabled_at: null,
        failing_since: null,
        last_delivered_at: null,
        previous_secret_until: null,
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    ]);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(created.headers.get('location')).toBe(`${api().url}${at}`);
    expect((await user.get(at)).body.data).toEqual(record);
    const list = await user.list(path);
    expect([list.body.data, list.body.meta.total]).toEqual([[record], 1]);

    const deleted = await user.delete(at);
    expect([deleted.status, deleted.body]).toMatchObject([
      200,
      { id: webhook.id, object: 'webhook', deleted: true },
    ]);
    for (const method of ['GET', 'DELETE']) {
      const missing = await user.send(method, at);
      expect([missing.status, missing.body.detail]).toEqual([
        404,
        'There is no webhook with this id.',
      ]);
    }
  });

  it.each(['form', 'JSON'])('are changed field by field, from %s', async (kind) => {
    const { user, at } = await newWebhook();
    const { websiteId } = await user.addReport({ domain: 'example.com' });
    const change = {
      format: 'slack',
      events: ['crawl.completed', 'crawl.failed'],
      website_ids: [websiteId],
      min_importance: 'high',
      enabled: false,
    };
    const form = new URLSearchParams({
      format: 'slack',
      min_importance: 'high',
      enabled: 'false',
      website_ids: String(websiteId),
    });
    for (const event of change.events) form.append('events', event);
    const changed =
      kind === 'JSON'
        ? await user.json('PATCH', at, change)
        : await user.send('PATCH', at, {
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
            body: form.toString(),
          });
    expect([changed.status, changed.body.data]).toMatchObject([
      200,
      { ...change, url, disabled_reason: 'owner' },
    ]);
    const enabled = await user.json('PATCH', at, { enabled: true, website_ids: [] });
    expect(enabled.body.data).toMatchObject({
      enabled: true,
      disabled_reason: null,
      website_ids: [],
      format: 'slack',
    });
  });

  it('have a URL without what was pasted around it', async () => {
    const { user, at } = await newWebhook();
    const pasted = { url: `\ufeff ${url}\u00a0\r\n` };
    expect((await user.json('POST', path, pasted)).body.data).toMatchObject({ url });
    expect((await user.json('PATCH', at, pasted)).body.data).toMatchObject({ url });
    const refused = await user.json('PATCH', at, { url: `${url} ${url}` });
    expect(refused.body.errors).toEqual({
      url: [expect.stringContaining(`The URL has a space at character ${url.length + 1}.`)],
    });
  });

  it('get another secret', async () => {
    const { user, webhook, at } = await newWebhook();
    const rotated = await user.send('POST', `${at}/rotate`);
    expect([rotated.status, dataOf(rotated)]).toMatchObject([
      200,
      { secret: expect.stringMatching(/^whsec_/), previous_secret_until: expect.any(String) },
    ]);
    expect(dataOf(rotated).secret).not.toBe(webhook.secret);
  });

  it('get two other secrets in 24 hours, and the third request says when it is possible', async () => {
    const { user, at } = await newWebhook();
    for (let count = 0; count < 2; count += 1) {
      expect((await user.send('POST', `${at}/rotate`)).status).toBe(200);
    }
    const refused = await user.send('POST', `${at}/rotate`);
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(23 * 3_600);
    expect(refused.body.detail).toMatch(
      /replaced twice in 24 hours\. .* possible in \d+ s\. .*create another one/,
    );
  });

  it.each([
    ['without anything', {}, ['url']],
    ['without encryption', { url: 'http://hooks.example.com/' }, ['url']],
    ['with a password', { url: 'https://ann:pw@hooks.example.com/' }, ['url']],
    ['on a private address', { url: 'https://10.0.0.1/' }, ['url']],
    ['on this machine', { url: 'https://[::1]/' }, ['url']],
    ['in another format', { url, format: 'xml' }, ['format']],
    ['of other events', { url, events: ['job.done'] }, ['events']],
    ['without events', { url, events: [] }, ['events']],
    ['of a website that is not theirs', { url, website_ids: [999_999] }, ['website_ids']],
    ['of other ids', { url, website_ids: ['all'] }, ['website_ids']],
    ['of another importance', { url, min_importance: 'info' }, ['min_importance']],
  ])('cannot be created %s', async (_, input, fields) => {
    const user = await api().newUser();
    const refused = await user.json('POST', path, input);
    expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, fields]);
    expect((await user.list(path)).body.meta.total).toBe(0);
  });

  it('are as many as the quota allows', async () => {
    const { user } = await newWebhook();
    expect((await user.json('POST', path, { url })).status).toBe(201);
    const refused = await user.json('POST', path, { url });
    expect([refused.status, refused.body.code]).toEqual([429, 'quota_exceeded']);
  });

  it('have deliveries that are listed, shown and sent again', async () => {
    const { user, webhook, at } = await newWebhook();
    const tested = await user.send('POST', `${at}/test`);
    const delivery = dataOf(tested);
    expect([tested.status, delivery]).toEqual([
      202,
      {
        id: delivery.id,
        object: 'delivery',
        webhook_id: webhook.id,
        message_id: expect.stringMatching(/^msg_[\w-]{22}$/),
        type: 'webhook.test',
        website_id: null,
        state: 'waiting',
        attempts: 0,
        due_at: expect.any(String),
        http_status: null,
        error: null,
        duration_ms: null,
        created_at: expect.any(String),
        ended_at: null,
      },
    ]);
    const own = `${at}/deliveries/${delivery.id}`;
    expect(tested.headers.get('location')).toBe(`${api().url}${own}`);
    expect((await user.get(own)).body.data).toEqual(delivery);
    const list = await user.list(`${at}/deliveries?per_page=10`);
    expect([list.body.data, list.body.meta]).toMatchObject([[delivery], { total: 1 }]);
    const again = await user.send('POST', `${own}/replay`);
    expect([again.status, again.body.data]).toEqual([202, delivery]);

    expect((await user.send('POST', `${at}/test`)).status).toBe(202);
    expect((await user.send('POST', `${at}/test`)).body.code).toBe('quota_exceeded');
    await user.json('PATCH', at, { enabled: false });
    for (const action of [`${at}/test`, `${own}/replay`]) {
      const refused = await user.send('POST', action);
      expect([refused.status, refused.body.code]).toEqual([409, 'conflict']);
    }
  });

  it('belong to their owner', async () => {
    const { user, at } = await newWebhook();
    const delivery = dataOf(await user.send('POST', `${at}/test`));
    const other = await api().newUser();
    const paths = ['', '/deliveries', `/deliveries/${delivery.id}`].map((rest) => at + rest);
    for (const own of paths) expect((await other.get(own)).status).toBe(404);
    for (const action of ['rotate', 'test', `deliveries/${delivery.id}/replay`]) {
      expect((await other.send('POST', `${at}/${action}`)).status).toBe(404);
    }
    expect((await other.json('PATCH', at, { enabled: false })).status).toBe(404);
    expect((await other.delete(at)).status).toBe(404);
    expect((await user.get(at)).body.data).toMatchObject({ enabled: true });
  });
});
