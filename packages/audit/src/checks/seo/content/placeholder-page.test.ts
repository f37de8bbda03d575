import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { placeholderPage } from './placeholder-page.ts';

it.each([
  ['the main heading', { body: '<h1>Coming soon!</h1><p>Our website is being built.</p>' }],
  ['the title', { head: '<title>Bakery – Under construction</title>', body: '<p>Rye</p>' }],
  ['German', { body: '<h1>Hier entsteht eine neue Website</h1>' }],
  ['Japanese', { body: '<h1>準備中</h1>' }],
])('reports a page that announces itself: %s', async (_name, page) => {
  expect(await outcomeOf(placeholderPage, page)).toMatchObject({ status: 'fail' });
});

it('quotes what the page says', async () => {
  expect(await outcomeOf(placeholderPage, { body: '\n<h1>Coming soon</h1>' })).toMatchObject({
    summary: 'The page says “Coming soon” and has 2 words.',
    value: { says: 'Coming soon', words: 2 },
    evidence: [expect.objectContaining({ line: 2, column: 1 })],
  });
});

it.each([
  ['a list of films', { body: `<h1>Coming soon</h1><p>${'film '.repeat(99)}</p>` }],
  ['a short page about something else', { body: '<h1>Log in</h1>' }],
  ['a section of a page', { body: '<h1>Films</h1><h2>Coming soon</h2>' }],
  ['a sentence with these words', { body: '<h1>Soon coming to a cinema near you</h1>' }],
  ['a heading that is hidden', { body: '<h1 hidden>Coming soon</h1><p>Rye bread</p>' }],
])('passes %s', async (_name, page) => {
  expect(await outcomeOf(placeholderPage, page)).toMatchObject({ status: 'pass' });
});
