import { expect, it } from 'vitest';
import { outcomeOf } from '../fixtures/facts-of.ts';
import { jsRobots } from './js-robots.ts';

const page = (robots: string) => `<html lang="en"><head>${robots}</head><body>Rye</body></html>`;
const noindex = '<meta name="robots" content="noindex">';
const of = (source: string, built: string, headers = {}) =>
  outcomeOf(jsRobots, { html: page(source), headers, rendered: { html: page(built) } });

it('fails if scripts add a noindex', async () => {
  expect(await of('', noindex)).toMatchObject({
    status: 'fail',
    summary: 'Scripts add “robots: noindex”, which the HTML of the server does not have.',
    evidence: [{ text: noindex }],
  });
});

it('fails if scripts remove a noindex', async () => {
  expect(await of(noindex, '<meta name="robots" content="index">')).toMatchObject({
    status: 'fail',
    summary: 'Scripts remove “robots: noindex”. Google may not run the scripts of a page with it.',
    evidence: [{ text: noindex }],
  });
});

it.each([
  ['no robots tag', '', ''],
  ['the same noindex', noindex, noindex],
  ['another directive', '', '<meta name="robots" content="max-snippet:20">'],
  ['a noindex for another search engine', '', '<meta name="bingbot" content="noindex">'],
])('passes %s', async (_what, source, built) => {
  expect((await of(source, built)).status).toBe('pass');
});
