import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { issueApiKey, listReports, listWebsites, revokeApiKey } from '@sitegrade/core';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownerId, password, shareWebsite } from './share-website.ts';
import { submit } from './submit.ts';
import { useBrowser } from './use-browser.ts';
import { cookieLogin, usePages } from './use-pages.ts';

const scripts = [true, false];

const headingOf = (page: Page) => page.getByRole('heading', { level: 1 }).innerText();
const phone = { width: 360, height: 640 };

async function isInView(locator: Locator): Promise<boolean> {
  const box = await locator.boundingBox();
  return box !== null && box.y >= 0 && box.y + box.height <= phone.height;
}

const pathOf = (page: Page) => new URL(page.url()).pathname;

describe('the console with an API key', () => {
  const visit = useBrowser();
  const server = usePages('Express');

  const signIn = async (page: Page, key: string) => {
    await page.getByLabel('API key').fill(key);
    await submit(page, 'Sign in');
  };
  const newKey = async (name = 'test') => issueApiKey(server().context, ownerId, { name });

  it.each(scripts)('signs in and out; with scripts: %s', async (javaScriptEnabled) => {
    const { key } = await newKey();
    const { page } = await visit(server().url, { javaScriptEnabled });
    await page.goto('/sitegrade/reports?result=bad');
    expect(await headingOf(page)).toBe('Sign in');

    await signIn(page, `${key}x`);
    expect(await page.getByRole('alert').innerText()).toContain('not valid');
    expect(await page.getByLabel('API key').getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByLabel('API key').inputValue()).toBe('');

    await signIn(page, key);
    expect(page.url()).toBe(`${server().url}/sitegrade/reports?result=bad`);
    const [session] = await page.context().cookies();
    expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/sitegrade' });

    await submit(page, 'Sign out');
    expect(await page.getByRole('status').innerText()).toBe('You are signed out.');
    expect(await page.context().cookies()).toEqual([]);
    // The session itself has ended, not only the browser's cookie.
    if (session) await page.context().addCookies([session]);
    await page.goto('/sitegrade');
    expect(pathOf(page)).toBe('/sitegrade/sign-in');
  });

  it('asks to sign in again when the session has expired or the key is revoked', async () => {
    const { key, apiKey } = await newKey();
    const { page } = await visit(server().url);
    await page.goto('/sitegrade');
    await signIn(page, key);
    expect(pathOf(page)).toBe('/sitegrade');
    server().clock.aheadMs = 24 * 3_600_000;
    await page.goto('/sitegrade');
    expect(pathOf(page)).toBe('/sitegrade/sign-in');
    server().clock.aheadMs = 0;
    await page.goto('/sitegrade');
    expect(pathOf(page)).toBe('/sitegrade');
    await revokeApiKey(server().context, ownerId, apiKey.id);
    await page.goto('/sitegrade');
    expect(pathOf(page)).toBe('/sitegrade/sign-in');
  });

  it.each(scripts)(
    'issues a key, shows it once, and revokes it; with scripts: %s',
    async (javaScriptEnabled) => {
      const { key } = await newKey();
      const { page } = await visit(server().url, { javaScriptEnabled });
      await page.goto('/sitegrade/keys');
      await signIn(page, key);

      const name = `deploy ${javaScriptEnabled}`;
      await page.getByLabel('Name').fill(name);
      await page.getByLabel('Days until it expires').fill('soon');
      await submit(page, 'Issue a key');
      expect(await page.getByRole('alert').innerText()).toContain('whole number of days');
      expect(await page.getByLabel('Name').inputValue()).toBe(name);

      await page.getByLabel('Days until it expires').fill('30');
      await submit(page, 'Issue a key');
      const field = page.getByLabel('API key', { exact: true });
      const issued = await field.inputValue();
      const copy = page.getByRole('button', { name: /^Copy/ });
      expect(await copy.isVisible()).toBe(javaScriptEnabled);
      if (javaScriptEnabled) {
        await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
        await copy.click();
        await page.getByText('Copied').waitFor();
        expect(await page.evaluate('navigator.clipboard.readText()')).toBe(issued);
      }
      await page.goto('/sitegrade/keys');
      expect(await page.content()).not.toContain(issued);

      await page.getByRole('link', { name: `Revoke ${name}` }).click();
      await page.waitForURL('**/revoke');
      await submit(page, 'Revoke this key');
      expect(await page.getByRole('status').innerText()).toBe('The key is revoked.');
      expect(await page.getByRole('row', { name }).innerText()).toContain('Revoked');
    },
  );
});

describe('the console with the login of the host', () => {
  const visit = useBrowser();
  const server = usePages('Fastify', { authenticate: cookieLogin });
  const cookies = { user: ownerId };

  it('is closed to others', async () => {
    const { report } = await shareWebsite(server(), 'public');
    const { page } = await visit(server().url);
    expect((await page.goto('/sitegrade'))?.status()).toBe(401);
    // A link to the start page would lead here again.
    expect(await page.locator('main a').count()).toBe(0);
    const other = await visit(server().url, { cookies: { user: 'bob' } });
    for (const path of ['', '/delete', '/compare/1', '/renew-link']) {
      const response = await other.page.goto(`/sitegrade/reports/${report.id}${path}`);
      expect(response?.status()).toBe(404);
    }
  });

  it.each(scripts)(
    'creates, compares and deletes reports; with scripts: %s',
    async (javaScriptEnabled) => {
      const { context, site } = server();
      const { page } = await visit(server().url, { javaScriptEnabled, cookies });
      const url = page.getByLabel('URL of the page');
      await page.goto('/sitegrade');
      await url.fill('ftp://example.com/');
      await submit(page, 'Create report');
      expect(await page.getByRole('alert').isVisible()).toBe(true);
      expect(await url.inputValue()).toBe('ftp://example.com/');

      const address = `${site.url}/guides/chain${javaScriptEnabled ? '' : '-copy'}`;
      await url.fill(address);
      await submit(page, 'Create report');
      expect(await page.getByRole('link', { name: address }).first().isVisible()).toBe(true);
      await submit(page, 'Analyse again');
      const path = pathOf(page);
      await submit(page, 'Compare');
      expect(pathOf(page)).toMatch(/^\/sitegrade\/reports\/\d+\/compare\/\d+$/);

      await page.goto(path);
      await page.getByRole('link', { name: 'Delete', exact: true }).click();
      await page.waitForURL('**/delete');
      await page.getByRole('link', { name: 'Cancel' }).click();
      await page.waitForURL(`**${path}`);
      await page.goto(`${path}/delete`);
      await submit(page, 'Delete this report');
      expect(await page.getByRole('status').innerText()).toBe('The report is deleted.');
      expect((await page.goto(path))?.status()).toBe(404);
      expect((await listReports(context, ownerId, { url: address })).total).toBe(1);
    },
  );

  it('says when there is no connection, and when it is back', async () => {
    const { page } = await visit(server().url, { cookies });
    await page.goto('/sitegrade');
    const message = page.getByText('There is no connection to the server.');
    expect(await message.isVisible()).toBe(false);
    await page.context().setOffline(true);
    await message.waitFor();
    await page.context().setOffline(false);
    await message.waitFor({ state: 'hidden' });
  });

  it('sends a form once for two clicks, and again after Back', async () => {
    const { page } = await visit(server().url, { cookies });
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(request.url());
    });
    await page.goto('/sitegrade');
    for (const times of [1, 2]) {
      await page.getByLabel('URL of the page').fill(`${server().site.url}/slow?ms=1000`);
      const box = await page.getByRole('button', { name: 'Create report' }).boundingBox();
      const click = () => page.mouse.click((box?.x ?? 0) + 9, (box?.y ?? 0) + 9);
      const request = page.waitForRequest((sent) => sent.method() === 'POST');
      await click();
      await request;
      await click();
      await page.waitForURL('**/sitegrade/reports/*');
      expect(sent).toHaveLength(times);
      await page.goBack();
    }
  });

  it('protects a website with a password, renews its link, and deletes it', async () => {
    const { website } = await shareWebsite(server(), 'private');
    const path = `/sitegrade/websites/${website.id}`;
    const { page } = await visit(server().url, { cookies });
    const visitor = await visit(server().url);
    // On a phone, the form is far below the top of the page.
    await page.setViewportSize(phone);
    await page.goto(`${path}/settings`);
    await page.getByLabel('Anyone with a link and the password').check();
    await submit(page, 'Save');
    expect(await page.getByRole('alert').innerText()).toContain('Enter a password');
    expect(await isInView(page.getByRole('alert'))).toBe(true);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await submit(page, 'Save');
    expect(await page.getByRole('status').innerText()).toBe('Saved.');
    expect(await isInView(page.getByRole('status'))).toBe(true);

    await page.getByRole('link', { name: 'Overview' }).click();
    await page.waitForURL(`**${path}`);
    await page.getByText('Share', { exact: true }).click();
    const link = await page.getByRole('textbox', { name: 'Share link' }).inputValue();
    await visitor.page.goto(link);
    await visitor.page.getByLabel('Password').fill(password);
    await submit(visitor.page, 'Open');
    expect(await headingOf(visitor.page)).toBe(website.domain);

    await page.getByRole('link', { name: 'Change who can open it' }).click();
    await page.waitForURL('**/settings#privacy');
    await page.getByRole('link', { name: 'Renew the link' }).click();
    await page.waitForURL('**/renew-link');
    await submit(page, 'Renew the link');
    expect(await page.getByRole('textbox', { name: 'Share link' }).inputValue()).not.toBe(link);
    expect(await isInView(page.getByRole('status'))).toBe(true);
    expect((await visitor.page.goto(link))?.status()).toBe(404);

    await page.goto(`${path}/delete`);
    expect(await page.getByText('2 reports').isVisible()).toBe(true);
    await submit(page, 'Delete this website');
    expect(await page.getByRole('status').innerText()).toBe('The website is deleted.');
    const { rows } = await listWebsites(server().context, ownerId, { search: website.domain });
    expect(rows).toEqual([]);
  });

  describe('pages of another site', () => {
    const evil = createServer((request, response) => {
      const target = new URL(request.url ?? '', 'http://evil.invalid').searchParams.get('target');
      response.setHeader('content-type', 'text/html');
      response.end(
        `<!doctype html><link rel="icon" href="data:,"><form method="post" action="${target}"><button>Win</button></form>`,
      );
    });
    beforeAll(() => new Promise<void>((resolve) => evil.listen(0, resolve)));
    afterAll(() => new Promise((resolve) => evil.close(resolve)));

    // The second one is of the same site for browsers, which ignore the port.
    it.each(['localhost', '127.0.0.1'])('cannot send forms: %s', async (host) => {
      const { report } = await shareWebsite(server(), 'private');
      const otherOrigins = [`http://${host}:${(evil.address() as AddressInfo).port}`];
      const { page } = await visit(server().url, { cookies, otherOrigins });
      const target = `${server().url}/sitegrade/reports/${report.id}/delete`;
      await page.goto(`${otherOrigins[0]}/?target=${encodeURIComponent(target)}`);
      await submit(page, 'Win');
      expect(await headingOf(page)).toBe('Sent from another website');
      expect((await page.goto(target))?.status()).toBe(200);
    });
  });
});
