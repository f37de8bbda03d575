import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { accesskey } from './accesskey.ts';

describe('accesskey', () => {
  it.each([
    '<a href="/a">A</a>',
    '<a href="/a" accesskey="">A</a>',
    '<a href="/a" accesskey="s" hidden>A</a>',
  ])('passes %s', async (body) => {
    expect((await outcomeOf(accesskey, { body })).status).toBe('pass');
  });

  it.each([
    ['<a accesskey="A" href="page.html">A link</a>', '1 element has an accesskey: A.'],
    [
      '<input accesskey="s"><a href="/" accesskey="h">Home</a>',
      '2 elements have an accesskey: s, h.',
    ],
  ])('warns about %s', async (body, summary) => {
    const outcome = await outcomeOf(accesskey, { body });
    expect(outcome).toMatchObject({ status: 'warn', summary });
    expect(outcome.evidence?.length).toBeGreaterThan(0);
  });
});
