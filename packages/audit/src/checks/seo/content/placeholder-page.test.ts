import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { placeholderPage } from './placeholder-page.ts';

it.each([
  ['the main heading', { body: '<h1>Coming soon!</h1><p>Our website is being built.</p>' }],
  ['the title', { head: '<title>Bakery – Under construction</title>', body: '<p>Rye</p>' }],
  ['German', { body: '<h1>Hier entsteht eine neue Website</h1>' }],
  ['Japanese', { body: '<h1>準備中</h1>' }],
  ['a short text', { body: '<p>Rye Bakery</p><p>Our website is under construction.</p>' }],
  ['maintenance', { body: '<h1>Wartungsarbeiten</h1><p>Wir sind bald zurück.</p>' }],
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

it('asks for status 503 while a site is being maintained', async () => {
  const outcome = await outcomeOf(placeholderPage, { body: '<p>Down for maintenance.</p>' });
  expect(outcome).toMatchObject({ status: 'fail', evidence: [] });
  expect(outcome.advice).toContain('status 503');
  const soon = await outcomeOf(placeholderPage, { body: '<h1>Coming soon</h1>' });
  expect(soon.advice).toBeUndefined();
});

it.each([
  ['a list of films', { body: `<h1>Coming soon</h1><p>${'film '.repeat(99)}</p>` }],
  ['a short page about something else', { body: '<h1>Log in</h1>' }],
  ['a section of a page', { body: '<h1>Films</h1><h2>Coming soon</h2>' }],
  ['a sentence with these words', { body: '<h1>Soon coming to a cinema near you</h1>' }],
  ['a short text about something else', { body: '<p>Our new film is coming soon.</p>' }],
  ['a sentence of a longer text', { body: `<p>${'rye '.repeat(20)}. Coming soon.</p>` }],
  ['a heading that is hidden', { body: '<h1 hidden>Coming soon</h1><p>Rye bread</p>' }],
])('passes %s', async (_name, page) => {
  expect(await outcomeOf(placeholderPage, page)).toMatchObject({ status: 'pass' });
});
