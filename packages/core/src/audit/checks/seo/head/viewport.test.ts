import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { viewport } from './viewport.ts';

const content = (value: string) =>
  outcomeOf(viewport, { head: `<meta name="viewport" content="${value}">` });

it.each([
  'width=device-width, initial-scale=1',
  'WIDTH = device-width',
  'initial-scale=1.0; user-scalable=yes',
  'width=750',
  'width=979',
  'user-scalable=no width=device-width',
  'minimum-scale=1 initial-scale=1',
])('passes %s', async (value) => {
  expect(await content(value)).toMatchObject({ status: 'pass', value });
});

it.each(['', 'user-scalable=no', 'minimum-scale=1', 'width=', 'height=width', 'max-width=5'])(
  'fails "%s" and quotes the tag',
  async (value) => {
    expect(await content(value)).toMatchObject({
      status: 'fail',
      evidence: [{ text: `<meta name="viewport" content="${value}">` }],
    });
  },
);

it('fails a page without a viewport', async () => {
  expect(await outcomeOf(viewport)).toMatchObject({ status: 'fail', evidence: [] });
});

it.each(['width=980', 'width = 1024, initial-scale=1', 'width=1200px'])(
  'warns about %s, which is as wide as without a viewport',
  async (value) => {
    expect(await content(value)).toMatchObject({
      status: 'warn',
      evidence: [{ text: `<meta name="viewport" content="${value}">` }],
    });
  },
);
