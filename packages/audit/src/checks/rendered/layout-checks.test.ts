import { describe, expect, it } from 'vitest';
import type { RenderedLayout, RenderedRequest, ShownImage } from '../../render/renderer.ts';
import type { Check } from '../check.ts';
import { outcomeOf, type PageUnderTest } from '../fixtures/facts-of.ts';
import { lcpImageLazy } from '../performance/lcp-image-lazy.ts';
import { imageDistorted } from './image-distorted.ts';
import { imageOversized } from './image-oversized.ts';
import { largestImageFound } from './largest-image-found.ts';
import { phoneWidth } from './phone-width.ts';
import { textSize } from './text-size.ts';

const head = '<meta name="viewport" content="width=device-width">';
const layout: RenderedLayout = {
  viewport: { width: 412, height: 823 },
  width: 412,
  wide: [],
  smallText: { characters: 0, all: 1_000 },
  smallTexts: [],
  pixelRatio: 1.75,
  images: { measured: 0, unlike: [] },
  largestImage: null,
};
const table = { selector: 'main > table', html: '<table width="900">', size: 900 };

const width = (changed: Partial<RenderedLayout>, page = { head }) =>
  outcomeOf(phoneWidth, { ...page, rendered: { layout: { ...layout, ...changed } } });

it('fails a page that is wider than the screen, with the elements that make it so', async () => {
  expect(await width({ width: 900, wide: [table] })).toMatchObject({
    status: 'fail',
    summary: 'The page is 900 pixels wide, on a screen of 412.',
    value: { width: 900, viewport: 412 },
    evidence: [{ text: '<table width="900"> (900 pixels wide)', selector: 'main > table' }],
  });
});

it('passes a page that fits, within a pixel', async () => {
  expect((await width({ width: 413 })).status).toBe('pass');
  expect((await width({ width: 414 })).status).toBe('fail');
});

const size = (changed: Partial<RenderedLayout>, page = { head }, options = {}) =>
  outcomeOf(textSize, { ...page, rendered: { layout: { ...layout, ...changed } } }, options);
const small = (characters: number) => ({ smallText: { characters, all: 1_000 } });

it('warns if more than 40 % of the text is smaller than 12 pixels', async () => {
  const smallTexts = [{ selector: 'small', html: '<small>', size: 10.5 }];
  expect(await size({ ...small(410), smallTexts })).toMatchObject({
    status: 'warn',
    summary: '41 % of the text (410 characters) is smaller than 12 pixels.',
    evidence: [{ text: '<small> (10.5 pixels)', selector: 'small' }],
  });
});

it('passes up to the option', async () => {
  expect((await size(small(400))).status).toBe('pass');
  expect((await size(small(400), { head }, { maxPercent: 39 })).status).toBe('warn');
  expect((await size(small(0))).summary).toBe('All text is at least 12 pixels high.');
});

it('does not apply without a viewport for phones, which another check reports, or without text', async () => {
  expect((await width({ width: 980 }, { head: '' })).status).toBe('na');
  expect((await size(small(900), { head: '' })).status).toBe('na');
  expect((await size({ smallText: { characters: 0, all: 0 } })).status).toBe('na');
});

describe('images', () => {
  const url = 'https://example.com/loaf.jpg';
  // 400 by 300 CSS pixels are 700 by 525 of the screen.
  const loaf: ShownImage = {
    selector: 'main > img',
    html: '<img src="loaf.jpg" alt="A loaf">',
    url,
    file: { width: 1_600, height: 1_200 },
    drawn: { width: 400, height: 300 },
    isDecorative: false,
  };
  const received: RenderedRequest = {
    url,
    type: 'image',
    status: 200,
    bytes: 400_000,
    isMixed: false,
    isFromParser: false,
    mimeType: 'image/jpeg',
  };
  const shown = (check: Check, image: Partial<ShownImage>, request: Partial<RenderedRequest>) => {
    const images = { measured: 12, unlike: [{ ...loaf, ...image }] };
    const requests = [{ ...received, ...request }];
    return outcomeOf(check, { rendered: { layout: { ...layout, images }, requests } });
  };

  it('warns of those with far more pixels than are shown, with the bytes', async () => {
    expect(await shown(imageOversized, {}, {})).toMatchObject({
      status: 'warn',
      summary:
        '1 of 12 images has at least twice the pixels that a phone shows: about 324 kB too much.',
      value: { images: 12, oversized: 1, bytes: 323_438 },
      evidence: [
        {
          text: '<img src="loaf.jpg" alt="A loaf"> (1,600 × 1,200 pixels, 700 × 525 are shown: about 324 kB too much)',
          selector: 'main > img',
        },
      ],
    });
  });

  it.each<[string, Partial<ShownImage>, Partial<RenderedRequest>]>([
    ['that a sharp screen needs', { file: { width: 700, height: 525 } }, {}],
    ['with less than twice the pixels', { file: { width: 980, height: 735 } }, {}],
    ['that are small files', {}, { bytes: 15_000 }],
    ['that are drawings', {}, { mimeType: 'image/svg+xml' }],
    ['whose file is not known', {}, { url: 'https://example.com/other.jpg' }],
    ['that were redirected', {}, { status: 302 }],
  ])('does not accuse those %s of their size', async (_what, image, request) => {
    expect(await shown(imageOversized, image, request)).toMatchObject({
      status: 'pass',
      summary: 'Images that are far larger than they are shown: 0 of 12.',
    });
  });

  it('warns of those that are squeezed or stretched', async () => {
    expect(await shown(imageDistorted, { drawn: { width: 400, height: 200 } }, {})).toMatchObject({
      status: 'warn',
      summary: '1 of 12 images is squeezed or stretched on a phone.',
      value: { images: 12, distorted: 1 },
      evidence: [
        {
          text: '<img src="loaf.jpg" alt="A loaf"> (1,600 × 1,200 pixels, shown as 400 × 200)',
        },
      ],
    });
  });

  const wide = { drawn: { width: 400, height: 200 } };
  it.each<[string, Partial<ShownImage>, Partial<RenderedRequest>]>([
    ['that keep their shape', {}, {}],
    ['that no one sees to be stretched', { drawn: { width: 400, height: 290 } }, {}],
    [
      'that are rounded to pixels',
      { file: { width: 1_040, height: 52 }, drawn: { width: 1_040, height: 50 } },
      {},
    ],
    ['that are lines and icons', { drawn: { width: 400, height: 20 } }, {}],
    ['that hold a place', { ...wide, file: { width: 16, height: 16 } }, {}],
    ['that are decoration', { ...wide, isDecorative: true }, {}],
    ['that are drawings', wide, { mimeType: 'image/svg+xml' }],
    ['whose file is not known', wide, { url: 'https://example.com/other.jpg' }],
  ])('does not accuse those %s of their shape', async (_what, image, request) => {
    expect((await shown(imageDistorted, image, request)).status).toBe('pass');
  });

  it('of which the page has none do not matter', async () => {
    const rendered = { layout };
    expect((await outcomeOf(imageOversized, { rendered })).status).toBe('na');
    expect((await outcomeOf(imageDistorted, { rendered })).status).toBe('na');
  });

  it('with a long tag are quoted with their measures', async () => {
    const html = `<img srcset="${'x'.repeat(270)}">`;
    const { evidence } = await shown(imageDistorted, { ...wide, html }, {});
    const [{ text = '' } = {}] = evidence ?? [];
    expect(text).toHaveLength(300);
    expect(text).toMatch(/x… \(1,600 × 1,200 pixels, shown as 400 × 200\)$/);
  });
});

describe('the largest image', () => {
  const url = 'https://example.com/hero.jpg';
  const element = { selector: 'main > img', html: '<img src="/hero.jpg">', url };
  const requested: RenderedRequest = {
    url,
    type: 'image',
    status: 200,
    bytes: 90_000,
    isMixed: false,
    isFromParser: false,
    mimeType: 'image/jpeg',
  };
  const of = (
    { isLazy = false, isFromParser = true }: { isLazy?: boolean; isFromParser?: boolean },
    page: PageUnderTest = {},
  ) => {
    const requests = [
      { ...requested, url: 'https://example.com/app.js' },
      { ...requested, isFromParser },
      { ...requested, isFromParser: !isFromParser },
    ];
    const rendered = { layout: { ...layout, largestImage: { ...element, isLazy } }, requests };
    return outcomeOf(largestImageFound, { ...page, rendered });
  };

  it('that is lazy is late', async () => {
    expect(await of({ isLazy: true })).toMatchObject({
      status: 'warn',
      summary: expect.stringContaining('has loading="lazy"'),
      advice: expect.stringContaining('Remove loading="lazy"'),
      value: { url, cause: 'lazy' },
      evidence: [{ text: '<img src="/hero.jpg">', selector: 'main > img' }],
    });
  });

  it('that a script requests first is late', async () => {
    expect(await of({ isFromParser: false })).toMatchObject({
      status: 'warn',
      summary:
        'The largest image of the first screen is not in the HTML of the server: a script requests it.',
      value: { cause: 'script' },
    });
  });

  it.each<[string, Parameters<typeof of>[0], PageUnderTest]>([
    ['that the HTML names', {}, {}],
    [
      'that the HTML names in another size, and a script in this one',
      { isFromParser: false },
      { body: '<img src="/small/hero.jpg">' },
    ],
    [
      'that the HTML names for some screens',
      { isFromParser: false },
      { body: '<picture><source srcset="/hero.jpg 2x"><img src="/small.jpg"></picture>' },
    ],
    [
      'that is preloaded',
      { isLazy: true },
      { head: '<link rel="preload" as="image" href="/hero.jpg">' },
    ],
    [
      'that is preloaded in one of several sizes',
      { isLazy: true },
      { head: '<link rel="preload" as="image" imagesrcset="/small.jpg 400w, /hero.jpg 800w">' },
    ],
    [
      'that a header preloads',
      { isLazy: true },
      { headers: { link: '</hero.jpg>; rel=preload; as=image' } },
    ],
  ])('%s is found at once', async (_what, image, page) => {
    expect(await of(image, page)).toMatchObject({ status: 'pass', value: { url, cause: null } });
  });

  it('of a page that scripts build has the cause of the rest', async () => {
    const html = '<div id="root"></div><script src="/app.js"></script>';
    expect((await of({ isFromParser: false }, { html })).status).toBe('na');
    const preload = '<link rel="preload" as="image" href="/hero.jpg">';
    expect((await of({}, { html: preload + html })).status).toBe('pass');
  });

  it('does not exist where a text is larger', async () => {
    expect((await outcomeOf(largestImageFound, { rendered: { layout } })).status).toBe('na');
  });

  it('is not guessed where a browser knows it', async () => {
    const page = { body: '<img src=a.png loading=lazy>' };
    expect((await outcomeOf(lcpImageLazy, page)).status).toBe('warn');
    expect((await outcomeOf(lcpImageLazy, { ...page, rendered: { layout } })).status).toBe('na');
    expect((await outcomeOf(lcpImageLazy, { ...page, rendered: {} })).status).toBe('warn');
  });
});

it('is not evaluated if the page could not be measured', async () => {
  for (const check of [phoneWidth, textSize, imageOversized, imageDistorted, largestImageFound]) {
    expect((await outcomeOf(check, { head, rendered: {} })).status).toBe('error');
  }
});
