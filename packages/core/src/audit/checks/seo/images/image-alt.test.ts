import { expect, it } from 'vitest';
import { actCases, actOutcomeOf } from '../../fixtures/act-cases.ts';
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
  '<div role=img aria-label="A loaf"></div>',
  '<div style="margin-left:-9999px"><img alt="" src=a.png></div>',
])('passes %s', async (body) => {
  expect((await of(body)).status).toBe('pass');
});

it.each([
  '<img src=a.png>',
  '<img src=a.png alt=" ">',
  '<img src=a.png title=" ">',
  '<img src=a.png aria-labelledby="missing">',
  '<img src=a.png role=none tabindex=0>',
  '<img src=a.png role=banana>',
  '<div role=img></div>',
  '<div role=image>Text that is no name of an image</div>',
])('fails %s', async (body) => {
  expect(await of(body)).toMatchObject({ status: 'fail', points: 0, evidence: [{ line: 1 }] });
});

it('gives the share of images that have one, and quotes the others', async () => {
  const outcome = await of('<img src=a.png alt="A"><img src=b.png><img src=c.png alt="C">');
  expect(outcome).toMatchObject({
    status: 'warn',
    summary: '1 of 3 images has no alternative text.',
    value: { images: 3, without: 1 },
    evidence: [{ text: '<img src=b.png>', line: 1 }],
  });
  expect(outcome.points).toBeCloseTo(2 / 3);
});

it.each([
  '<p>Text</p>',
  '<img src=a.png aria-hidden="true">',
  '<div hidden><img src=a.png></div>',
  '<img src=https://tracker.example/pixel style="display:none">',
  '<div style="visibility: hidden"><img src=a.png></div>',
  '<div role=img aria-hidden=true></div>',
  '<input type=image src=a.png>',
  '<svg role=img></svg>',
])('does not apply to %s', async (body) => {
  expect((await of(body)).status).toBe('na');
});

it.each(actCases('23a2a8'))('agrees with the ACT rule: %s is %s', async (_what, expected, html) => {
  expect(await actOutcomeOf(imageAlt, html)).toBe(expected);
});
