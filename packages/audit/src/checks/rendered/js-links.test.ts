import { expect, it } from 'vitest';
import { outcomeOf } from '../fixtures/facts-of.ts';
import { jsLinks } from './js-links.ts';

const links = (...paths: readonly string[]) =>
  `<html lang="en"><body>${paths.map((path) => `<a href="${path}">Bread</a>`).join('')}</body></html>`;
const of = (source: string, built: string, options = {}) =>
  outcomeOf(jsLinks, { html: source, rendered: { html: built } }, options);

it('warns if more than half of the URLs are linked by scripts alone', async () => {
  expect(await of(links('/a'), links('/a', '/b', '/c', '/c'))).toMatchObject({
    status: 'warn',
    summary: 'Only scripts link to 2 of 3 URLs of the site.',
    value: { links: 3, added: 2, percent: 67 },
    evidence: [{ text: '<a href="/b">' }, { text: '<a href="/c">' }, { text: '<a href="/c">' }],
  });
});

it('passes up to the option', async () => {
  const pages = [links('/a'), links('/a', '/b')] as const;
  expect(await of(...pages)).toMatchObject({ status: 'pass', value: { percent: 50 } });
  expect((await of(...pages, { maxPercent: 49 })).status).toBe('warn');
});

it('ignores links to other sites and to the page itself', async () => {
  expect(
    (await of(links('/a'), links('/a', 'https://other.example/', '#top', '/page'))).status,
  ).toBe('pass');
  expect((await of(links(), links('https://other.example/'))).status).toBe('na');
});
