import { expect, it } from 'vitest';
import { cpuGrowth } from '../fixtures/cpu-growth.ts';
import { openCpuAccount } from '../limits/cpu-account.ts';
import { readPage } from '../page/read-page.ts';
import { resolvePageUrls } from './page-urls.ts';

it('finds the first URL of a srcset in linear time', async () => {
  const pageOf = (length: number) =>
    readPage(Buffer.from(`<img srcset="a${','.repeat(length)}b">`.repeat(400)), 'text/html');
  const pages = new Map([240, 1_920].map((length) => [length, pageOf(length)] as const));
  const run = async (length: number) => {
    const page = await pages.get(length);
    if (page === undefined) throw new Error('No page of this length.');
    await resolvePageUrls(page, 'https://example.com/page', openCpuAccount());
  };
  expect(await cpuGrowth(run, 240)).toBeLessThan(4);
});
