import { expectSafePage, openBrowser } from '@sitegrade/adapter-suite/browser';
import { useApi } from '@sitegrade/adapter-suite/in-process';
import { describe, expect, it } from 'vitest';
import { newestToken } from '../../http/fixtures/newest-token.ts';
import { deleteRecipient, getRecipient, type Recipient } from '../../index.ts';

const alerts = { consoleUrl: 'https://seo.example.com/sitegrade', sendMail: async () => {} };

// The pages that links in mails lead to: they confirm and unsubscribe.

describe('pages of links in mails', () => {
  const api = useApi(() => ({ pages: { name: 'Acme SEO' }, alerts }));
  let recipients = 0;

  const newRecipient = async () => {
    const owner = await api().newUser();
    recipients += 1;
    const { websiteId } = await owner.addReport({ domain: 'example.com' });
    const { context } = api();
    const input = { address: `ann-${recipients}@example.org` };
    const path = `/api/v1/websites/${websiteId}/recipients`;
    const { body } = await owner.json('POST', path, input);
    const { id } = body.data as unknown as Recipient;
    const token = await newestToken(context, id);
    return {
      ...input,
      confirm: `/sitegrade/mail/${token}/confirm`,
      unsubscribe: `/sitegrade/mail/${token}/unsubscribe`,
      state: async () => (await getRecipient(context, owner.ownerId, websiteId, id)).state,
      remove: () => deleteRecipient(context, owner.ownerId, websiteId, id),
    };
  };
  const post = (path: string, init: RequestInit = {}) =>
    api().fetch(path, { method: 'POST', redirect: 'manual', ...init });
  const sameOrigin = { headers: { 'sec-fetch-site': 'same-origin' } };

  it('ask first, and change nothing before the form is sent', async () => {
    const { address, confirm, unsubscribe, state } = await newRecipient();
    const pages = [
      [confirm, 'Confirm', 'confirmed'],
      [unsubscribe, 'Unsubscribe', 'unsubscribed'],
    ] as const;
    for (const [path, button, after] of pages) {
      const before = await state();
      await api().fetch(path, { method: 'HEAD' });
      const browser = openBrowser(api());
      const page = await browser.get(path);
      expectSafePage(page);
      expect([page.status, page.text]).toEqual([
        ...[200, expect.stringContaining(`about example.com to ${address}`)],
      ]);
      expect(page.text).toContain(`>${button}</button>`);
      expect(page.text).toContain('<meta name="robots" content="noindex"/>');
      expect(page.headers.get('referrer-policy')).toBe('same-origin');
      expect(await state()).toBe(before);
      const done = await browser.post(path, {});
      expect([done.status, done.text]).toEqual([
        ...[200, expect.stringContaining(`${address} gets`)],
      ]);
      expect(await state()).toBe(after);
      // Both can be opened and sent again.
      expect((await post(path, sameOrigin)).status).toBe(200);
      expect((await browser.get(path)).text).toContain(`${address} gets`);
      expect(await state()).toBe(after);
    }
  });

  it('unsubscribe for mail programs, which send neither cookies nor where they are from', async () => {
    const bodies = [
      { body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) },
      { body: multipart(), headers: { 'content-type': 'multipart/form-data; boundary=b' } },
      { headers: { 'sec-fetch-site': 'cross-site', origin: 'https://mail.example' } },
    ];
    for (const init of bodies) {
      const { unsubscribe, state } = await newRecipient();
      const response = await post(unsubscribe, init);
      expect([response.status, await state()]).toEqual([200, 'unsubscribed']);
    }
  });

  it('confirm only from their own page', async () => {
    const { confirm, state } = await newRecipient();
    for (const headers of [
      {},
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example' },
    ]) {
      const response = await post(confirm, { headers });
      expect([response.status, await state()]).toEqual([403, 'unconfirmed']);
    }
    const { host } = new URL(api().url);
    const own = await post(confirm, { headers: { origin: `http://${host}` } });
    expect([own.status, await state()]).toEqual([200, 'confirmed']);
  });

  const unknown = ['x', 'A'.repeat(43), 'A'.repeat(64)];
  const html = 'text/html; charset=utf-8';

  it('say that no mails come from a link to unsubscribe whose recipient is deleted, or that no recipient has', async () => {
    const { unsubscribe, remove } = await newRecipient();
    await remove();
    const paths = [unsubscribe, ...unknown.map((token) => `/sitegrade/mail/${token}/unsubscribe`)];
    for (const path of paths) {
      const page = await openBrowser(api()).get(path);
      expectSafePage(page);
      expect(page.headers.get('content-type')).toBe(html);
      // Mail programs unsubscribe with one click.
      const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
      const posted = await post(path, { body });
      for (const [status, text] of [
        [page.status, page.text],
        [posted.status, await posted.text()],
      ]) {
        expect([status, text]).toEqual([
          ...[200, expect.stringContaining('The subscription of this link no longer exists.')],
        ]);
        expect(text).not.toContain('<form');
      }
    }
  });

  it('are a 404 for a link to confirm that no recipient has, and without a link', async () => {
    for (const token of unknown) {
      const path = `/sitegrade/mail/${token}/confirm`;
      for (const response of [await api().fetch(path), await post(path, sameOrigin)]) {
        expect([response.status, response.headers.get('content-type')]).toEqual([404, html]);
      }
    }
    for (const path of ['a', 'a/b', 'a%00b/unsubscribe', '..%2f../unsubscribe']) {
      expect((await api().fetch(`/sitegrade/mail/${path}`)).status).toBe(404);
    }
  });
});

function multipart(): string {
  const field = 'Content-Disposition: form-data; name="List-Unsubscribe"';
  return ['--b', field, '', 'One-Click', '--b--', ''].join('\r\n');
}
