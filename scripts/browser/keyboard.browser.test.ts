import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { sampleReport } from './sample-report.ts';
import { ownerId, password, shareWebsite } from './share-website.ts';
import { useBrowser } from './use-browser.ts';
import { cookieLogin, usePages } from './use-pages.ts';

const maxTabs = 100;

/** Presses Tab until an element has the focus. Everything on the way must show that it has it. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let tabs = 0; tabs < maxTabs; tabs += 1) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(hiddenFocus)).toBeNull();
    if (await hasFocus(page, target)) return;
  }
  throw new Error(`Tab does not reach ${target} in ${maxTabs} steps.`);
}

async function hasFocus(page: Page, target: Locator): Promise<boolean> {
  return (await target.and(page.locator(':focus')).count()) === 1;
}

/** The element with the focus, if that cannot be seen. */
const hiddenFocus = `(() => {
  const { activeElement: element } = document;
  const { width, height, left, right } = element.getBoundingClientRect();
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  const isOnPage = width > 0 && height > 0 && left >= 0 && right <= innerWidth;
  const isVisible = isOnPage && outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
  return isVisible ? null : element.outerHTML.slice(0, 200);
})()`;

describe('with the keyboard alone', () => {
  const visit = useBrowser();
  const server = usePages('Fastify', { authenticate: cookieLogin });

  it('a report is read, filtered and unfolded', async () => {
    const sample = await sampleReport(server(), '/prices');
    const { paths } = await shareWebsite(server(), 'public', sample);
    const { page } = await visit(server().url, { width: 360 });
    await page.goto(paths.report);

    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to the content' });
    expect(await hasFocus(page, skip)).toBe(true);
    await page.keyboard.press('Enter');
    expect(new URL(page.url()).hash).toBe('#content');

    const passed = page.getByText(/checks passed$/);
    await tabTo(page, passed);
    const details = page.locator('details', { has: passed });
    await page.keyboard.press('Enter');
    expect(await details.getAttribute('open')).not.toBeNull();
    await page.keyboard.press('Enter');
    expect(await details.getAttribute('open')).toBeNull();

    await page.goto(paths.report);
    await tabTo(page, page.getByRole('link', { name: /^Failed/ }));
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${paths.report}?status=fail#checks`);
    expect(await page.locator('.check.warn').count()).toBe(0);
    expect(await page.locator('.check.fail').count()).toBeGreaterThan(0);
  });

  it('a report is created and deleted', async () => {
    const { page } = await visit(server().url, { cookies: { user: ownerId } });
    await page.goto('/sitegrade');
    await tabTo(page, page.getByLabel('URL of the page'));
    await page.keyboard.type(`${server().site.url}/guides/chain`);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/sitegrade/reports/*');
    await tabTo(page, page.getByRole('link', { name: 'Delete', exact: true }));
    await page.keyboard.press('Enter');
    await page.waitForURL('**/delete');
    await tabTo(page, page.getByRole('button', { name: 'Delete this report' }));
    await page.keyboard.press('Space');
    await page.getByText('The report is deleted.').waitFor();
  });

  it('the privacy of a website is changed', async () => {
    const { website } = await shareWebsite(server(), 'private');
    const { page } = await visit(server().url, { cookies: { user: ownerId } });
    await page.goto(`/sitegrade/websites/${website.id}`);
    await tabTo(page, page.getByRole('link', { name: 'Settings' }));
    await page.keyboard.press('Enter');
    await page.waitForURL('**/settings');
    await tabTo(page, page.getByLabel('Only you'));
    await page.keyboard.press('ArrowDown');
    await tabTo(page, page.getByLabel('Password', { exact: true }));
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await page.getByText('Saved.').waitFor();
    expect(await page.getByLabel('Anyone with a link and the password').isChecked()).toBe(true);
  });

  it('a webhook is created, and a test message sent', async () => {
    const { page } = await visit(server().url, { width: 390, cookies: { user: ownerId } });
    await page.goto('/sitegrade/webhooks');
    await tabTo(page, page.getByLabel('URL'));
    await page.keyboard.type('https://example.com/hooks/sitegrade');
    await tabTo(page, page.getByRole('checkbox', { name: /^New report/ }));
    await page.keyboard.press('Space');
    await tabTo(page, page.getByRole('button', { name: 'Create a webhook' }));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'The webhook is created' }).waitFor();
    await tabTo(page, page.getByLabel('Secret', { exact: true }));
    await tabTo(page, page.getByRole('button', { name: 'Send a test message' }));
    await page.keyboard.press('Enter');
    await page.getByText('The test message is queued.').waitFor();
    expect(await page.locator('.facts').innerText()).toContain('New report');
  });

  it('a password is entered', async () => {
    const { paths, website } = await shareWebsite(server(), 'password');
    const { page } = await visit(server().url);
    await page.goto(paths.website);
    const field = page.locator('input:focus');
    await field.waitFor();
    await page.keyboard.type('wrong');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await field.waitFor();
    await page.keyboard.type(password);
    await tabTo(page, page.getByRole('button', { name: 'Open' }));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: website.domain, exact: true }).waitFor();
  });
});
