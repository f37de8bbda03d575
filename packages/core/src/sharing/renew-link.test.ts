import { expect, it } from 'vitest';
import { findSharedReport, findSharedWebsite } from './find-shared.ts';
import { sharingContext } from './fixtures/sharing-context.ts';
import { renewReportLink, renewWebsiteLink } from './renew-link.ts';

it('replaces the link of a report, and sends an event', async () => {
  const { context, events, share } = sharingContext();
  const { report, website } = await share('public');
  events.length = 0;
  const token = await renewReportLink(context, 'ann', report.id);
  expect(token).toMatch(/^[0-9a-f]{32}$/);
  expect(await findSharedReport(context, report.shareToken)).toBeUndefined();
  expect(await findSharedReport(context, token)).toMatchObject({ report: { id: report.id } });
  expect(await findSharedWebsite(context, website.shareToken)).toBeDefined();
  expect(events).toEqual([{ type: 'report.link_renewed', ownerId: 'ann', reportId: report.id }]);
});

it('replaces the link of a website, and sends an event', async () => {
  const { context, events, share } = sharingContext();
  const { report, website } = await share('public');
  events.length = 0;
  const token = await renewWebsiteLink(context, 'ann', website.id);
  expect(await findSharedWebsite(context, website.shareToken)).toBeUndefined();
  expect(await findSharedWebsite(context, token)).toMatchObject({
    website: { id: website.id, updatedAt: website.updatedAt },
  });
  expect(await findSharedReport(context, report.shareToken)).toBeDefined();
  expect(events).toEqual([{ type: 'website.link_renewed', ownerId: 'ann', websiteId: website.id }]);
});

it.each([
  { ownerId: 'bob', id: 1, code: 'not_found' },
  { ownerId: 'ann', id: 99, code: 'not_found' },
  { ownerId: '', id: 1, code: 'invalid_input' },
])('changes nothing for $ownerId and $id', async ({ ownerId, id, code }) => {
  const { context, events, share } = sharingContext();
  const { report, website } = await share('public');
  events.length = 0;
  await expect(renewReportLink(context, ownerId, id)).rejects.toMatchObject({ code });
  await expect(renewWebsiteLink(context, ownerId, id)).rejects.toMatchObject({ code });
  expect(await findSharedReport(context, report.shareToken)).toBeDefined();
  expect(await findSharedWebsite(context, website.shareToken)).toBeDefined();
  expect(events).toEqual([]);
});
