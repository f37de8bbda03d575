import { memoryStore } from '@sitegrade/store-memory';
import { newReport } from '@sitegrade/testing';
import { expect, it } from 'vitest';
import { issueApiKey } from './api-keys/api-keys.ts';
import { createContext } from './context/create-context.ts';
import { createJob, createJobs } from './jobs/create-jobs.ts';
import { listJobs } from './jobs/list-jobs.ts';
import { analyzePage } from './reports/analyze-page.ts';
import { createReport } from './reports/create-report.ts';
import { listReports } from './reports/list-reports.ts';
import { listWebsites } from './websites/list-websites.ts';
import { updateWebsite } from './websites/update-website.ts';

const context = createContext({ store: memoryStore() });
const { websiteId } = await context.store.reports.create(newReport({ ownerId: 'ann' }));

it.each<[name: string, call: (input: never) => Promise<unknown>, names: string]>([
  ['analyzePage', (input) => analyzePage(context, 'ann', input), 'url'],
  ['createReport', (input) => createReport(context, 'ann', input), 'url'],
  ['createJob', (input) => createJob(context, 'ann', input), 'url'],
  ['createJobs', (input) => createJobs(context, 'ann', input), 'urls'],
  [
    'listJobs',
    (input) => listJobs(context, 'ann', input),
    'search, sort, perPage, start, sortBy, batchId, status',
  ],
  ['issueApiKey', (input) => issueApiKey(context, 'ann', input), 'name, expiresAt'],
  [
    'updateWebsite',
    (input) => updateWebsite(context, 'ann', websiteId, input),
    'privacy, password',
  ],
  [
    'listReports',
    (input) => listReports(context, 'ann', input),
    'search, sort, perPage, start, sortBy, websiteId, result, url, createdFrom, createdTo',
  ],
  [
    'listWebsites',
    (input) => listWebsites(context, 'ann', input),
    'search, sort, perPage, start, sortBy',
  ],
])('%s rejects unknown fields by name', async (_, call, names) => {
  const unknown = {
    code: 'invalid_input',
    issues: { typo: [`is not a known field. Fields: ${names}.`] },
  };
  const required = { url: 'https://a.test', urls: ['https://a.test'] };
  const given = Object.entries(required).filter(([name]) => name === names);
  await expect(call({ ...Object.fromEntries(given), typo: 1 } as never)).rejects.toMatchObject(
    unknown,
  );
  for (const none of [null, 5, 'x']) {
    await expect(call(none as never)).rejects.toMatchObject({
      issues: { input: [`must be an object with ${names}.`] },
    });
  }
});

it('names required fields', async () => {
  await expect(createReport(context, 'ann', {} as never)).rejects.toMatchObject({
    message: 'url is required.',
    issues: { url: ['is required.'] },
  });
});
