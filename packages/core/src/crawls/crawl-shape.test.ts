import { describe, expect, it } from 'vitest';
import { slicesForTests } from '../site-issues/fixtures/site-of.ts';
import type { CrawlFolder } from '../store/crawl-shape.ts';
import { crawlShapeOf } from './crawl-shape.ts';

type Page = Parameters<typeof crawlShapeOf>[0] extends Iterable<infer Shaped> ? Shaped : never;

const page = (path: string, part: Partial<Page> = {}): Page => ({
  kind: 'page',
  url: `https://example.com${path}`,
  state: 'done',
  httpStatus: 200,
  score: 70,
  depth: 1,
  ...part,
});

const shapeOf = (...pages: readonly Page[]) => crawlShapeOf(pages, slicesForTests());

/** `blog 3 [2026 2]` */
function shown({ name, pages, folders }: CrawlFolder): string {
  const inner = folders.map(shown).join(' ');
  return `${name} ${pages}${inner === '' ? '' : ` [${inner}]`}`;
}

const foldersOf = async (...paths: readonly string[]) => {
  const { root } = await shapeOf(...paths.map((path) => page(path)));
  return root.folders.map(shown).join(' ');
};

describe('the shape of a crawl', () => {
  it('counts pages with a score by depth and by ten', async () => {
    const { depths, scores } = await shapeOf(
      page('/', { depth: 0, score: 100 }),
      page('/a', { score: 79 }),
      page('/b', { score: 80 }),
      page('/c', { score: 9 }),
      page('/d', { depth: null, score: 49 }),
      page('/e', { state: 'failed', score: null }),
      page('/f', { kind: 'target', score: 70 }),
    );
    expect(depths).toEqual([
      { depth: 0, results: { good: 1, decent: 0, bad: 0 } },
      { depth: 1, results: { good: 1, decent: 1, bad: 1 } },
      { depth: null, results: { good: 0, decent: 0, bad: 1 } },
    ]);
    expect(scores).toEqual([1, 0, 0, 0, 1, 0, 0, 1, 1, 1]);
  });

  it('counts what was requested by status, also what did not respond', async () => {
    const { statuses } = await shapeOf(
      page('/'),
      page('/a', { state: 'failed', httpStatus: 404, score: null }),
      page('/b', { state: 'failed', httpStatus: null, score: null }),
      page('/c', { state: 'skipped', httpStatus: 200, score: null }),
      page('/d', { state: 'skipped', httpStatus: null, score: null }),
      page('/e.png', { kind: 'image' }),
    );
    expect(statuses).toEqual([
      { httpStatus: 200, pages: 2 },
      { httpStatus: 404, pages: 1 },
      { httpStatus: null, pages: 1 },
    ]);
  });

  it('has the folders of three levels with more than one page, with those in them', async () => {
    const paths = ['/', '/a', '/a-b/1', '/a-b/2', '/a/1/x/y/1', '/a/1/x/y/2', '/a/1/x/z', '/a/2'];
    expect(await foldersOf(...paths)).toBe('a-b 2 a 4 [1 3 [x 3]]');
  });

  it('takes a page whose URL ends with a slash for a page, not for a folder', async () => {
    expect(await foldersOf('/a/', '/a/1/', '/a/2/', '/b/', '/c/?1', '/c/?2')).toBe('a 3 c 2');
  });

  it('sums the scores of a folder, and keeps its name as it is in the URL, cut', async () => {
    const long = 'x'.repeat(200);
    const { root } = await shapeOf(
      page('/%D8%AE/1', { score: 10 }),
      page('/%D8%AE/2', { score: 25 }),
      page(`/${long}/1`),
      page(`/${long}/2`),
    );
    expect(root).toMatchObject({ name: '', pages: 4, scoreSum: 175 });
    expect(root.folders[0]).toMatchObject({ name: '%D8%AE', scoreSum: 35 });
    expect(root.folders[1]?.name).toBe(`${'x'.repeat(99)}…`);
  });

  it('keeps the largest folders of each level, however many there are, and the others as one', async () => {
    const paths = Array.from({ length: 500 }, (_, index) => {
      const folder = `/${String(index).padStart(3, '0')}/`;
      const count = index === 250 ? 9 : index < 20 ? 3 : 2;
      return Array.from({ length: count }, (_, number) => `${folder}${number}/x`);
    }).flat();
    const { root } = await shapeOf(...paths.map((path) => page(path)));
    expect(root.pages).toBe(2 * 500 + 20 + 7);
    expect(root.folders).toHaveLength(21);
    const names = root.folders.map(({ name }) => name);
    expect(names).toEqual([
      ...Array.from({ length: 19 }, (_, index) => String(index).padStart(3, '0')),
      '250',
      null,
    ]);
    expect(root.folders.reduce((sum, { pages }) => sum + pages, 0)).toBe(root.pages);
    expect(root.folders.at(-1)).toEqual({
      name: null,
      pages: 480 * 2 + 1,
      scoreSum: 70 * (480 * 2 + 1),
      folders: [],
    });
  });
});
