import { memoryStore } from '@sitegrade/store-memory';
import { newReport } from '@sitegrade/testing';
import { expect, it } from 'vitest';
import { createContext } from '../../context/create-context.ts';
import { mostFor, readWebsites, type WebsiteFilter } from './read-websites.ts';

const ownerId = 'ann';
const part = { search: '', perPage: 2, start: { page: 1 } };

it('reads websites up to a limit, those looked at last first', async () => {
  const store = memoryStore();
  const create = (index: number) => {
    const domain = `site-${index}.example`;
    const createdAt = new Date(1_000_000 + (index % 2) * 1_000 + index);
    return store.reports.create(
      newReport({ ownerId, domain, url: `https://${domain}/`, createdAt }),
    );
  };
  const byLastLook = { order: 'last_look', filter: undefined } as const;
  const most = mostFor(byLastLook);
  for (let index = 0; index < most; index += 1) await create(index);
  const context = createContext({ store });
  const list = await readWebsites(context, ownerId, part, byLastLook);
  expect(list?.total).toBe(most);
  expect(list?.rows.map(({ domain }) => domain)).toEqual(['site-999.example', 'site-997.example']);
  await create(most);
  expect(await readWebsites(context, ownerId, part, byLastLook)).toBeNull();
  const searched = { ...part, search: 'site-1000' };
  expect(await readWebsites(context, ownerId, searched, byLastLook)).toMatchObject({ total: 1 });
  // Scores are compared for fewer.
  const worse = { order: 'domain', filter: 'worse' } as const;
  const ofHundred = { ...part, search: 'site-1' };
  expect(await readWebsites(context, ownerId, ofHundred, worse)).toBeNull();
});

it('filters websites, in pages', async () => {
  const store = memoryStore();
  const context = createContext({ store });
  const scores = { a: [80, 70], b: [70, 80], c: [90, 60], d: [90, 89], e: [50] };
  for (const [name, looks] of Object.entries(scores)) {
    const domain = `${name}.example`;
    for (const [day, score] of looks.entries()) {
      const createdAt = new Date(2026, 0, 1 + day);
      const url = `https://${domain}/`;
      await store.reports.create(newReport({ ownerId, domain, url, score, createdAt }));
    }
  }
  const domainsOf = async (filter: WebsiteFilter, page: number) => {
    const shown = { order: 'score', filter } as const;
    const list = await readWebsites(context, ownerId, { ...part, start: { page } }, shown);
    return [list?.total, list?.matching, ...(list?.rows ?? []).map(({ domain }) => domain[0])];
  };
  expect(await domainsOf('worse', 1)).toEqual([3, 5, 'c', 'a']);
  expect(await domainsOf('worse', 2)).toEqual([3, 5, 'd']);
  expect(await domainsOf('uncrawled', 3)).toEqual([5, 5, 'd']);
  expect(await domainsOf('unreachable', 1)).toEqual([0, 5]);
});
