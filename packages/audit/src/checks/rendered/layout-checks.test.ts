import { expect, it } from 'vitest';
import type { RenderedLayout } from '../../render/renderer.ts';
import { outcomeOf } from '../fixtures/facts-of.ts';
import { phoneWidth } from './phone-width.ts';
import { textSize } from './text-size.ts';

const head = '<meta name="viewport" content="width=device-width">';
const layout: RenderedLayout = {
  viewport: { width: 412, height: 823 },
  width: 412,
  wide: [],
  smallText: { characters: 0, all: 1_000 },
  smallTexts: [],
};
const table = { selector: 'main > table', html: '<table width="900">', size: 900 };

const width = (changed: Partial<RenderedLayout>, page = { head }) =>
  outcomeOf(phoneWidth, { ...page, rendered: { layout: { ...layout, ...changed } } });

it('fails a page that is wider than the screen, with the elements that make it so', async () => {
  expect(await width({ width: 900, wide: [table] })).toMatchObject({
    status: 'fail',
    summary: 'The page is 900 pixels wide, on a screen of 412.',
    value: { width: 900, viewport: 412 },
    evidence: [{ text: '<table width="900"> (900 pixels wide)', selector: 'main > table' }],
  });
});

it('passes a page that fits, within a pixel', async () => {
  expect((await width({ width: 413 })).status).toBe('pass');
  expect((await width({ width: 414 })).status).toBe('fail');
});

const size = (changed: Partial<RenderedLayout>, page = { head }, options = {}) =>
  outcomeOf(textSize, { ...page, rendered: { layout: { ...layout, ...changed } } }, options);
const small = (characters: number) => ({ smallText: { characters, all: 1_000 } });

it('warns if more than 40 % of the text is smaller than 12 pixels', async () => {
  const smallTexts = [{ selector: 'small', html: '<small>', size: 10.5 }];
  expect(await size({ ...small(410), smallTexts })).toMatchObject({
    status: 'warn',
    summary: '41 % of the text (410 characters) is smaller than 12 pixels.',
    evidence: [{ text: '<small> (10.5 pixels)', selector: 'small' }],
  });
});

it('passes up to the option', async () => {
  expect((await size(small(400))).status).toBe('pass');
  expect((await size(small(400), { head }, { maxPercent: 39 })).status).toBe('warn');
  expect((await size(small(0))).summary).toBe('All text is at least 12 pixels high.');
});

it('does not apply without a viewport for phones, which another check reports, or without text', async () => {
  expect((await width({ width: 980 }, { head: '' })).status).toBe('na');
  expect((await size(small(900), { head: '' })).status).toBe('na');
  expect((await size({ smallText: { characters: 0, all: 0 } })).status).toBe('na');
});

it('is not evaluated if the page could not be measured', async () => {
  for (const check of [phoneWidth, textSize]) {
    expect((await outcomeOf(check, { head, rendered: {} })).status).toBe('error');
  }
});
