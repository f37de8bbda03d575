import { checked, storeCrawl } from '@sitegrade/adapter-suite/store-crawl';
import { newReport } from '@sitegrade/testing';
import { describe, expect, it } from 'vitest';
import type { Context } from '../../context/context.ts';
import { createContext } from '../../context/create-context.ts';
import { createJob } from '../../jobs/create-jobs.ts';
import type { NewReport } from '../../store/report-store.ts';
import { updateWebsite } from '../../websites/update-website.ts';
import type { AlertMessage } from '../alerts/alert-message.ts';
import { processNextEvent } from '../alerts/process-events.ts';
import { createRecipient } from '../recipients/recipients.ts';
import { claimMail } from './attempt-mail.ts';
import { createDigests } from './create-digests.ts';
import { mailContext } from './fixtures/mail-context.ts';

const create = (context: Context, part: Partial<NewReport> = {}) =>
  context.store.reports.create(newReport({ ownerId: 'ann', createdAt: context.now(), ...part }));

/** Processes all that has happened, and returns the messages of the mails that wait, with their recipients. */
async function messagesOf(context: Context) {
  while (await processNextEvent(context));
  const found = [];
  for (;;) {
    const claimed = await claimMail(context, []);
    if (claimed === undefined) return found;
    const { type, data } = JSON.parse(claimed.body ?? '{}') as Partial<AlertMessage>;
    found.push({ id: claimed.recipient.id, type, data });
  }
}

it('sends each recipient of a website the events that it wants', async () => {
  const { context, newWebsite, newRecipient } = mailContext();
  const websiteId = await newWebsite();
  const other = await newWebsite('other.example');
  const all = await newRecipient(websiteId, { events: ['report.created', 'score.dropped'] });
  const drops = await newRecipient(websiteId, { events: ['score.dropped'] });
  await newRecipient(websiteId, { events: ['crawl.failed'] });
  await newRecipient(other, { events: ['report.created', 'score.dropped'] });
  await create(context, { score: 90 });
  expect(await messagesOf(context)).toMatchObject([
    { id: all.recipient.id, type: 'report.created' },
  ]);
  const { id } = await create(context, { score: 80 });
  const messages = await messagesOf(context);
  expect(messages.map(({ id: to, type }) => [to, type])).toEqual([
    [all.recipient.id, 'score.dropped'],
    [drops.recipient.id, 'score.dropped'],
  ]);
  expect(messages[1]?.data).toMatchObject({
    score_change: -10,
    link: `https://seo.example.com/sitegrade/reports/${id}`,
  });
});

it('sends new findings that are important enough', async () => {
  const { context, newWebsite, newRecipient } = mailContext();
  const websiteId = await newWebsite();
  const [check] = Object.entries(newReport().checks);
  if (check === undefined) throw new Error('The fixture has no check.');
  const [id, result] = check;
  const events = ['findings.new'] as const;
  const low = await newRecipient(websiteId, { events, minImportance: 'low' });
  await newRecipient(websiteId, { events, minImportance: 'high' });
  const found = [1, 2, 3].map((line) => ({
    ...({ kind: 'html', column: 1 } as const),
    text: `<img id="${line}">`,
    line,
  }));
  const statusOf = (status: 'pass' | 'fail') => ({
    checks: {
      [id]: {
        ...result,
        ...({ status, importance: 'medium' } as const),
        evidence: status === 'fail' ? found : [],
      },
    },
  });
  await create(context, statusOf('pass'));
  expect(await messagesOf(context)).toEqual([]);
  await create(context, statusOf('fail'));
  expect(await messagesOf(context)).toMatchObject([
    // Its check once, with its first places.
    {
      id: low.recipient.id,
      data: { new_findings: { total: 3, rows: [{ line: 1 }, { line: 2 }], counts: { [id]: 3 } } },
    },
  ]);
});

it('says the same in one mail', async () => {
  const { context, newWebsite, newRecipient } = mailContext();
  const websiteId = await newWebsite();
  await newRecipient(websiteId, { events: ['report.created', 'findings.new', 'score.dropped'] });
  const [[id, result] = []] = Object.entries(newReport().checks);
  if (id === undefined || result === undefined) throw new Error('The fixture has no check.');
  const found = { kind: 'html', text: '<img>', line: 1, column: 1 } as const;
  const passed = { ...result, status: 'pass', evidence: [] } as const;
  const failed = { ...result, status: 'fail', importance: 'high', evidence: [found] } as const;
  await create(context, { score: 90, checks: { [id]: passed } });
  await create(context, { score: 80, checks: { [id]: failed } });
  expect((await messagesOf(context)).map(({ type }) => type)).toEqual([
    'report.created',
    'findings.new',
  ]);
});

it('says that a site does not respond, and not that its report failed, too', async () => {
  const { context, newWebsite, newRecipient, sendAll, sent, pass } = mailContext();
  const events = ['report.failed', 'site.unreachable'] as const;
  await newRecipient(await newWebsite(), { events });
  const fail = async () => {
    await createJob(context, 'ann', { url: 'https://example.com/' });
    const claim = { token: 'lease', leaseMs: 1_000, perHost: 9, now: context.now() };
    const claimed = await context.store.jobs.claim(claim);
    if (claimed === undefined) throw new Error('No job is due.');
    const reason = 'connect_refused';
    const error = { code: 'page_unreachable', reason, message: 'No.' } as const;
    await context.store.jobs.end(claimed.lease, { kind: 'failed', error }, context.now());
    while (await processNextEvent(context));
    await sendAll();
    return sent.splice(0).map(({ subject }) => subject);
  };
  pass(1);
  expect(await fail()).toEqual([expect.stringContaining('report failed')]);
  pass(11 * 60_000);
  expect(await fail()).toEqual([expect.stringContaining('does not respond')]);
});

describe('the link of a mail', () => {
  const root = 'https://seo.example.com/sitegrade';

  /** What mails about a report, a crawl and a week lead to, of a website with this privacy. */
  const linksOf = async (change: Parameters<typeof updateWebsite>[3]) => {
    const made = mailContext();
    const { context, newWebsite, newRecipient, sendAll, sent, setNow } = made;
    const websiteId = await newWebsite();
    const events = ['report.created', 'crawl.completed'] as const;
    await newRecipient(websiteId, { events, digest: true });
    const { shareToken } = await updateWebsite(context, 'ann', websiteId, change);
    const report = await create(context);
    const pages = [{ path: '/', outcome: checked(80) }];
    const stored = { ownerId: 'ann', domain: 'example.com', pages, createdAt: context.now() };
    const earlier = await storeCrawl(context.store, stored);
    // The website shares the last one only.
    const last = await storeCrawl(context.store, stored);
    while (await processNextEvent(context));
    await sendAll();
    setNow('2027-01-04T09:00Z');
    await createDigests(context);
    await sendAll();
    const links = sent.flatMap(
      ({ text }) => /^(?:Open|Show).*:\n(.*)\n(?:You need|This page)?/m.exec(text)?.[1] ?? [],
    );
    return { links, token: shareToken, report, earlier, last, websiteId, sent };
  };

  it.each([{ privacy: 'public' } as const, { privacy: 'password', password: 'x' } as const])(
    'is the shared page of what is shared: %j',
    async (change) => {
      const { links, token, report, earlier, sent } = await linksOf(change);
      expect(links.toSorted()).toEqual([
        `${root}/crawls/${earlier.id}`,
        `${root}/share/reports/${report.shareToken}`,
        `${root}/share/websites/${token}`,
        `${root}/share/websites/${token}/issues`,
      ]);
      const needs = (note: string) => sent.filter(({ text }) => text.includes(note)).length;
      expect(needs('You need the password')).toBe(change.privacy === 'password' ? 3 : 0);
      expect(needs('This page is not shared')).toBe(1);
    },
  );

  it('is the page of the console if the website is private', async () => {
    const { links, report, earlier, last, websiteId } = await linksOf({ privacy: 'private' });
    expect(links.toSorted()).toEqual([
      `${root}/crawls/${earlier.id}`,
      `${root}/crawls/${last.id}`,
      `${root}/reports/${report.id}`,
      `${root}/websites/${websiteId}`,
    ]);
  });
});

it('sends nothing that happened before a recipient has confirmed', async () => {
  const { context, newWebsite, newRecipient, sendAll, pass } = mailContext();
  const websiteId = await newWebsite();
  const events = ['report.created'] as const;
  await newRecipient(websiteId, { events });
  await createRecipient(context, 'ann', websiteId, { address: 'unconfirmed@example.org', events });
  await sendAll();
  await create(context);
  pass(1);
  const late = await newRecipient(websiteId, { events });
  const messages = await messagesOf(context);
  expect(messages.filter(({ id }) => id === late.recipient.id)).toEqual([]);
  expect(messages.filter(({ type }) => type === 'report.created')).toHaveLength(1);
});

it('makes no mails beyond the quota of a day, and says how many', async () => {
  const { context, newWebsite, newRecipient, events } = mailContext({ quotas: { mailsPerDay: 4 } });
  const websiteId = await newWebsite();
  const wanted = { events: ['report.created', 'score.dropped'] } as const;
  await newRecipient(websiteId, wanted);
  await newRecipient(websiteId, wanted);
  await create(context, { score: 99 });
  expect(await messagesOf(context)).toHaveLength(2);
  await create(context, { score: 10 });
  expect(await messagesOf(context)).toEqual([]);
  expect(events.filter(({ type }) => type === 'mail.dropped')).toEqual([
    { type: 'mail.dropped', ownerId: 'ann', kind: 'alert', count: 2 },
  ]);
});

it('makes mails in a process that sends none, as another one may send them', async () => {
  const { context, newWebsite, newRecipient } = mailContext();
  await newRecipient(await newWebsite(), { events: ['report.created'] });
  const silent = createContext({ store: context.store, now: context.now });
  await create(silent);
  while (await processNextEvent(silent));
  expect(await messagesOf(context)).toMatchObject([{ type: 'report.created' }]);
});
