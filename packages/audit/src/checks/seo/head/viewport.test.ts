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
  'reports %s, which is as wide as without a viewport',
  async (value) => {
    expect(await content(value)).toMatchObject({
      status: 'fail',
      evidence: [{ text: `<meta name="viewport" content="${value}">` }],
    });
  },
);

const mobile = (rel: string, media: string, href = 'https://m.example.com/') =>
  `<link rel="${rel}" media="${media}" href="${href}">`;

it.each([
  mobile('alternate', 'only screen and (max-width: 640px)'),
  mobile('alternate', 'handheld'),
  mobile('alternate', 'only screen and (max-device-width: 640px)'),
])('does not apply to a page for desktops with another for phones: %s', async (head) => {
  expect(await outcomeOf(viewport, { head })).toMatchObject({
    status: 'na',
    summary: 'Phones have their own page at https://m.example.com/.',
    evidence: [{ text: head }],
  });
});

it('does not apply to a page of fixed width with another for phones', async () => {
  const link = mobile('alternate', 'only screen and (max-width: 640px)');
  const viewportTag = (value: string) => `<meta name="viewport" content="${value}">`;
  expect(await outcomeOf(viewport, { head: viewportTag('width=1024') + link })).toMatchObject({
    status: 'na',
    summary: 'Phones have their own page at https://m.example.com/.',
  });
  const fluid = { head: viewportTag('width=device-width') + link };
  expect((await outcomeOf(viewport, fluid)).status).toBe('pass');
});

it.each([
  mobile('alternate', 'print'),
  mobile('alternate', 'only screen and (min-width: 640px)'),
  mobile('alternate stylesheet', '(max-width: 640px)'),
  mobile('stylesheet', '(max-width: 640px)'),
  mobile('alternate', '(max-width: 640px)', ''),
  '<link rel="alternate" hreflang="de" href="/de">',
])('fails a page with %s', async (head) => {
  expect((await outcomeOf(viewport, { head })).status).toBe('fail');
});
