import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { imageAlt } from './image-alt.ts';

const of = (body: string) => outcomeOf(imageAlt, { body });

it.each([
  '<img src=a.png alt="A loaf">',
  '<img src=a.png alt="">',
  '<img src=a.png alt>',
  '<img src=a.png aria-label="A loaf">',
  '<img src=a.png aria-labelledby="caption"><p id=caption>A loaf</p>',
  '<img src=a.png title="A loaf">',
  '<img src=a.png role="presentation">',
  '<img src=a.png role="NONE">',
  '<img src=a.png role="none presentation">',
  '<img src=a.png aria-hidden="true">',
])('passes %s', async (body) => {
  expect((await of(body)).status).toBe('pass');
});

it('gives the share of images that have one, and quotes the others', async () => {
  const outcome = await of('<img src=a.png alt="A"><img src=b.png><img src=c.png alt="C">');
  expect(outcome).toMatchObject({
    status: 'warn',
    value: { images: 3, without: 1 },
    evidence: [{ text: '<img src=b.png>' }],
  });
  expect(outcome.points).toBeCloseTo(2 / 3);
});

it('fails when none has one', async () => {
  expect(await of('<img src=a.png><img src=b.png title=" ">')).toMatchObject({
    status: 'fail',
    points: 0,
  });
});

it('does not apply without images', async () => {
  expect((await of('<p>Text</p>')).status).toBe('na');
});
