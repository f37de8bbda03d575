import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { imageSrcset } from './image-srcset.ts';

const of = (body: string) => outcomeOf(imageSrcset, { body });
const image = (srcset: string, attributes = '') =>
  `<img src=a.jpg srcset="${srcset}" ${attributes}>`;

it.each([
  ['a.jpg 300', 'invalid'],
  ['a.jpg 300px, b.jpg 600px', 'invalid'],
  ['a.jpg 0w', 'invalid'],
  ['a.jpg w', 'invalid'],
  ['a.jpg 2X', 'invalid'],
  ['a.jpg -1x', 'invalid'],
  ['a.jpg 100h', 'invalid'],
  ['a.jpg 1x 2x', 'invalid'],
  ['my photo.jpg 2x', 'invalid'],
  ['a.jpg 400w, b.jpg 2x', 'mixed'],
  ['a.jpg, b.jpg 800w', 'mixed'],
  ['a.jpg, b.jpg', 'duplicate'],
  ['a.jpg, b.jpg 1.0x', 'duplicate'],
  ['a.jpg 400w, b.jpg 0400w', 'duplicate'],
])('finds %s', async (srcset, fault) => {
  expect(await of(image(srcset))).toMatchObject({
    status: 'fail',
    value: { lists: 1, faulty: 1, faults: [fault] },
    evidence: [{ line: 1, text: expect.stringContaining(srcset.slice(0, 10)) }],
  });
  expect((await of(`<picture><source srcset="${srcset}"><img src=a.jpg></picture>`)).status).toBe(
    'fail',
  );
});

it.each([
  'a.jpg',
  'a.jpg, b.jpg 2x',
  'a.jpg 1x,b.jpg 1.5x,\n c.jpg .5e1x ,',
  'a.jpg 400w, b.jpg 800w',
  'a.jpg 400w 300h, b.jpg 800w 600h',
  'a.jpg 400w, a.jpg 400w',
  // Commas in URLs.
  'https://cdn.example/w_400,h_300/a.jpg 400w, https://cdn.example/w_800,h_600/a.jpg 800w',
  'a.jpg,b.jpg 2x',
  'data:image/gif;base64,R0lGODlhAQABAAAAACw= 1w',
  ',, a.jpg 2x',
  '/_next/image?url=%2Fa.png&amp;w=640&amp;q=75 1x, /_next/image?url=%2Fa.png&amp;w=1080&amp;q=75 2x',
])('passes %s', async (srcset) => {
  expect((await of(image(srcset))).status).toBe('pass');
});

it.each([
  ['100%', 'fail'],
  ['(max-width: 600px) 100%, 50vw', 'fail'],
  ['(max-width: 600px) 480, 800px', 'fail'],
  ['600', 'fail'],
  ['100vw', 'pass'],
  ['auto', 'pass'],
  ['auto, (max-width: 900px) 100vw, 900px', 'pass'],
  ['(max-width: 600px) calc(100vw - 20px), min(50vw, 800px)', 'pass'],
  ['(min-width: 1200px) 33.3vw, 0', 'pass'],
  ['(max-width:600px) 100vw,', 'pass'],
  ['', 'pass'],
])('reads the sizes "%s": %s', async (sizes, status) => {
  const list = image('a.jpg 400w, b.jpg 800w', `sizes="${sizes}"`);
  expect((await of(list)).status).toBe(status);
  expect((await of(image('a.jpg, b.jpg 2x', `sizes="${sizes}"`))).status).toBe('pass');
});

it('counts lists, and gives points for those that work', async () => {
  const good = image('a.jpg 2x');
  expect(await of(`${good}${good}${good}${image('a.jpg 2')}`)).toMatchObject({
    status: 'warn',
    summary:
      '1 of 4 srcset lists cannot work as written: an image whose descriptor is not a width such as 800w or a density such as 2x.',
    points: 0.646,
  });
});

it('does not read the end of a list that is cut', async () => {
  const name = `${'x'.repeat(510)}.jpg`;
  const list = Array.from({ length: 6 }, (_, index) => `${name} ${index + 1}00w`).join(', ');
  expect((await of(image(list))).status).toBe('pass');
  const sizes = `(max-width: 600px) 100vw, ${'(max-width: 9px) 100px, '.repeat(90)}`;
  expect((await of(image('a.jpg 100w', `sizes="${sizes}"`))).status).toBe('pass');
});

it.each([
  '<img src=a.jpg>',
  '<img src=a.jpg srcset="">',
  image('{{ image }} 300'),
  image('\x24{image}, b 3'),
  image('a.jpg 300', 'data-srcset="b.jpg 300w"'),
  image('a.jpg 300', 'class="lazyload"'),
  image('a.jpg 300', 'hidden'),
  '<picture><source data-srcset="a.jpg 300w" srcset="a.jpg 3"><img src=a.jpg></picture>',
  '<video><source srcset="a 3"></video>',
])('does not apply to %s', async (body) => {
  expect((await of(body)).status).toBe('na');
});

it('is quick for very long lists', async () => {
  const facts = of(image('a (b,'.repeat(400), `sizes="${'(,'.repeat(900)}"`).repeat(2_000));
  expect((await facts).status).toBe('fail');
});

it('counts each image of a list, as those of short lists take as long', async () => {
  const list = `${'a 1w,'.repeat(99)}a 1w`;
  const room = Math.floor(500_000 / (list.length + 20 * 100));
  expect((await of(image(list).repeat(300))).value).toMatchObject({ lists: room });
});
