import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { imageLazy } from './image-lazy.ts';
import { pictureImg } from './picture-img.ts';

const images = (count: number, attributes = '') =>
  Array.from({ length: count }, (_, index) => `<img src=${index}.png ${attributes}>\n`).join('');

it.each([
  [5, 'na'],
  [6, 'pass'],
  [15, 'pass'],
  [16, 'warn'],
] as const)('takes %i images that load at once to %s', async (count, status) => {
  expect((await outcomeOf(imageLazy, { body: images(count) })).status).toBe(status);
});

it('counts what loads lazily, and quotes what does not', async () => {
  const body = `${images(5)}${images(20, 'loading=Lazy')}`;
  expect(await outcomeOf(imageLazy, { body })).toMatchObject({
    status: 'pass',
    value: { images: 25, lazy: 20, eager: 0 },
  });
  expect(await outcomeOf(imageLazy, { body: images(16) })).toMatchObject({
    evidence: expect.arrayContaining([expect.objectContaining({ line: 6, column: 1 })]),
  });
  expect(imageLazy.importance).toBe('info');
});

it('counts a file once, however often it is shown', async () => {
  const again = '<img src=again.png>'.repeat(20);
  expect(await outcomeOf(imageLazy, { body: `${images(5)}${again}` })).toMatchObject({
    status: 'pass',
    value: { images: 25, lazy: 0, eager: 1 },
  });
});

it.each([
  '<img data-src=later.png>',
  '<img src=1x1.gif data-src=later.png>',
  '<img src=1x1.gif data-lazy-src=later.png>',
  '<img src=1x1.gif srcset="1x1.gif 2x" data-lazy-srcset="later.png 2x">',
  '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" data-src=later.png>',
])('counts as lazy what a script loads: %s', async (tag) => {
  expect(await outcomeOf(imageLazy, { body: tag.repeat(30) })).toMatchObject({
    status: 'pass',
    summary: '0 of 25 images after the first 5 load immediately; the limit of this report is 10.',
    value: { images: 30, lazy: 30, eager: 0 },
  });
});

it.each([
  '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">',
  '<img src=pixel.gif style="display:none">',
])('does not count %s', async (tag) => {
  expect((await outcomeOf(imageLazy, { body: tag.repeat(30) })).status).toBe('na');
});

it.each([
  ['<p>Text</p>', 'na'],
  ['<picture><source srcset=a.webp><img src=a.png></picture>', 'pass'],
  ['<picture><picture><img src=a.png></picture></picture>', 'pass'],
  ['<picture><span><img src=a.png></span></picture>', 'pass'],
  ['<picture><source srcset=a.webp></picture>', 'fail'],
  ['<picture></picture><img src=a.png>', 'fail'],
] as const)('takes %s to %s', async (body, status) => {
  expect((await outcomeOf(pictureImg, { body })).status).toBe(status);
});

it('quotes the picture without an image', async () => {
  const body =
    '<picture><img src=a.png></picture>\n<picture class=b><source srcset=b.webp></picture>';
  expect(await outcomeOf(pictureImg, { body })).toMatchObject({
    status: 'warn',
    value: { pictures: 2, empty: 1 },
    evidence: [{ text: '<picture class=b>', line: 2, column: 1 }],
  });
});
