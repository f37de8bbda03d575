import { renewWebsiteLink, updateWebsite } from '@sitegrade/core';
import { newReport } from '@sitegrade/testing';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ownerId, password, shareWebsite } from './share-website.ts';
import { submit } from './submit.ts';
import { useBrowser } from './use-browser.ts';
import { cookieLogin, usePages } from './use-pages.ts';

const hour = 3_600_000;

describe('shared pages', () => {
  const visit = useBrowser();
  const server = usePages('Express', { authenticate: cookieLogin });

  /** The heading and the status of a page. */
  const open = async (page: Page, path: string) => {
    const response = await page.goto(path);
    return [response?.status(), await page.getByRole('heading', { level: 1 }).innerText()];
  };
  const enter = async (page: Page, text: string) => {
    await page.getByLabel('Password').fill(text);
    await submit(page, 'Open');
  };
  const asksForPassword = [403, 'Password required'];

  it('public ones are open to anyone, and lead to each other', async () => {
    const { paths, website } = await shareWebsite(server(), 'public');
    const { page } = await visit(server().url);
    const title = `Title of ${website.domain}`;
    expect(await open(page, paths.website)).toEqual([200, website.domain]);
    await page.getByRole('row').getByRole('link', { name: title }).click();
    await page.waitForURL(`**${paths.report}`);
    expect(await page.getByText('use the menu of the browser').isVisible()).toBe(false);
    await page.getByRole('link', { name: 'Compare both reports' }).click();
    await page.waitForURL(`**${paths.comparison}`);
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(title);
    await page.goto(`${paths.website}/badge.svg`);
    expect(await page.locator('svg').getAttribute('aria-label')).toMatch(
      /^SEO: good, 80 of 100 · latest report/,
    );
  });

  it('print everything but their controls, if one asks for everything', async () => {
    const { checks } = newReport();
    const { title } = checks;
    const passed = title && { ...title, status: 'pass' as const, title: 'A passed check' };
    const { paths } = await shareWebsite(server(), 'public', {
      checks: { ...checks, ...(passed && { passed }) },
    });
    const { page } = await visit(server().url, { javaScriptEnabled: false });
    await page.goto(paths.report);
    const check = page.getByRole('heading', { name: 'A passed check' });
    expect(await page.getByText('use the menu of the browser').isVisible()).toBe(true);
    const filters = page.locator('.filters').first();
    expect([await check.isVisible(), await filters.isVisible()]).toEqual([false, true]);
    await page.emulateMedia({ media: 'print' });
    expect([await check.isVisible(), await filters.isVisible()]).toEqual([false, false]);
    await page.emulateMedia({ media: 'screen' });
    await page.getByLabel('Print everything, also what passed').check();
    await page.emulateMedia({ media: 'print' });
    expect([await check.isVisible(), await filters.isVisible()]).toEqual([true, false]);
  });

  it('private ones are missing for all but their owner', async () => {
    const { paths, website } = await shareWebsite(server(), 'private');
    for (const cookies of [{}, { user: 'bob' }]) {
      const { page } = await visit(server().url, { cookies });
      for (const path of [...Object.values(paths), '/sitegrade/share/reports/missing']) {
        expect(await open(page, path)).toEqual([404, 'Page not found']);
        expect(await page.content()).not.toContain(website.domain);
      }
    }
    const { page } = await visit(server().url, { cookies: { user: ownerId } });
    expect(await open(page, paths.website)).toEqual([200, website.domain]);
    expect(await page.getByText('Only you can see this').isVisible()).toBe(true);
  });

  it('end with their link', async () => {
    const { paths, website } = await shareWebsite(server(), 'public');
    await renewWebsiteLink(server().context, ownerId, website.id);
    const { page } = await visit(server().url);
    expect(await open(page, paths.website)).toEqual([404, 'Page not found']);
    expect((await open(page, paths.report))[0]).toBe(200);
  });

  it.each([true, false])(
    'a password opens all pages of a website; with scripts: %s',
    async (javaScriptEnabled) => {
      const { paths, website } = await shareWebsite(server(), 'password');
      const other = await shareWebsite(server(), 'password');
      const { page } = await visit(server().url, { javaScriptEnabled });
      expect(await open(page, paths.report)).toEqual(asksForPassword);
      expect(await page.content()).not.toContain(website.domain);

      await enter(page, 'wrong');
      const field = page.getByLabel('Password');
      expect(await field.getAttribute('aria-invalid')).toBe('true');
      expect(await page.getByRole('alert').innerText()).toContain('not right');
      expect(await field.inputValue()).toBe('');

      await enter(page, password);
      expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(
        `Title of ${website.domain}`,
      );
      expect(new URL(page.url()).pathname).toBe(paths.report);
      expect((await open(page, paths.website))[0]).toBe(200);
      expect((await open(page, paths.comparison))[0]).toBe(200);
      expect(await open(page, other.paths.report)).toEqual(asksForPassword);
      expect(await page.evaluate('document.cookie')).toBe('');
    },
  );

  it('ask again after 12 hours', async () => {
    const { paths } = await shareWebsite(server(), 'password');
    const { page } = await visit(server().url);
    await page.goto(paths.report);
    await enter(page, password);
    server().clock.aheadMs = 12 * hour - 60_000;
    expect((await open(page, paths.report))[0]).toBe(200);
    server().clock.aheadMs = 12 * hour + 1;
    expect(await open(page, paths.report)).toEqual(asksForPassword);
    // The browser still has the cookie: its clock has not moved.
    expect(await page.context().cookies()).toHaveLength(1);
    server().clock.aheadMs = 0;
  });

  it('ask again with a cookie that was changed', async () => {
    const { paths } = await shareWebsite(server(), 'password');
    const { page } = await visit(server().url);
    await page.goto(paths.report);
    await enter(page, password);
    const [cookie] = await page.context().cookies();
    if (cookie === undefined) throw new Error('There is no cookie.');
    const [expiry = '', signature = ''] = cookie.value.split('.');
    const later = (Number.parseInt(expiry, 36) + hour).toString(36);
    for (const value of [`${later}.${signature}`, `${expiry}.${'A'.repeat(43)}`, expiry]) {
      await page.context().addCookies([{ ...cookie, value }]);
      expect(await open(page, paths.report)).toEqual(asksForPassword);
    }
    await page.context().addCookies([cookie]);
    expect((await open(page, paths.report))[0]).toBe(200);
  });

  it('ask again after the password was changed', async () => {
    const { paths, website } = await shareWebsite(server(), 'password');
    const { page } = await visit(server().url);
    await page.goto(paths.report);
    await enter(page, password);
    await updateWebsite(server().context, ownerId, website.id, { password: 'a new one' });
    expect(await open(page, paths.report)).toEqual(asksForPassword);
    await enter(page, password);
    expect(await page.getByRole('alert').isVisible()).toBe(true);
    await enter(page, 'a new one');
    expect((await open(page, paths.report))[0]).toBe(200);
  });

  it('slow down who guesses, also with the right password', async () => {
    const { paths } = await shareWebsite(server(), 'password');
    const { page } = await visit(server().url);
    await page.goto(paths.report);
    // Longer than any password, so that they are counted without the time of a hash.
    const tooLong = 'x'.repeat(2_000);
    for (let guess = 0; guess < 10; guess += 1) await enter(page, tooLong);
    await enter(page, password);
    expect(await page.getByText('Too many attempts').first().isVisible()).toBe(true);
    server().clock.aheadMs = 11 * 60_000;
    await page.goto(paths.report);
    await enter(page, password);
    expect((await open(page, paths.report))[0]).toBe(200);
    server().clock.aheadMs = 0;
  });
});
