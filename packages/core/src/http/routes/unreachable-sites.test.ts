import { expectSafePage, openBrowser } from '@sitegrade/adapter-suite/browser';
import { useApi } from '@sitegrade/adapter-suite/in-process';
import { describe, expect, it } from 'vitest';

const since = new Date('2026-03-14T09:27:04.935Z');

// Websites whose sites do not respond. Workers find out in the tests of the domain.

describe('a site that does not respond', () => {
  const api = useApi(() => ({ pages: true }));

  it('is shown with its website, in lists, in files and in the console', async () => {
    const user = await api().newUser();
    const browser = openBrowser(api());
    await browser.post('/sitegrade/sign-in', { key: user.key });
    const url = '/api/v1/websites';
    await user.json('POST', '/api/v1/webhooks', { url: 'https://hooks.example.com/' });
    const { websiteId } = await user.addReport({ domain: 'example.com' });
    const page = `/sitegrade/websites/${websiteId}`;
    const nothing = { failingSince: null, isUnreachable: false, recheck: null };
    const from = { ...nothing, certificatesTold: [] };
    expect((await user.get(`${url}/${websiteId}`)).body.data).toMatchObject({
      unreachable_since: null,
    });
    expect((await browser.get(page)).text).not.toContain('This site has not responded');

    const { deliveries } = api().store;
    const now = new Date();
    const claimed = await deliveries.claimEvent({ token: 'site', leaseMs: 60_000, now });
    if (claimed === undefined) throw new Error('Nothing has happened.');
    const to = { ...from, failingSince: since, isUnreachable: true };
    const site = { ownerId: user.ownerId, websiteId, from, to };
    await deliveries.endEvent(claimed.lease, { deliveries: [], maxWaiting: 9, site, now });

    const unreachable = { unreachable_since: since.toISOString() };
    expect((await user.get(`${url}/${websiteId}`)).body.data).toMatchObject(unreachable);
    expect((await user.list(url)).body.data).toMatchObject([unreachable]);
    const csv = await user.get(url, { accept: 'text/csv' });
    expect(csv.text).toContain(`,${unreachable.unreachable_since},`);
    const shown = await browser.get(page);
    expectSafePage(shown);
    expect(shown.text).toMatch(/This site has not responded since .*14 March 2026.*09:27 UTC\./);
    await user.addReport({ domain: 'responds.example' });
    const list = await browser.get('/sitegrade?show=unreachable');
    expect(list.text).toContain('Does not respond since 14 Mar 2026');
    expect(list.text).not.toContain('responds.example');
  });
});
