import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../scripts/temporary-folder.ts';
import { budgetFor, readBudgetFile } from './budget.ts';

const checks = ['title', 'title-length', 'viewport'];

const folder = temporaryFolder(afterAll);

async function read(content: unknown) {
  const file = join(folder, 'budget.json');
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return readBudgetFile(file, checks);
}

it('reads every field', async () => {
  const limits = { minScore: 80, categories: { seo: 90, security: 0 }, failOn: ['title'] };
  const pages = [{ url: '/blog/*', ...limits }, { url: 'https://example.com/*' }];
  expect(await read({ ...limits, pages })).toEqual({ ...limits, pages });
  expect(await read({})).toEqual({ pages: [] });
});

it.each([
  ['{', 'is not JSON: '],
  [[], 'the budget must be an object.'],
  [{ minscore: 80 }, 'minscore is not a field. Did you mean minScore?'],
  [{ speed: 80 }, 'speed is not a field. Use minScore, categories, failOn, pages.'],
  [{ minScore: '80' }, 'minScore must be a number from 0 to 100.'],
  [{ minScore: 101 }, 'minScore must be a number from 0 to 100.'],
  [{ minScore: -1 }, 'minScore must be a number from 0 to 100.'],
  [{ categories: 80 }, 'categories must be an object.'],
  [{ categories: { SEO: 80 } }, 'categories.SEO is not a field. Did you mean seo?'],
  [{ categories: { seo: null } }, 'categories.seo must be a number from 0 to 100.'],
  [{ failOn: 'title' }, 'failOn must be an array of check ids.'],
  [{ failOn: ['title', 1] }, 'failOn[1] must be a string.'],
  [{ failOn: ['titel'] }, 'failOn[0] is not a check: titel. Did you mean title?'],
  [{ pages: {} }, 'pages must be an array.'],
  [{ pages: ['/'] }, 'pages[0] must be an object.'],
  [{ pages: [{ minScore: 1 }] }, 'pages[0].url must be a path such as /blog/*'],
  [{ pages: [{ url: 'blog' }] }, 'pages[0].url must be a path such as /blog/*'],
  [{ pages: [{ url: '/', minScore: 'a' }] }, 'pages[0].minScore must be a number'],
  [{ pages: [{ url: '/', pages: [] }] }, 'pages[0].pages is not a field.'],
])('%j is refused', async (content, message) => {
  await expect(read(content)).rejects.toThrow(
    `budget.json${content === '{' ? ' ' : ': '}${message}`,
  );
});

describe('the budget of a page', () => {
  const file = {
    minScore: 80,
    failOn: ['title'],
    pages: [
      { url: '/blog/*', minScore: 70 },
      { url: '/blog/*.html', failOn: ['viewport'] },
      { url: 'https://staging.example.com/*', minScore: 10 },
    ],
  };

  it.each([
    ['https://example.com/', 80, 'title'],
    ['https://example.com/blog', 80, 'title'],
    ['https://example.com/blog/', 70, 'title'],
    ['https://example.com/blog/2026/a?b', 70, 'title'],
    ['https://example.com/blog/a.html', 70, 'viewport'],
    ['https://example.com/blog/axhtml', 70, 'title'],
    ['https://example.com/blog/a.html?b', 70, 'title'],
    ['https://example.com/en/blog/a', 80, 'title'],
    ['https://staging.example.com/blog/a', 10, 'title'],
    ['https://staging.example.com.test/', 80, 'title'],
  ])('of %s is %i and %s', (url, minScore, failOn) => {
    expect(budgetFor(url, file)).toMatchObject({ minScore, failOn: [failOn] });
  });
});
