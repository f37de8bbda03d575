import { memoryStore } from '@sitegrade/store-memory';
import { newReport } from '@sitegrade/testing';
import { expect, it } from 'vitest';
import { createContext } from '../context/create-context.ts';
import { listLatestReports } from './list-latest-reports.ts';

it('lists the latest report of each URL of a website, worst first, at most 100', async () => {
  const context = createContext({ store: memoryStore() });
  let websiteId = 0;
  for (let index = 0; index < 120; index += 1) {
    const url = `https://example.com/${index % 110}`;
    const report = newReport({ ownerId: 'ann', url, score: 100 - (index % 101) });
    ({ websiteId } = await context.store.reports.create(report));
  }
  const { rows, total, totalRelation } = await listLatestReports(context, 'ann', websiteId);
  expect({ total, totalRelation }).toEqual({ total: 110, totalRelation: 'eq' });
  expect(rows).toHaveLength(100);
  expect(rows.map(({ score }) => score)).toEqual(
    rows.map(({ score }) => score).sort((a, b) => a - b),
  );
  expect(await listLatestReports(context, 'bob', websiteId)).toMatchObject({ rows: [], total: 0 });
  await expect(listLatestReports(context, '', websiteId)).rejects.toMatchObject({
    code: 'invalid_input',
  });
});
