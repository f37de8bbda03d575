import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { viewportZoom } from './viewport-zoom.ts';

// The rule that the cases cover:
// https://www.w3.org/WAI/standards-guidelines/act/rules/b4f0c3/

const content = (value: string) =>
  outcomeOf(viewportZoom, { head: `<meta name="viewport" content="${value}">` });

it.each([
  'width=device-width, user-scalable=yes',
  'user-scalable=1',
  'user-scalable=device-width',
  'maximum-scale=2.0',
  'maximum-scale=device-width',
  'user-scalable=-2',
  'maximum-scale=2',
  'maximum-scale = 5.0',
  'maximum-scale=-1',
  'maximum-scale=device-height',
  'maximum-scale=1, maximum-scale=3',
])('passes %s', async (value) => {
  expect((await content(value)).status).toBe('pass');
});

it.each([
  'width=device-width, initial-scale=1, maximum-scale=1',
  'maximum-scale=1.99',
  'maximum-scale=0.5',
  'maximum-scale=yes',
  'foo=bar; user-scalable=no; more-stuff=ok',
  'maximum-scale=1.0;user-scalable=yes',
  'USER-SCALABLE = NO',
  'user-scalable=no width=device-width',
  'user-scalable=0',
  'user-scalable=0.5',
  'user-scalable=nope',
  'maximum-scale=auto',
])('fails %s and quotes the tag', async (value) => {
  expect(await content(value)).toMatchObject({
    status: 'fail',
    evidence: [{ text: `<meta name="viewport" content="${value}">` }],
  });
});

it.each([
  '',
  'width=device-width, initial-scale=1',
  'minimum-scale=1',
  'user-scalable',
  'user-scalable=',
])('does not apply to "%s"', async (value) => {
  expect((await content(value)).status).toBe('na');
});

it('does not apply without a viewport, nor to other tags', async () => {
  expect((await outcomeOf(viewportZoom)).status).toBe('na');
  const head = '<meta name="MobileOptimized" content="user-scalable=no">';
  expect((await outcomeOf(viewportZoom, { head })).status).toBe('na');
});
