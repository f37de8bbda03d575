import { expect, it } from 'vitest';
import type { ProbeRoute } from '../probes/probe-facts.ts';
import { variantsOf } from './site-variants.ts';

const page = 'https://example.com/a?b=1';
const direct = { finalUrl: page, redirects: [] };

const route = (url: string, finalUrl = page): ProbeRoute => {
  const redirects = url === finalUrl ? [] : [{ url, status: 301, location: finalUrl, ms: 1 }];
  return { kind: 'response', url, finalUrl, status: 200, redirects };
};

it('are the origins that redirect to the page', () => {
  const probed = [
    route('http://example.com/a?b=1'),
    route('https://www.example.com/a?b=1'),
    route('http://www.example.com/a?b=1'),
  ];
  const variants = ['http://example.com', 'http://www.example.com', 'https://www.example.com'];
  expect(variantsOf(direct, probed)).toEqual(variants);
  expect(variantsOf(direct, probed.toReversed())).toEqual(variants);
});

it('are those that led to the page', () => {
  const hop = (url: string) => ({ url, status: 302, location: page, ms: 1 });
  const redirects = [
    hop('http://example.com/a?b=1'),
    hop('https://www.example.com/'),
    hop('https://shop.example.com/a?b=1'),
    hop('https://example.com/other'),
  ];
  expect(variantsOf({ finalUrl: page, redirects }, [])).toEqual(['http://example.com']);
});

it.each([
  ['itself', route(page)],
  [
    'one that responds without a redirect',
    route('http://example.com/a?b=1', 'http://example.com/a?b=1'),
  ],
  ['one that redirects elsewhere', route('http://example.com/a?b=1', 'https://example.com/')],
  ['one that did not respond', { kind: 'failed', url: 'http://example.com/a?b=1', reason: 'x' }],
  ['one that does not exist', null],
] as const)('are not %s', (_name, probed) => {
  expect(variantsOf(direct, [probed])).toEqual([]);
});
