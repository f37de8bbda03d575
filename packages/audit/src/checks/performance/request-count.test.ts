import { expect, it } from 'vitest';
import { outcomeOf } from '../fixtures/facts-of.ts';
import { requestCount } from './request-count.ts';

const of = (body: string) => outcomeOf(requestCount, { body });
const each = (count: number, tag: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => tag(index)).join('');
const images = (count: number) => each(count, (index) => `<img src=/${index}.png>`);

it.each([
  [79, 'pass'],
  [80, 'warn'],
  [239, 'warn'],
  [240, 'fail'],
] as const)('takes the page and %i files to %s', async (files, status) => {
  expect(await of(images(files))).toMatchObject({ status, value: { requests: files + 1 } });
});

it('counts by kind', async () => {
  expect(
    await of('<img src=a.png><img src=b.png><script src=a.js></script><iframe src=/f></iframe>'),
  ).toMatchObject({ value: { requests: 5, frame: 1, image: 2, script: 1 } });
});

it.each([
  ['the same file twice', '<img src=a.png><img src=a.png><img src=a.png#x>', 2],
  ['images and frames that wait', '<img src=a.png loading=lazy><iframe src=/f loading=LAZY>', 1],
  [
    'formats to choose from',
    '<picture><source srcset=a.avif><source srcset=a.webp><img src=a.jpg></picture>',
    2,
  ],
  ['a video to choose', '<video><source src=a.mp4><source src=a.webm><track src=a.vtt></video>', 1],
  ['what is in the page itself', '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">', 1],
  ['scripts for old browsers', '<script nomodule src=a.js></script><script src=b.js></script>', 2],
  ['scripts that are data', '<script type=text/template src=a.js></script>', 1],
  ['disabled style sheets', '<link rel=stylesheet disabled href=a.css>', 1],
  ['what is in noscript', '<noscript><img src=a.png></noscript>', 1],
])('does not count %s', async (_what, body, requests) => {
  expect(await of(body)).toMatchObject({ value: { requests } });
});
