import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { accesskey } from './accesskey.ts';

describe('accesskey', () => {
  it.each([
    '<a href="/a">A</a>',
    '<a href="/a" accesskey="">A</a>',
    '<a href="/a" accesskey="s" hidden>A</a>',
    '<a href="/a" accesskey="s">Search [Accesskey = S]</a>',
    '<a href="/a" accesskey="1" title="Home (Alt+1)">A</a>',
    '<a href="/a" accesskey="1" title="Home (Alt + Shift + 1)">A</a>',
    '<button accesskey="s">Save [s]</button>',
    '<label accesskey="n">Name (n) <input></label>',
  ])('passes %s', async (body) => {
    expect((await outcomeOf(accesskey, { body })).status).toBe('pass');
  });

  it.each([
    [
      '<a accesskey="s" href="/s" title="Search">Search [Accesskey = t]</a>',
      '1 element has an accesskey: s.',
    ],
    ['<a accesskey="2" href="#c">Zum Inhalt 2</a>', '1 element has an accesskey: 2.'],
    [
      '<a accesskey="A" href="page.html">A link with an accesskey</a>',
      '1 element has an accesskey: A.',
    ],
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
