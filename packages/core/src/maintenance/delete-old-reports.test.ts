import { memoryStore } from '@sitegrade/store-memory';
import { expect, it } from 'vitest';
import { createContext } from '../context/create-context.ts';
import { type DeleteOldReportsInput, deleteOldReports } from './delete-old-reports.ts';

const context = createContext({ store: memoryStore() });

it.each([
  {},
  { keepPerUrl: 0 },
  { keepPerUrl: 1.5 },
  { keepPerUrl: Number.NaN },
  { createdBefore: new Date('never') },
  { createdBefore: '2020-01-01' as never },
  { keepPerUrl: 1, batchSize: 0 },
  { keepPerUrl: 1, batchSize: 1_001 },
  { keepPerUrl: 1, ownerId: '' },
] satisfies DeleteOldReportsInput[])('rejects %j and deletes nothing', async (input) => {
  await expect(deleteOldReports(context, input)).rejects.toMatchObject({ code: 'invalid_input' });
});
