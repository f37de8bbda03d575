import { expect, it } from 'vitest';
import type { AnchorFact } from '../../../page/page-facts.ts';
import { evaluate, factsOf, outcomeOf } from '../../fixtures/facts-of.ts';
import { imageAltPlaceholder } from './image-alt-placeholder.ts';

const of = (body: string) => outcomeOf(imageAltPlaceholder, { body });
const named = (alt: string) => of(`<p>Bread</p><img src="a.jpg" alt="${alt}">`);

it.each([
  'DSC_0123.JPG',
  'rye-bread.webp',
  'rye bread (1).png',
  'DSC_0123',
  'DSC01234',
  'IMG_4711',
  'IMG-20240101-WA0007',
  'PXL_20240101_123456789',
  'Screenshot 2024-01-01 at 10.00.00',
  'image',
  ' Image 3 ',
  'photo',
  'Bild',
  '画像',
  'placeholder',
  'undefined',
])('fails “%s”', async (alt) => {
  expect(await named(alt)).toMatchObject({
    status: 'fail',
    points: 0,
    evidence: [{ kind: 'html' }],
  });
});

it.each([
  ['rye_bread', '/images/rye_bread.jpg?v=1'],
  ['header20240101', 'header20240101.webp'],
  ['team-2023-oven', 'https://cdn.example/team-2023-oven.jpeg'],
])('fails “%s”, the name of the file', async (alt, src) => {
  const image = `<img src="${src}" alt="${alt}">`;
  expect((await of(image)).status).toBe('fail');
  expect((await of(`${image}<p>${alt}</p>`)).status).toBe('pass');
});

it.each([
  ['rye_bread', 'a.jpg'],
  ['Rye', 'Rye.jpg'],
  ['3M', '3M.svg'],
  ['O2', '/logos/O2.svg'],
  ['4711', '4711.png'],
  ['Covid-19', 'Covid-19.png'],
  ['Jean-Jacques-Rousseau', 'Jean-Jacques-Rousseau.jpg'],
])('passes “%s” of %s', async (alt, src) => {
  expect((await of(`<img src="${src}" alt="${alt}">`)).status).toBe('pass');
});

it.each([
  'Rye bread in a basket',
  'Image of a rye bread',
  'Photo: Ann Miller',
  'The file format .png explained',
  'Node.js',
  'DSC-1800',
  'IMG Academy',
  'Windows 11',
  'logo',
  'Vue.js logo.',
])('passes “%s”', async (alt) => {
  expect((await named(alt)).status).toBe('pass');
});

it.each([
  ['a caption of the same name', '<img src=a.jpg alt="DSC_0123.JPG"><p>DSC_0123.JPG</p>'],
  ['a caption with spaces', '<img src=a.jpg alt="my cat.jpg"><p>my cat.jpg</p>'],
  ['a logo beside the name', '<a href="/"><img src=a.png alt="Logo"> Ann’s bakery</a>'],
  [
    'a logo link with a label',
    '<a href="/" aria-label="Ann’s bakery"><img src=a.png alt="Logo"></a>',
  ],
  ['a logo after a link', '<a href="/logos">Logos</a><img src=a.png alt="Logo">'],
])('passes %s', async (_what, body) => {
  expect((await of(body)).status).toBe('pass');
});

it('reports a link that is named only “logo”', async () => {
  const body = '<a href="/"><img src=a.png alt="Logo"></a><img src=b.png alt="Rye bread">';
  expect(await of(body)).toMatchObject({
    status: 'warn',
    summary: '1 of 2 alternative texts says nothing about the image, such as “Logo”.',
    value: { images: 2, placeholders: 1, texts: ['Logo'] },
    points: 0.405,
    evidence: [{ text: '<img src=a.png alt="Logo">' }],
  });
});

it.each([
  '<img src=a.png alt="">',
  '<img src=a.png>',
  '<img src=a.png alt="image" hidden>',
  '<img src=a.png alt="image" aria-label="Rye bread">',
  '<img src=a.png alt="image" role=presentation>',
])('does not apply to %s', async (body) => {
  expect((await of(body)).status).toBe('na');
});

it('looks at each link once', async () => {
  const facts = await factsOf({ body: '<a href="/"><img alt=logo></a>'.repeat(500) });
  let looks = 0;
  const anchors = facts.page.anchors.map(
    (anchor): AnchorFact => ({
      ...anchor,
      get line() {
        looks++;
        return anchor.line;
      },
    }),
  );
  const page = { ...facts.page, anchors };
  expect(evaluate(imageAltPlaceholder, { ...facts, page })).toMatchObject({
    status: 'fail',
    value: { placeholders: 500 },
  });
  expect(looks).toBeLessThan(5 * 500);
});

it.each([2, 30])('passes the captions among %d file names', async (count) => {
  const names = Array.from({ length: count }, (_, index) => `DSC_00${index + 10}.JPG`);
  const images = names.map((name) => `<img src=a.jpg alt="${name}">`).join('');
  const { value } = await of(`${images}<p>${names[0]}</p><p>A${names[1]}</p>`);
  expect(value).toMatchObject({ images: count, placeholders: count - 1 });
});
