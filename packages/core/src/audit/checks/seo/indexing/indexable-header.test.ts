import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { indexableHeader } from './indexable-header.ts';

const header = (...lines: string[]) =>
  outcomeOf(indexableHeader, { headers: { 'x-robots-tag': lines } });

it('passes a response without the header', async () => {
  expect(await outcomeOf(indexableHeader)).toMatchObject({ status: 'pass', value: [] });
});

it.each([
  ['noindex'],
  ['None'],
  ['nofollow, noindex'],
  ['unavailable_after: 25 Jun 2010 15:00:00 PST'],
  ['googlebot: noindex'],
  ['GoogleBot: noindex'],
  ['googlebot: nofollow, noindex'],
  ['otherbot: nofollow, googlebot: noindex'],
  ['*: noindex'],
])('fails %s', async (line) => {
  expect(await header(line)).toMatchObject({
    status: 'fail',
    evidence: [{ kind: 'header', text: `X-Robots-Tag: ${line}` }],
  });
});

it('reads every header line', async () => {
  expect((await header('nofollow', 'noindex')).status).toBe('fail');
});

it('keeps what is said to one crawler from the others', async () => {
  expect(await header('otherbot: noindex')).toMatchObject({
    status: 'warn',
    value: ['otherbot: noindex'],
  });
  expect((await header('googlebot: nofollow, otherbot: noindex')).status).toBe('warn');
});

it.each(['all', 'max-snippet: 0', 'max-image-preview: none', 'unavailable_after: 2030-01-01'])(
  'passes %s: a value is no crawler and no directive',
  async (line) => {
    expect((await header(line)).status).toBe('pass');
  },
);
