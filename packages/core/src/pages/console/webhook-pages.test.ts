import {
  checkedValues,
  expectSafePage,
  inputValue,
  openBrowser,
  postActions,
} from '@sitegrade/adapter-suite/browser';
import { useApi } from '@sitegrade/adapter-suite/in-process';
import { describe, expect, it } from 'vitest';
import { getWebhook, listDeliveries, listWebhooks } from '../../index.ts';
import type { DeliveryOutcome } from '../../store-entry.ts';

const root = '/sitegrade';
const list = `${root}/webhooks`;
const url = 'https://hooks.example.com/services/T012/B345/sEcReT';
/** The form of a new webhook, as a browser sends it. */
const fields = {
  url,
  format: 'json',
  scope: 'all',
  min_importance: 'low',
  events: ['findings.new', 'crawl.failed'],
};
const hourMs = 3_600_000;

// Webhooks and their deliveries in the console.

describe('pages of webhooks', () => {
  const api = useApi(() => ({
    pages: true,
    quotas: { webhooks: 2, waitingDeliveries: 30 },
  }));
  /** A browser of a user who has signed in. */
  const open = async () => {
    const user = await api().newUser();
    const browser = openBrowser(api());
    await browser.post(`${root}/sign-in`, { key: user.key });
    return { user, browser };
  };
  /** The same, with a webhook. */
  const openWebhook = async (part: Partial<typeof fields> = {}) => {
    const { user, browser } = await open();
    const created = await browser.post(list, { ...fields, ...part });
    const [webhook] = await listWebhooks(api().context, user.ownerId);
    const { id = 0 } = webhook ?? {};
    const find = () => getWebhook(api().context, user.ownerId, id);
    const deliveries = async () => (await listDeliveries(api().context, user.ownerId, id)).rows;
    return { user, browser, created, id, path: `${list}/${id}`, find, deliveries };
  };
  type Opened = Awaited<ReturnType<typeof openWebhook>>;
  /** Attempts the delivery of a webhook that is due, which ends so. */
  const attempt = async ({ id }: Opened, outcome: DeliveryOutcome) => {
    const { deliveries } = api().store;
    const now = new Date(Date.now() + 1_000);
    for (;;) {
      const claimed = await deliveries.claim({ token: 'x', leaseMs: hourMs, now });
      if (claimed === undefined) throw new Error('No delivery is due.');
      // Other tests have some that wait.
      if (claimed.webhook.id !== id) continue;
      await deliveries.end(claimed.lease, outcome, now);
      return;
    }
  };
  const attemptTest = async (opened: Opened, outcome: DeliveryOutcome) => {
    await opened.browser.post(`${opened.path}/test`, {});
    await attempt(opened, outcome);
  };

  it('are in the menu, and lead to a form with the defaults of the API', async () => {
    const { user, browser } = await open();
    const shown = await browser.get(list);
    expect(shown.status).toBe(200);
    expectSafePage(shown);
    expect(shown.text).toContain(`<a href="${list}" aria-current="page">Webhooks</a>`);
    expect(shown.text).toContain('No webhooks yet.');
    expect(postActions(shown.text)).toContain(`${list}#create`);
    const { body } = await user.json('POST', '/api/v1/webhooks', { url });
    expect(body.data).toMatchObject({ events: checkedValues(shown.text, 'events') });
    expect(checkedValues(shown.text, 'scope')).toEqual(['all']);
    expect(shown.text).toMatch(/<option value="low" selected>/);
    expect(shown.text).toContain('You can choose websites once you have some.');
  });

  it('create a webhook, whose secret is shown once, and whose URL is shortened', async () => {
    const { browser, created, path, find } = await openWebhook({ url: ` ${url} ` });
    expect(created.status).toBe(200);
    expectSafePage(created);
    const secret = inputValue(created.text, 'new-secret') ?? '';
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(created.text).toContain('href="https://www.standardwebhooks.com/"');
    expect(postActions(created.text)).toContain(`${path}/test`);
    expect(await find()).toMatchObject({
      url,
      format: 'json',
      events: fields.events,
      websiteIds: null,
      minImportance: 'low',
    });

    const shown = await browser.get(list);
    expect(shown.text).toContain('https://hooks.example.com<wbr/>/services<wbr/>/…');
    expect(shown.text).toContain('New findings, Failed crawl');
    expect(shown.text).toMatch(/Enabled.*Never/);
    const own = await browser.get(path);
    expectSafePage(own);
    for (const page of [shown, own]) expect(page.text).not.toContain(secret);
    for (const page of [shown, created]) expect(page.text).not.toContain('sEcReT');
    expect(inputValue(own.text, 'url')).toBe(url);
    expect((await openBrowser(api()).get(path)).status).toBe(303);
  });

  it('of a chat service show no secret, since its messages are not signed', async () => {
    const { browser, created, path } = await openWebhook({ format: 'slack' });
    expect([created.status, created.location]).toEqual([303, `${path}?done=webhook_created`]);
    const shown = await browser.get(created.location ?? '');
    expect(shown.text).toContain('The webhook is created. Send a test message');
    expect(postActions(shown.text)).toContain(`${path}/test`);
    expect(shown.text).not.toContain(`${path}/rotate`);
  });

  it('restrict a webhook to websites of the owner', async () => {
    const { user, browser } = await open();
    const ids = [];
    for (const domain of ['b.example', 'a.example', 'c.example']) {
      ids.push(String((await user.addReport({ domain })).websiteId));
    }
    const other = await (await api().newUser()).addReport({ domain: 'other.example' });
    const form = await browser.get(list);
    expect(form.text).not.toContain('other.example');
    expect(form.text.indexOf('a.example')).toBeLessThan(form.text.indexOf('b.example'));
    const chosen = { ...fields, scope: 'chosen', websites: ids.slice(0, 2) };
    const foreign = await browser.post(list, { ...chosen, websites: [String(other.websiteId)] });
    expect(foreign.status).toBe(422);
    expect(foreign.text).toContain('One of these websites has been deleted meanwhile.');

    await browser.post(list, chosen);
    const [webhook] = await listWebhooks(api().context, user.ownerId);
    const path = `${list}/${webhook?.id}`;
    expect(webhook?.websiteIds?.map(String)).toEqual(ids.slice(0, 2));
    const shown = await browser.get(path);
    expect(checkedValues(shown.text, 'scope')).toEqual(['chosen']);
    expect(checkedValues(shown.text, 'websites').toSorted()).toEqual(ids.slice(0, 2).toSorted());
    // Where no website is left of those that were chosen, it must not become one of all.
    const none = await browser.post(path, { ...chosen, websites: [] });
    expect([none.status, checkedValues(none.text, 'scope')]).toEqual([422, ['chosen']]);
    expect(none.text).toContain('Choose at least one website, or all websites.');
    // The boxes are sent although they cannot be seen.
    await browser.post(path, { ...chosen, scope: 'all' });
    expect((await listWebhooks(api().context, user.ownerId))[0]?.websiteIds).toBeNull();
  });

  it.each([
    [{ url: '' }, 'URL must not be empty.'],
    [{ url: 'http://hooks.example.com/' }, 'URL must be a URL that begins with https://.'],
    [{ url: 'https://10.0.0.1/' }, 'URL has an address that is not allowed here.'],
    [{ events: [] }, 'Choose at least one event.'],
    [{ events: ['x'] }, 'Events must be one of report.created,'],
    [{ format: 'xml' }, 'Format must be one of json, slack, teams, discord.'],
    [{ min_importance: 'x' }, 'Importance of new findings must be one of high, medium, low.'],
    [{ scope: 'chosen' }, 'Choose at least one website, or all websites.'],
    [
      { scope: 'chosen', websites: Array.from({ length: 101 }, (_, id) => String(id + 1)) },
      'Choose at most 100 websites, or all websites.',
    ],
  ])('show what is wrong with the form %#, and keep it', async (part, message) => {
    const { user, browser, path, find } = await openWebhook();
    const sent = { ...fields, events: ['report.created'], ...part };
    const before = await find();
    for (const action of [list, path]) {
      const reply = await browser.post(action, sent);
      expect(reply.status).toBe(422);
      expectSafePage(reply);
      expect(reply.text).toContain(message);
      expect(reply.text).toMatch(/role="alert"/);
      expect(inputValue(reply.text, 'url')).toBe(sent.url);
      const known = sent.events.filter((type) => type === 'report.created');
      expect(checkedValues(reply.text, 'events')).toEqual(known);
    }
    expect(await find()).toEqual(before);
    expect(await listWebhooks(api().context, user.ownerId)).toHaveLength(1);
  });

  it('show that there are too many webhooks', async () => {
    const { browser } = await openWebhook();
    expect((await browser.post(list, fields)).status).toBe(200);
    const refused = await browser.post(list, fields);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    expect(refused.text).toContain('The quota of webhooks is 2');
    expect(inputValue(refused.text, 'url')).toBe(url);
  });

  it('change the settings, and leave what is not theirs', async () => {
    const { browser, path, find } = await openWebhook();
    await browser.post(`${path}/disable`, {});
    const changed = await browser.post(path, {
      url: 'https://example.org/seo',
      format: 'teams',
      scope: 'all',
      events: ['score.dropped'],
      min_importance: 'high',
    });
    expect([changed.status, changed.location]).toEqual([303, `${path}?done=saved`]);
    expect(await find()).toMatchObject({
      url: 'https://example.org/seo',
      format: 'teams',
      events: ['score.dropped'],
      minImportance: 'high',
      disabledReason: 'owner',
    });
    const shown = await browser.get(changed.location ?? '');
    expect(shown.text).toMatch(/Saved\..*https:\/\/example\.org<wbr\/>\/seo.*Microsoft Teams/);
  });

  it('disable and enable a webhook', async () => {
    const { browser, path, find } = await openWebhook();
    await browser.post(`${path}/test`, {});
    const disabled = await browser.post(`${path}/disable`, {});
    expect([disabled.status, disabled.location]).toEqual([303, `${path}?done=webhook_disabled`]);
    const shown = await browser.get(disabled.location ?? '');
    expect(shown.text).toMatch(/Disabled since.*You have disabled it\./);
    expect(shown.text).toContain('until the webhook is enabled');
    expect(shown.text).not.toContain('data-live');
    expect(postActions(shown.text)).not.toContain(`${path}/test`);
    expect((await browser.get(list)).text).toContain('You have disabled it.');
    const refused = await browser.post(`${path}/test`, {});
    expect(refused.status).toBe(409);
    expect(refused.text).toMatch(/role="alert"[^>]*>The webhook is disabled\. Enable it first\./);

    const enabled = await browser.post(`${path}/enable`, {});
    expect([enabled.status, enabled.location]).toEqual([303, `${path}?done=webhook_enabled`]);
    expect((await find()).disabledReason).toBeNull();
  });

  it('replace the secret after asking, and show the new one once', async () => {
    const { browser, created, path, find } = await openWebhook();
    const asked = await browser.get(`${path}/rotate`);
    expectSafePage(asked);
    expect(asked.text).toContain('For 24 hours they are signed with both');
    expect(asked.text).not.toContain('is no longer used');
    expect((await find()).previousSecretUntil).toBeNull();
    const replaced = await browser.post(`${path}/rotate`, {});
    expect(replaced.status).toBe(200);
    expectSafePage(replaced);
    const secret = inputValue(replaced.text, 'new-secret') ?? '';
    expect(secret).toMatch(/^whsec_/);
    expect(secret).not.toBe(inputValue(created.text, 'new-secret'));
    expect((await find()).previousSecretUntil).not.toBeNull();
    const shown = await browser.get(path);
    expect(shown.text).toContain('Signed with two secrets until');
    expect(shown.text).not.toContain(secret);
    expect((await browser.get(`${path}/rotate`)).text).toContain(
      'The secret that was replaced last is no longer used.',
    );
    expect((await browser.post(`${path}/rotate`, {})).status).toBe(200);
    const refused = await browser.post(`${path}/rotate`, {});
    expectSafePage(refused);
    expect(refused.status).toBe(429);
    expect(refused.text).toMatch(/role="alert"[^>]*>The secret was replaced twice in 24 hours\./);
  });

  it('delete a webhook after asking', async () => {
    const { browser, path, find } = await openWebhook();
    const asked = await browser.get(`${path}/delete`);
    expectSafePage(asked);
    expect(asked.text).toContain('Nothing is sent to https://hooks.example.com/services/… any');
    const deleted = await browser.post(`${path}/delete`, {});
    expect([deleted.status, deleted.location]).toEqual([303, `${list}?done=webhook_deleted`]);
    expect((await browser.get(deleted.location ?? '')).text).toContain('The webhook is deleted.');
    await expect(find()).rejects.toMatchObject({ code: 'not_found' });
    expect((await browser.post(`${path}/delete`, {})).status).toBe(404);
  });

  it('send a test message, and show how it ends', async () => {
    const opened = await openWebhook();
    const { browser, path, deliveries } = opened;
    expect((await browser.get(path)).text).toContain('No deliveries in the last 30 days.');
    const tested = await browser.post(`${path}/test`, {});
    const done = `${path}?done=webhook_tested#deliveries`;
    expect([tested.status, tested.location]).toEqual([303, done]);
    const waiting = await browser.get(done);
    expect(waiting.text).toContain('The test message is queued.');
    expect(waiting.text).toMatch(/Test message.*Waiting.*due now/);
    expect(waiting.text).toContain('data-live');
    const [delivery] = await deliveries();
    const again = `${path}/deliveries/${delivery?.id}/replay`;
    expect(postActions(waiting.text)).not.toContain(again);

    const durationMs = 1_234;
    await attempt(opened, { kind: 'delivered', httpStatus: 204, durationMs });
    const delivered = await browser.get(path);
    expect(delivered.text).toMatch(/Delivered.*status 204 · 1 attempt.*1,234 ms/);
    expect(delivered.text).not.toContain('data-live');
    expect((await browser.get(list)).text).not.toContain('Never');
    expect(postActions(delivered.text)).toContain(again);
    const replayed = await browser.post(`${again}?page=3`, {});
    expect([replayed.status, replayed.location]).toEqual([
      ...[303, `${path}?done=delivery_again&page=3#deliveries`],
    ]);
    expect(await deliveries()).toMatchObject([{ id: delivery?.id, state: 'waiting' }]);
  });

  it.each([
    ['status', 500, 'The receiver responded with status 500.'],
    ['url_not_allowed', null, 'This server does not send to the address of the receiver.'],
    ['dns', null, 'The host of the receiver has no public address.'],
    ['connection', null, 'The connection to the receiver failed.'],
    ['tls', null, 'The encrypted connection to the receiver failed'],
    ['timeout', null, 'The receiver did not respond in time.'],
  ] as const)('say why an attempt failed: %s', async (error, httpStatus, sentence) => {
    const opened = await openWebhook();
    const failure = { error, httpStatus, durationMs: 5, disableAfterMs: hourMs };
    await attemptTest(opened, { kind: 'retry', delayMs: hourMs, ...failure });
    const { text } = await opened.browser.get(opened.path);
    expect(text).toContain(sentence);
    expect(text).toMatch(/Waiting.*1 of 10 attempts, next attempt <time/);
    expect(text).toMatch(/Failing since <time/);
    // It is due in an hour: until then, nothing changes.
    expect(text).not.toContain('data-live');
  });

  it.each([
    [{ isGone: true, disableAfterMs: hourMs }, 'The receiver responded with status 410'],
    [{ disableAfterMs: 0 }, 'All attempts had failed for five days.'],
  ] as const)('say why a webhook was disabled %#', async (part, reason) => {
    const opened = await openWebhook();
    const failure = { kind: 'failed', error: 'status', httpStatus: 410, durationMs: 5 } as const;
    await attemptTest(opened, { ...failure, ...part });
    const { browser, path } = opened;
    for (const page of [path, list]) {
      const { text } = await browser.get(page);
      expect(text).toMatch(/Disabled since <time/);
      expect(text).toContain(reason);
    }
    expect((await browser.get(path)).text).toMatch(/Failed.*1 attempt/);
  });

  it('list deliveries in pages, with their websites, and refuse too many', async () => {
    const { browser, path } = await openWebhook();
    for (let count = 0; count < 30; count += 1) {
      expect((await browser.post(`${path}/test`, {})).status).toBe(303);
    }
    const refused = await browser.post(`${path}/test`, {});
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    expect(refused.text).toContain('The quota of waiting deliveries is 30');
    const rowsOf = ({ text }: { text: string }) => text.split('<th scope="row">').length - 1;
    const first = await browser.get(path);
    expect(first.text).toContain('30 deliveries in the last 30 days');
    expect(first.text).toContain(`rel="next" href="${path}?page=2#deliveries"`);
    expect(rowsOf(first)).toBe(25);
    expect(rowsOf(await browser.get(`${path}?page=2`))).toBe(5);
  });

  it('name the website of a delivery, which is canceled with it', async () => {
    const { browser, id, path, user, deliveries } = await openWebhook();
    const { ownerId } = user;
    const { websiteId } = await user.addReport({ domain: 'reported.example' });
    await api().store.deliveries.create({
      ownerId,
      webhookId: id,
      messageId: 'msg_1',
      websiteId,
      type: 'webhook.test',
      body: '{}',
      maxWaiting: 99,
      now: new Date(),
    });
    expect((await browser.get(path)).text).toContain(
      `<a href="${root}/websites/${websiteId}"><bdi>reported.example</bdi></a>`,
    );
    // The function that deletes websites would also delete their deliveries, a moment later.
    await api().store.websites.delete(ownerId, websiteId);
    const claim = { token: 'x', leaseMs: hourMs, now: new Date(Date.now() + 1_000) };
    while (await api().store.deliveries.claim(claim));
    const [delivery] = await deliveries();
    const shown = await browser.get(path);
    expect(shown.text).toMatch(/Canceled.*Its website was deleted before it was sent\./);
    expect(shown.text).not.toContain('reported.example');
    const again = `${path}/deliveries/${delivery?.id}/replay`;
    expect(postActions(shown.text)).not.toContain(again);
  });

  it('are those of the owner only', async () => {
    const { user, browser, path, find, deliveries } = await openWebhook();
    await browser.post(`${path}/test`, {});
    const [delivery] = await deliveries();
    const { browser: other } = await open();
    expect((await other.get(list)).text).toContain('No webhooks yet.');
    for (const page of [path, `${path}/rotate`, `${path}/delete`]) {
      expect((await other.get(page)).status).toBe(404);
    }
    const steps = ['', '/enable', '/disable', '/test', '/rotate', '/delete'];
    for (const step of [...steps, `/deliveries/${delivery?.id}/replay`]) {
      expect([step, (await other.post(path + step, fields)).status]).toEqual([step, 404]);
      const crossSite = await browser.post(path + step, fields, {
        'sec-fetch-site': 'cross-site',
      });
      expect([step, crossSite.status]).toEqual([step, 403]);
    }
    expect(await find()).toMatchObject({ disabledReason: null, previousSecretUntil: null });
    // One of another webhook of the same owner is not found either.
    await browser.post(list, fields);
    const [, second] = await listWebhooks(api().context, user.ownerId);
    const wrong = `${list}/${second?.id}/deliveries/${delivery?.id}/replay`;
    expect((await browser.post(wrong, {})).status).toBe(404);
  });
});
