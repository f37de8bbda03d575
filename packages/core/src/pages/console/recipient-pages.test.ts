import { randomUUID } from 'node:crypto';
import {
  checkedValues,
  expectSafePage,
  inputValue,
  openBrowser,
  postActions,
} from '@sitegrade/adapter-suite/browser';
import { useApi } from '@sitegrade/adapter-suite/in-process';
import { describe, expect, it } from 'vitest';
import { newestToken } from '../../http/fixtures/newest-token.ts';
import {
  confirmRecipient,
  createContext,
  createRecipient,
  findRecipient,
  getRecipient,
  listRecipients,
  unsubscribeRecipient,
} from '../../index.ts';

const root = '/sitegrade';
const alerts = { consoleUrl: 'https://seo.example.com/sitegrade', sendMail: async () => {} };
/** What the form sends in addition to the address. */
const settings = { events: ['findings.new', 'crawl.failed'], min_importance: 'low' };

// The recipients of mails about a website in the console.

describe('pages of recipients', () => {
  const api = useApi(() => ({
    pages: true,
    alerts,
    quotas: { recipients: 2, mailsPerDay: 4 },
  }));
  let websites = 0;
  /** A browser of a user who has signed in, with a website. */
  const open = async () => {
    const user = await api().newUser();
    const browser = openBrowser(api());
    await browser.post(`${root}/sign-in`, { key: user.key });
    websites += 1;
    const domain = `mailed-${websites}.example`;
    const { websiteId } = await user.addReport({ domain, url: `https://${domain}/` });
    const website = `${root}/websites/${websiteId}`;
    const list = () => listRecipients(api().context, user.ownerId, websiteId);
    return { user, browser, websiteId, website, domain, path: `${website}/recipients`, list };
  };
  /** The same, with a recipient whose confirmation waits. */
  const openRecipient = async (part: object = {}) => {
    const opened = await open();
    const address = `ann@${opened.domain}`;
    const added = await opened.browser.post(opened.path, { address, ...settings, ...part });
    const [{ id } = { id: 0 }] = await opened.list();
    const { context } = api();
    const find = () => getRecipient(context, opened.user.ownerId, opened.websiteId, id);
    const token = await newestToken(context, id);
    return { ...opened, address, added, id, own: `${opened.path}/${id}`, find, token };
  };

  it('lead from the website to a form with the defaults of the API', async () => {
    const { user, browser, website, websiteId, path, domain } = await open();
    const before = await browser.get(website);
    expect(before.text).toContain('No one gets mails about this website.');
    expect(before.text).toContain(`<a href="${path}">Add a recipient</a>`);
    const shown = await browser.get(path);
    expect(shown.status).toBe(200);
    expectSafePage(shown);
    expect(shown.text).toContain('No recipients yet.');
    expect(postActions(shown.text)).toContain(`${path}#add`);
    const { body } = await user.json('POST', `/api/v1/websites/${websiteId}/recipients`, {
      address: `bob@${domain}`,
    });
    expect(body.data).toMatchObject({ events: checkedValues(shown.text, 'events') });
    expect(checkedValues(shown.text, 'digest')).toEqual([]);
    expect(shown.text).toMatch(/<option value="low" selected>/);
  });

  it('add a recipient, and say that a mail asks for the confirmation', async () => {
    const { browser, website, path, address, added, own, id, find } = await openRecipient({
      digest: 'true',
    });
    expect([added.status, added.location]).toEqual([
      ...[303, `${path}?done=confirmation_sent&recipient=${id}`],
    ]);
    expect(await find()).toMatchObject({
      address,
      state: 'unconfirmed',
      digest: true,
      minImportance: 'low',
      events: settings.events,
    });
    const shown = await browser.get(added.location ?? '');
    expectSafePage(shown);
    expect(shown.text).toContain(`A mail with a link to confirm is being sent to ${address}.`);
    expect(shown.text).toContain(`<a href="${own}"><bdi>${address}</bdi></a>`);
    expect(shown.text).toMatch(/Waiting for confirmation<\/span> since <time/);
    expect(shown.text).toContain('New findings, Failed crawl, Weekly digest');
    // The form is for the next one.
    expect(inputValue(shown.text, 'address')).toBe('');
    const gets = 'No one gets mails about this website. 1 recipient must still confirm.';
    expect((await browser.get(website)).text).toContain(gets);
    expect((await browser.get(`${path}?done=confirmation_sent&recipient=0`)).text).not.toContain(
      'being sent',
    );
  });

  it('show who has confirmed, and who has unsubscribed', async () => {
    const { browser, website, path, own, token } = await openRecipient();
    const { context } = api();
    await confirmRecipient(context, token);
    const confirmed = await browser.get(own);
    expectSafePage(confirmed);
    expect(confirmed.text).toMatch(/Confirmed<\/span> since <time/);
    expect(postActions(confirmed.text)).not.toContain(`${own}/confirmation`);
    expect((await browser.get(website)).text).toMatch(
      /<p>1 confirmed recipient gets mails about this website\. <a[^>]+>Recipients of mails<\/a>/,
    );
    await unsubscribeRecipient(context, token);
    expect((await browser.get(path)).text).toMatch(/Unsubscribed<\/span> since <time/);
    expect((await browser.get(own)).text).toContain('Ask only if that person wants it.');
    expect((await browser.get(website)).text).toContain('<p>No one gets mails about this');
  });

  it('show why the last mail was not sent, and that an address is refused', async () => {
    const { browser, path, own, find, token, id, user, websiteId } = await openRecipient();
    const { context } = api();
    const { mails } = context.store;
    /** Asks for the confirmation again, and ends the attempt at that mail, as the mail server refuses it. */
    const refuse = async (before: () => Promise<unknown> = async () => {}) => {
      await browser.post(`${own}/confirmation`, {});
      for (;;) {
        const lease = { token: randomUUID(), leaseMs: 60_000, now: context.now() };
        const claimed = await mails.claim(lease);
        if (claimed === undefined) throw new Error('No mail waits for the recipient.');
        // Those of other tests are not sent either.
        const isOwn = claimed.recipient.id === id;
        if (isOwn) await before();
        const refusedAfter = { mails: 1, ms: 0 };
        const failed = { kind: 'failed', error: 'refused', status: '550 5.1.1' } as const;
        await mails.end(claimed.lease, { ...failed, refusedAfter }, context.now());
        if (isOwn) return;
      }
    };
    await refuse();
    const why =
      /The last mail was not sent, <time[^>]*>[^<]*<\/time>: The mail server refused this address \(550 5\.1\.1\)\./;
    for (const page of [await browser.get(path), await browser.get(own)]) {
      expectSafePage(page);
      expect(page.text).toMatch(/Waiting for confirmation<\/span> since <time/);
      expect(page.text).toMatch(why);
    }
    await refuse(() => confirmRecipient(context, token));
    expect((await find()).state).toBe('refused');
    const refused = await browser.get(own);
    expectSafePage(refused);
    expect(refused.text).toMatch(/Refused by the mail server<\/span> since <time/);
    expect(refused.text).toContain('If the address is right, ask for the confirmation again');
    expect(postActions(refused.text)).toContain(`${own}/confirmation`);
    const response = await user.get(`/api/v1/websites/${websiteId}/recipients/${id}`);
    expect(response.body.data).toMatchObject({
      state: 'refused',
      refused_at: expect.any(String),
      last_failure: {
        failed_at: expect.any(String),
        error: 'refused',
        reason: 'The mail server refused this address (550 5.1.1).',
      },
    });
  });

  it.each([
    [{ address: '' }, 'Address must not be empty.'],
    [{ address: 'Ann <ann@example.com>' }, 'Address must be an e-mail address such as'],
    [{ events: [] }, 'Choose at least one event, or the weekly digest.'],
    [{ events: ['x'] }, 'Events must be one of report.created,'],
    [{ min_importance: 'x' }, 'Importance of new findings must be one of high, medium, low.'],
  ])('show what is wrong with the form %#, and keep it', async (part, message) => {
    const { browser, path, own, list } = await openRecipient();
    const before = await list();
    const sent = { address: 'bob@example.com', events: ['report.created'], ...part };
    // The address cannot be changed.
    for (const action of 'address' in part ? [path] : [path, own]) {
      const reply = await browser.post(action, { min_importance: 'high', ...sent });
      expect(reply.status).toBe(422);
      expectSafePage(reply);
      expect(reply.text).toContain(message);
      expect(reply.text.match(/role="alert"/g)).toHaveLength(1);
      if (action === path) expect(inputValue(reply.text, 'address')).toBe(sent.address);
      const known = sent.events.filter((type) => type === 'report.created');
      expect(checkedValues(reply.text, 'events')).toEqual(known);
    }
    expect(await list()).toEqual(before);
  });

  it('show that an address is there already, and that there are too many', async () => {
    const { browser, path, address } = await openRecipient();
    const add = (to: string) => browser.post(path, { address: ` ${to} `, ...settings });
    const again = await add(address);
    expect(again.status).toBe(409);
    expect(again.text).toMatch(/id="address-error"[^>]*>The website has a recipient with this/);
    expect(inputValue(again.text, 'address')).toBe(address);
    expect((await add(`bob@${address}`)).status).toBe(422);
    expect((await add(address.replace('ann', 'bob'))).status).toBe(303);
    const refused = await add(address.replace('ann', 'cat'));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    expect(refused.text).toMatch(/id="address-error"[^>]*>The quota of recipients is 2/);
  });

  it('change what is sent, and confirm no one', async () => {
    const { browser, own, path, find } = await openRecipient();
    const shown = await browser.get(own);
    expectSafePage(shown);
    expect(inputValue(shown.text, 'address')).toBeUndefined();
    expect(checkedValues(shown.text, 'events')).toEqual(settings.events);
    const changed = await browser.post(own, { digest: 'true', min_importance: 'high' });
    expect([changed.status, changed.location]).toEqual([303, `${own}?done=saved`]);
    expect(await find()).toMatchObject({
      events: [],
      digest: true,
      minImportance: 'high',
      state: 'unconfirmed',
    });
    const saved = await browser.get(changed.location ?? '');
    expect(saved.text).toContain('Saved.');
    expect(checkedValues(saved.text, 'digest')).toEqual(['true']);
    expect((await browser.get(path)).text).toMatch(
      />Weekly digest<p[^>]*>Importance of new findings: High only</,
    );
    await browser.post(own, { ...settings, min_importance: 'high', events: ['crawl.failed'] });
    expect(await find()).toMatchObject({ events: ['crawl.failed'], digest: false });
    // There is no finding that it could be about.
    expect((await browser.get(path)).text).not.toContain('Importance of new findings: High');
  });

  it('send the confirmation again, and say why that is refused', async () => {
    const { browser, own, id, address, token, find } = await openRecipient();
    const action = `${own}/confirmation`;
    expect(postActions((await browser.get(own)).text)).toContain(action);
    const asked = await browser.post(action, {});
    expect([asked.status, asked.location]).toEqual([
      ...[303, `${own}?done=confirmation_sent&recipient=${id}`],
    ]);
    expect((await browser.get(asked.location ?? '')).text).toContain(
      `A mail with a link to confirm is being sent to ${address}.`,
    );
    await browser.post(action, {});
    const refused = await browser.post(action, {});
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(86_400);
    expect(refused.text).toMatch(
      /role="alert"[^>]*>You have had this address asked for a confirmation 3 times/,
    );
    expect((await find()).state).toBe('unconfirmed');
    await confirmRecipient(api().context, token);
    const confirmed = await browser.post(action, {});
    expect(confirmed.status).toBe(409);
    expect(confirmed.text).toMatch(/role="alert"[^>]*>The recipient has confirmed already\./);
  });

  it('delete a recipient after asking', async () => {
    const { browser, own, path, address, token, find } = await openRecipient();
    const asked = await browser.get(`${own}/delete`);
    expectSafePage(asked);
    expect(asked.text).toContain(`${address} gets no mails about this website any more`);
    await find();
    const deleted = await browser.post(`${own}/delete`, {});
    expect([deleted.status, deleted.location]).toEqual([303, `${path}?done=recipient_deleted`]);
    const shown = await browser.get(deleted.location ?? '');
    expect(shown.text).toContain('The recipient is deleted.');
    await expect(findRecipient(api().context, token)).rejects.toMatchObject({
      code: 'not_found',
    });
    expect((await browser.post(`${own}/delete`, {})).status).toBe(404);
  });

  it('are those of the owner only', async () => {
    const { browser, user, path, own, id, find } = await openRecipient();
    const before = await find();
    const other = await open();
    const { websiteId } = await user.addReport({ domain: 'second.example' });
    const wrong = `${root}/websites/${websiteId}/recipients/${id}`;
    const pages = [
      ...[path, own, `${own}/delete`].map((page) => [other.browser, page] as const),
      ...[wrong, `${wrong}/delete`].map((page) => [browser, page] as const),
    ];
    for (const [visitor, page] of pages) {
      expect([page, (await visitor.get(page)).status]).toEqual([page, 404]);
      expect([page, (await visitor.post(page, settings)).status]).toEqual([page, 404]);
      expect((await openBrowser(api()).get(page)).status).toBe(303);
    }
    for (const [visitor, page] of [
      [other.browser, own],
      [browser, wrong],
    ] as const) {
      expect((await visitor.post(`${page}/confirmation`, {})).status).toBe(404);
    }
    expect(await find()).toEqual(before);
  });
});

describe('pages of a server without mail', () => {
  const api = useApi(() => ({ pages: true }));

  it('do not mention recipients, and are missing', async () => {
    const user = await api().newUser();
    const browser = openBrowser(api());
    await browser.post(`${root}/sign-in`, { key: user.key });
    const { ownerId } = user;
    const { websiteId } = await user.addReport({ domain: 'example.com' });
    // There was mail before.
    const context = createContext({ store: api().store, alerts });
    const input = { address: 'ann@no-mail.example' };
    const recipient = await createRecipient(context, ownerId, websiteId, input);
    const website = `${root}/websites/${websiteId}`;
    for (const page of [website, `${website}/settings`]) {
      const shown = await browser.get(page);
      expect(shown.status).toBe(200);
      expect(shown.text).not.toMatch(/recipient|E-mail/);
    }
    const list = `${website}/recipients`;
    const own = `${list}/${recipient.id}`;
    for (const page of [list, own, `${own}/delete`]) {
      expect([page, (await browser.get(page)).status]).toEqual([page, 404]);
    }
    for (const page of [list, own, `${own}/delete`, `${own}/confirmation`]) {
      const sent = { ...settings, address: 'bob@no-mail.example' };
      expect([page, (await browser.post(page, sent)).status]).toEqual([page, 404]);
    }
    expect(await listRecipients(context, ownerId, websiteId)).toEqual([recipient]);
  });
});
