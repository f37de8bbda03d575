import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { accesskeyUnique } from './accesskey-unique.ts';
import { tabindexPositive } from './tabindex-positive.ts';

describe('tabindex-positive', () => {
  it.each([
    '<p>Text</p>',
    '<div tabindex="0"></div>',
    '<div tabindex="-1"></div>',
    '<div tabindex></div>',
    '<div tabindex="x1"></div>',
    '<div hidden><input tabindex="1"></div>',
  ])('passes %s', async (body) => {
    expect((await outcomeOf(tabindexPositive, { body })).status).toBe('pass');
  });

  it('quotes the elements that come first', async () => {
    const body = '<input tabindex="1">\n<a href="/" tabindex="20">Home</a><p tabindex=0>';
    expect(await outcomeOf(tabindexPositive, { body })).toMatchObject({
      status: 'warn',
      summary:
        '2 elements come before everything else when visitors press Tab: tabindex is above 0.',
      value: { elements: 2 },
      evidence: [{ text: '<input tabindex="1">' }, { line: 2, column: 1 }],
    });
  });
});

describe('accesskey-unique', () => {
  it.each([
    '<a href="/" accesskey="1">Home</a><a href="/s" accesskey="2">Search</a>',
    '<a href="/" accesskey="s">Home</a><a href="/s" accesskey="S" hidden>Search</a>',
    '<a href="/" accesskey="s a">Home</a><a href="/s" accesskey="a s">Search</a>',
  ])('passes %s', async (body) => {
    expect((await outcomeOf(accesskeyUnique, { body })).status).toBe('pass');
  });

  it('quotes the elements of a key, in any case', async () => {
    const body = '<a href="/" accesskey="s">Home</a>\n<input accesskey=" S x"><b accesskey="h">';
    expect(await outcomeOf(accesskeyUnique, { body })).toMatchObject({
      status: 'warn',
      summary: '1 of 2 access keys leads to several elements.',
      value: { keys: 2, repeated: ['s'] },
      evidence: [{ line: 1 }, { line: 2 }],
    });
  });

  it.each(['<p>Text</p>', '<p accesskey>', '<p tabindex=1>'])(
    'does not apply to %s',
    async (body) => {
      expect(await outcomeOf(accesskeyUnique, { body })).toMatchObject({
        status: 'na',
        summary: 'The page has no access keys.',
      });
    },
  );
});
