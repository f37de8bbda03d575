import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { imageSizeAttrs } from './image-size-attrs.ts';

const of = (body: string) => outcomeOf(imageSizeAttrs, { body });

it.each([
  '<img src=a.png width=640 height=480>',
  '<img src=a.png width="100%" height="48px">',
  '<img src=a.png style="width: 100%; HEIGHT: auto; height:48px">',
  '<img src=a.png width=640 style="height:480px">',
  '<img src=a.png style="width:100%;aspect-ratio: 4 / 3">',
  '<img src=a.png style="position:absolute;top:0">',
])('passes %s', async (body) => {
  expect((await of(body)).status).toBe('pass');
});

it.each([
  '<img src=a.png>',
  '<img srcset="a.png 2x">',
  '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" srcset="a.png 2x">',
  '<img src=a.png width=640>',
  '<img src=a.png width="" height="">',
  '<img src=a.png width=auto height=auto>',
  '<img src=a.png width=640 style="height:auto">',
  '<img src=a.png style="max-width:100%;min-height:3px">',
])('warns about %s, because a style sheet may set the size', async (body) => {
  expect(await of(body)).toMatchObject({ status: 'warn', evidence: [{ line: 1 }] });
});

it('counts and quotes those that do not', async () => {
  expect(await of('<img src=a width=1 height=1>\n<img src=b>')).toMatchObject({
    status: 'warn',
    value: { images: 2, without: 1 },
    evidence: [{ text: '<img src=b>', line: 2, column: 1 }],
  });
});

it.each([
  '<p>Text</p>',
  '<img alt=Later>',
  '<img src=pixel style="display:none">',
  '<img src=1x1.gif data-src=a.png>',
  '<svg></svg>',
  '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">',
])('does not apply to %s', async (body) => {
  expect((await of(body)).status).toBe('na');
});

it('has no weight, because most pages use style sheets for sizes', () => {
  expect(imageSizeAttrs.importance).toBe('info');
});

it('reads the styles of images up to a few hundred thousand characters', async () => {
  const image = `<img src=a.png style="width:1px;height:1px;${'a:b;'.repeat(400)}">`;
  const { value } = await outcomeOf(imageSizeAttrs, { body: image.repeat(500) });
  expect(value).toEqual({ images: 500, without: 500 - Math.floor(300_000 / 1_621) });
});
