import { createWebhook, getWebhook, listWebhooks, testWebhook } from '@sitegrade/core';
import { newReport } from '@sitegrade/testing';
import { describe, expect, it } from 'vitest';
import { ownerId } from './share-website.ts';
import { submit } from './submit.ts';
import { useBrowser } from './use-browser.ts';
import { cookieLogin, usePages } from './use-pages.ts';

const cookies = { user: ownerId };
const url = 'https://hooks.example.com/sitegrade';
/** How often a page loads what has changed. */
const updateMs = 2_000;

describe('webhooks', () => {
  const visit = useBrowser();
  const server = usePages('Fastify', { authenticate: cookieLogin });

  it('without scripts are created, tested, disabled, changed and deleted', async () => {
    const { context } = server();
    const { page } = await visit(server().url, { cookies, javaScriptEnabled: false });
    await page.goto('/sitegrade');
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByLabel('URL').fill('http://hooks.example.com/sitegrade');
    await page.getByRole('checkbox', { name: /^New report/ }).check();
    await submit(page, 'Create a webhook');
    expect(await page.getByRole('alert').innerText()).toContain('begins with https://');
    await page.getByLabel('URL').fill(url);
    await submit(page, 'Create a webhook');
    const secret = await page.getByLabel('Secret', { exact: true }).inputValue();
    expect(secret).toMatch(/^whsec_/);
    const [{ id, events } = { id: 0, events: [] }] = await listWebhooks(context, ownerId);
    expect(events).toContain('report.created');

    await submit(page, 'Send a test message');
    await page.waitForURL(`**/webhooks/${id}?done=webhook_tested#deliveries`);
    expect(await page.getByRole('status').innerText()).toContain('The test message is queued.');
    await page.getByRole('link', { name: 'Refresh' }).click();
    await submit(page, 'Disable');
    expect(await page.getByText('You have disabled it.').count()).toBe(1);
    await submit(page, 'Enable');
    await page.getByLabel('Format').selectOption('discord');
    await submit(page, 'Save');
    expect(await page.getByRole('status').innerText()).toBe('Saved.');
    expect(await getWebhook(context, ownerId, id)).toMatchObject({ format: 'discord', url });
    await page.getByRole('link', { name: 'Delete this webhook' }).click();
    await submit(page, 'Delete this webhook');
    expect(await page.getByRole('status').innerText()).toBe('The webhook is deleted.');
    expect(await listWebhooks(context, ownerId)).toEqual([]);
  });
});

describe('the page of a webhook', () => {
  const visit = useBrowser();
  const server = usePages('Fastify', { authenticate: cookieLogin });
  const deliver = async () => {
    const { deliveries } = server().store;
    const claim = { token: 'sample', leaseMs: updateMs, now: new Date() };
    const claimed = await deliveries.claim(claim);
    if (claimed === undefined) throw new Error('No delivery is due.');
    const outcome = { kind: 'delivered', httpStatus: 204, durationMs: 12 } as const;
    await deliveries.end(claimed.lease, outcome, new Date());
  };

  it('shows how a delivery ends, and is then left alone', async () => {
    const { context } = server();
    const { webhook } = await createWebhook(context, ownerId, { url });
    await testWebhook(context, ownerId, webhook.id);
    const { page } = await visit(server().url, { cookies });
    const time = Date.now();
    await page.clock.install({ time });
    await page.clock.pauseAt(time + 3_600_000);
    await page.goto(`/sitegrade/webhooks/${webhook.id}`);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await deliver();
    const response = page.waitForResponse('**/webhooks/*');
    await page.clock.runFor(updateMs);
    await (await response).finished();
    await page.getByText('Delivered', { exact: true }).waitFor();
    await page.clock.runFor(10 * updateMs);
    expect(requests).toHaveLength(1);
    const again = page.getByRole('button', { name: /^Send again: Test message/ });
    await again.focus();
    await page.keyboard.press('Enter');
    await page.getByText('The delivery is queued again.').waitFor();
  });

  it('hides choices that are not needed', async () => {
    const report = newReport({ ownerId, domain: 'one.example' });
    const { websiteId } = await server().store.reports.create(report);
    const { page } = await visit(server().url, { cookies, width: 390 });
    await page.goto('/sitegrade/webhooks');
    const website = page.getByRole('checkbox', { name: 'one.example' });
    const importance = page.getByLabel('Importance of new findings');
    expect([await website.isVisible(), await importance.isVisible()]).toEqual([false, true]);
    await page.getByRole('radio', { name: /^Only these/ }).check();
    await page.getByRole('checkbox', { name: /^New findings/ }).uncheck();
    expect([await website.isVisible(), await importance.isVisible()]).toEqual([true, false]);
    await website.check();
    await page.getByLabel('URL').fill(url);
    await submit(page, 'Create a webhook');
    const webhooks = await listWebhooks(server().context, ownerId);
    expect(webhooks.at(-1)?.websiteIds).toEqual([websiteId]);
  });
});
