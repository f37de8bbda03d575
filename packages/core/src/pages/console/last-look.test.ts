import { memoryStore } from '@sitegrade/store-memory';
import { newReport } from '@sitegrade/testing';
import { expect, it } from 'vitest';
import { createContext } from '../../context/create-context.ts';
import { listByLastLook, mostByLastLook } from './last-look.ts';

const ownerId = 'ann';

it('reads websites up to a limit, those looked at last first', async () => {
  const store = memoryStore();
  const create = (index: number) => {
    const domain = `site-${index}.example`;
    const createdAt = new Date(1_000_000 + (index % 2) * 1_000 + index);
    return store.reports.create(
      newReport({ ownerId, domain, url: `https://${domain}/`, createdAt }),
    );
  };
  for (let index = 0; index < mostByLastLook; index += 1) await create(index);
  const context = createContext({ store });
  const part = { search: '', perPage: 2, start: { page: 1 } };
  const list = await listByLastLook(context, ownerId, part);
  expect(list?.total).toBe(mostByLastLook);
  expect(list?.rows.map(({ domain }) => domain)).toEqual(['site-999.example', 'site-997.example']);
  await create(mostByLastLook);
  expect(await listByLastLook(context, ownerId, part)).toBeNull();
  expect(await listByLastLook(context, ownerId, { ...part, search: 'site-1000' })).toMatchObject({
    total: 1,
  });
});
