import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { imageAltLong } from './image-alt-long.ts';

const of = (body: string) => outcomeOf(imageAltLong, { body });
const image = (alt: string) => `<img src=a.png alt="${alt}">`;

it.each(['A loaf', 'x'.repeat(150), '🍞'.repeat(150), `  ${'x'.repeat(150)}  `])(
  'passes %s',
  async (alt) => {
    expect((await of(image(alt))).status).toBe('pass');
  },
);

it('names those over 150 characters, the longest first', async () => {
  expect(
    await of(`${image('x'.repeat(151))}\n${image('A')}${image('y'.repeat(200))}`),
  ).toMatchObject({
    status: 'warn',
    summary: '2 of 3 alternative texts have more than 150 characters.',
    value: { images: 3, long: 2, longest: 200 },
    evidence: [{ line: 2 }, { line: 1, column: expect.any(Number) }],
  });
  expect(imageAltLong.importance).toBe('info');
});

it('quotes an alternative text that stands behind other long attributes', async () => {
  const src = `src=${'s'.repeat(400)}.png`;
  const alt = `Two loaves ${'x'.repeat(300)}`;
  const { evidence } = await of(`<img ${src} alt="${alt}"><img alt="${alt}" ${src}>`);
  expect(evidence?.[0]?.text).toBe(`<img … alt="${alt.slice(0, 199)}…">`);
  expect(evidence?.[1]?.text).toMatch(/^<img alt="Two loaves x+$/);
  expect((await of(image('y'.repeat(151)).repeat(30))).evidence).toHaveLength(25);
});

it.each([
  '<p>Text</p>',
  image(''),
  '<img src=a.png>',
  `<div hidden>${image('x'.repeat(151))}</div>`,
])('does not apply to %s', async (body) => {
  expect((await of(body)).status).toBe('na');
});
