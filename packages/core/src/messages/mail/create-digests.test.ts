import { newReport } from '@sitegrade/testing';
import { expect, it, vi } from 'vitest';
import { crawlStorage } from '../../crawls/fixtures/crawl-storage.ts';
import { updateRecipient } from '../recipients/recipients.ts';
import { claimMail } from './attempt-mail.ts';
import { createDigests } from './create-digests.ts';
import { mailContext } from './fixtures/mail-context.ts';
import type { Digest } from './mail.ts';

const dayMs = 86_400_000;
const weekMs = 7 * dayMs;
/** A Tuesday. */
const tuesday = '2027-01-05T12:00Z';

type StoredDigest = Digest & { readonly from: string; readonly to: string };

function open(options: Parameters<typeof mailContext>[0] = {}) {
  const made = mailContext(options);
  const { context, setNow } = made;
  setNow(tuesday);
  return {
    ...made,
    report: (part: Parameters<typeof newReport>[0] = {}) =>
      context.store.reports.create(
        newReport({ ownerId: 'ann', createdAt: context.now(), ...part }),
      ),
    /** The digests that wait after the call, with their recipients. */
    digests: async () => {
      await createDigests(context);
      const found: { readonly to: number; readonly digest: StoredDigest }[] = [];
      for (;;) {
        const claimed = await claimMail(context, []);
        if (claimed === undefined) return found;
        expect(claimed.kind).toBe('digest');
        const digest = JSON.parse(claimed.body ?? '') as StoredDigest;
        found.push({ to: claimed.recipient.id, digest });
        await context.store.mails.end(claimed.lease, { kind: 'sent' }, context.now());
      }
    },
  };
}

const digestOnly = { events: [], digest: true } as const;

it('sends what a week has brought on Monday, once, by any number of workers', async () => {
  const { context, newWebsite, newRecipient, report, digests, pass } = open();
  const websiteId = await newWebsite();
  const { recipient } = await newRecipient(websiteId, digestOnly);
  await newRecipient(websiteId, { digest: false });
  await report({ score: 70 });
  pass(5 * dayMs);
  // Sunday.
  expect(await digests()).toEqual([]);
  pass(dayMs);
  await Promise.all([1, 2, 3].map(() => createDigests(context)));
  const [made, ...others] = await digests();
  expect(others).toEqual([]);
  expect(made).toMatchObject({
    to: recipient.id,
    digest: {
      website: { id: websiteId, domain: 'example.com' },
      score: 70,
      reportsCount: 2,
      crawlsCount: 0,
      link: `https://seo.example.com/sitegrade/websites/${websiteId}`,
    },
  });
  const [from, to] = [new Date(made?.digest.from ?? 0), new Date(made?.digest.to ?? 0)];
  expect(to.toISOString()).toMatch(/^2027-01-11T07:/);
  expect(to.getTime() - from.getTime()).toBe(weekMs);
  await report();
  expect(await digests()).toEqual([]);
  pass(weekMs);
  expect(await digests()).toHaveLength(1);
});

it('makes one digest after weeks without a worker, of the last of them', async () => {
  const { newWebsite, newRecipient, report, digests, pass } = open();
  await newRecipient(await newWebsite(), digestOnly);
  pass(3 * weekMs);
  await report();
  pass(2 * dayMs);
  await report();
  pass(5 * dayMs);
  const made = await digests();
  expect(made).toHaveLength(1);
  expect(made[0]?.digest.reportsCount).toBe(2);
  expect(made[0]?.digest.to).toMatch(/^2027-02-01T07:/);
  pass(dayMs);
  expect(await digests()).toEqual([]);
});

it('makes none of a week without a report and a crawl', async () => {
  const { newWebsite, newRecipient, report, digests, pass } = open();
  await newRecipient(await newWebsite(), digestOnly);
  pass(weekMs);
  expect(await digests()).toHaveLength(1);
  pass(weekMs);
  expect(await digests()).toEqual([]);
  await report();
  pass(weekMs);
  expect(await digests()).toHaveLength(1);
});

it('has the scores of weeks, and the change of the score', async () => {
  const { newWebsite, newRecipient, report, digests, pass } = open();
  await newRecipient(await newWebsite(), digestOnly);
  const made = [];
  for (let week = 0; week < 15; week += 1) {
    await report({ score: 60 + week });
    pass(weekMs);
    made.push(...(await digests()));
  }
  const last = made.at(-1)?.digest;
  expect(last).toMatchObject({ score: 74, scoreChange: 1 });
  expect(last?.history).toHaveLength(12);
  expect(last?.history.map(({ score }) => score)).toEqual(
    Array.from({ length: 12 }, (_, index) => 63 + index),
  );
  const times = last?.history.map(({ at }) => new Date(at).getTime()) ?? [];
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(made[0]?.digest.scoreChange).toBeNull();
  // A score of more pages is another one.
  await report({ url: 'https://example.com/other', score: 10 });
  pass(weekMs);
  expect((await digests())[0]?.digest).toMatchObject({ score: 42, scoreChange: null });
});

it('has no score of the week that has begun before the digest was due', async () => {
  const { newWebsite, newRecipient, report, digests, pass, setNow } = open();
  await newRecipient(await newWebsite(), digestOnly);
  await report({ score: 60 });
  // The Monday after.
  setNow(`${new Date(Date.parse(tuesday) + 6 * 24 * 3_600_000).toISOString().slice(0, 10)}T03:00Z`);
  await report({ score: 70 });
  pass(6 * 3_600_000);
  const [made] = await digests();
  expect(made?.digest).toMatchObject({ score: 70, history: [{ score: 60 }] });
});

it('compares the start page with its report before the week, by the importance that each wants', async () => {
  const { newWebsite, newRecipient, report, digests, pass } = open();
  const websiteId = await newWebsite();
  const low = await newRecipient(websiteId, digestOnly);
  const high = await newRecipient(websiteId, { ...digestOnly, minImportance: 'high' });
  const [check] = Object.entries(newReport().checks);
  if (check === undefined) throw new Error('The fixture has no check.');
  const [id, result] = check;
  const checked = (status: 'pass' | 'fail', other: 'pass' | 'fail') => {
    const entry = (name: string, at: 'pass' | 'fail') => ({
      ...result,
      ...({ status: at, importance: 'medium', title: name } as const),
      evidence:
        at === 'fail'
          ? [1, 2, 3].map((line) => ({
              ...({ kind: 'html', column: 1 } as const),
              text: `<i>${name} ${line}</i>`,
              line,
            }))
          : [],
    });
    return { checks: { [id]: entry('First', status), other: entry('Other', other) } };
  };
  await report(checked('pass', 'fail'));
  pass(weekMs);
  await digests();
  await report(checked('pass', 'fail'));
  // Other pages do not count.
  await report({ url: 'https://example.com/other', ...checked('pass', 'pass') });
  await report(checked('fail', 'pass'));
  pass(weekMs);
  const made = await digests();
  const byRecipient = new Map(made.map(({ to, digest }) => [to, digest]));
  expect(byRecipient.get(low.recipient.id)).toMatchObject({
    // Each check once, with its first places.
    newFindings: {
      total: 3,
      rows: ['<i>First 1</i>', '<i>First 2</i>'].map((quote) => ({
        check: id,
        title: 'First',
        quote,
      })),
      counts: { [id]: 3 },
    },
    fixed: { total: 3, rows: [{ check: 'other', title: 'Other', count: 3 }] },
  });
  expect(byRecipient.get(high.recipient.id)).toMatchObject({
    newFindings: { total: 0, rows: [] },
    fixed: { total: 3 },
  });
});

it('compares the last crawl with the one before the week, rather than reports', async () => {
  const { context, newWebsite, newRecipient, report, digests, pass } = open();
  const crawls = crawlStorage(context);
  const { recipient } = await newRecipient(await newWebsite(), digestOnly);
  const site = { '/': { links: ['/a'] }, '/a': { title: 'A page' } };
  await crawls.store(site);
  pass(weekMs);
  expect(await digests()).toMatchObject([{ digest: { crawlsCount: 1, newFindings: null } }]);
  await crawls.store({
    '/': { links: ['/a', '/gone'] },
    '/a': site['/a'],
    '/gone': { response: 404 },
  });
  await crawls.store({
    '/': { links: ['/a', '/gone', '/lost'] },
    '/a': site['/a'],
    '/gone': { response: 404 },
    '/lost': { response: 404 },
  });
  await report();
  pass(weekMs);
  const [made] = await digests();
  expect(made).toMatchObject({ to: recipient.id, digest: { crawlsCount: 2, reportsCount: 1 } });
  const quotes = JSON.stringify(made?.digest.newFindings);
  expect(quotes).toContain('/gone');
  expect(quotes).toContain('/lost');
});

it('compares the last crawl with the first one of the week if none before it was kept', async () => {
  const { context, newWebsite, newRecipient, digests, pass } = open();
  const crawls = crawlStorage(context);
  await newRecipient(await newWebsite(), digestOnly);
  const gone = (path: string) => ({ '/': { links: [path] }, [path]: { response: 404 as const } });
  await crawls.store(gone('/first'));
  await crawls.store({ '/': {} });
  await crawls.store(gone('/last'));
  pass(weekMs);
  const [made] = await digests();
  expect(made?.digest.crawlsCount).toBe(3);
  const quotes = JSON.stringify(made?.digest.newFindings);
  expect(quotes).toContain('/last');
  expect(quotes).not.toContain('/first');
  // What was wrong in the first one of the week is fixed, not what was before.
  expect(made?.digest.fixed?.total).toBeGreaterThan(0);
});

it('finds the crawl before a week of more crawls than one page has', async () => {
  const { context, newWebsite, newRecipient, digests, pass } = open();
  const crawls = crawlStorage(context);
  await newRecipient(await newWebsite(), digestOnly);
  await crawls.store({ '/': {} });
  pass(weekMs);
  await digests();
  const site = { '/': { links: ['/gone'] }, '/gone': { response: 404 as const } };
  for (let count = 0; count < 101; count += 1) await crawls.store(site);
  pass(weekMs);
  const [made] = await digests();
  expect(made?.digest.crawlsCount).toBe(101);
  expect(JSON.stringify(made?.digest.newFindings)).toContain('/gone');
});

it('compares the crawls of a website once, however many recipients it has', async () => {
  const quotas = { recipients: 500, mailsPerDay: 1_000 };
  const { context, newWebsite, newRecipient, digests, pass } = open({ quotas });
  const crawls = crawlStorage(context);
  const websiteId = await newWebsite();
  for (let count = 0; count < 250; count += 1) await newRecipient(websiteId, digestOnly);
  await crawls.store({ '/': {} });
  pass(weekMs);
  await digests();
  await crawls.store({ '/': { links: ['/gone'] }, '/gone': { response: 404 } });
  pass(weekMs);
  const compared = vi.spyOn(context.analyses, 'run');
  const made = await digests();
  expect(made).toHaveLength(250);
  expect(new Set(made.map(({ to }) => to)).size).toBe(250);
  expect(made.every(({ digest }) => digest.newFindings?.total === 1)).toBe(true);
  expect(compared).toHaveBeenCalledTimes(1);
});

it('puts off what finds no room to compare crawls, and others go on', async () => {
  const { context, newWebsite, newRecipient, digests, pass, events } = open({
    analyses: { perOwner: 1 },
  });
  const crawls = crawlStorage(context);
  await newRecipient(await newWebsite(), digestOnly);
  const other = await newWebsite('example.org', 'bob');
  const ofOther = await newRecipient(other, digestOnly, 'bob');
  await crawls.store({ '/': {} });
  pass(weekMs);
  await digests();
  await crawls.store({ '/': {} });
  const report = newReport({ ownerId: 'bob', domain: 'example.org', createdAt: context.now() });
  await context.store.reports.create(report);
  pass(weekMs);
  let release = () => {};
  const busy = context.analyses.run(
    'ann',
    undefined,
    () =>
      new Promise<void>((resolve) => {
        release = resolve;
      }),
  );
  expect(await digests()).toMatchObject([{ to: ofOther.recipient.id }]);
  release();
  await busy;
  expect(await digests()).toEqual([]);
  pass(11 * 60_000);
  expect(await digests()).toMatchObject([{ digest: { crawlsCount: 1 } }]);
  expect(events.filter(({ type }) => type === 'mail.dropped')).toEqual([]);
});

it('does not delay others when one cannot be read, and tries that again', async () => {
  const { context, newWebsite, newRecipient, report, digests, pass } = open();
  const first = await newWebsite();
  await newRecipient(first, digestOnly);
  const second = await newWebsite('example.org');
  const { recipient } = await newRecipient(second, digestOnly);
  await report();
  await report({ domain: 'example.org', url: 'https://example.org/' });
  pass(weekMs);
  const { find } = context.store.websites;
  const broken = {
    ...context,
    store: {
      ...context.store,
      websites: {
        ...context.store.websites,
        find: async (ownerId: string, id: number) => {
          if (id === first) throw new Error('It cannot be read.');
          return find(ownerId, id);
        },
      },
    },
  };
  await expect(createDigests(broken)).rejects.toThrow('It cannot be read.');
  expect(await digests()).toMatchObject([{ to: recipient.id }]);
  pass(3_599_000);
  expect(await digests()).toEqual([]);
  pass(1_000);
  expect(await digests()).toMatchObject([{ digest: { website: { id: first } } }]);
});

it('is dropped beyond the quota of mails, and says so', async () => {
  const { context, newWebsite, newRecipient, report, digests, pass, events } = open({
    quotas: { mailsPerDay: 2 },
  });
  const websiteId = await newWebsite();
  await newRecipient(websiteId, digestOnly);
  await newRecipient(websiteId, digestOnly);
  pass(dayMs);
  const { recipient } = await newRecipient(websiteId, { events: ['report.failed'] });
  await updateRecipient(context, 'ann', websiteId, recipient.id, { digest: true });
  await report();
  pass(6 * dayMs);
  expect(await digests()).toHaveLength(2);
  expect(events.at(-1)).toEqual({
    type: 'mail.dropped',
    ownerId: 'ann',
    kind: 'digest',
    count: 1,
  });
});
