import { expect, it } from 'vitest';
import { parseLinkHeader } from './link-header.ts';

const read = (value: string) =>
  parseLinkHeader(value).map(({ target, parameters }) => [target, Object.fromEntries(parameters)]);

it.each([
  ['', []],
  ['<https://a.example/>', [['https://a.example/', {}]]],
  ['< /a > ; rel=canonical', [['/a', { rel: 'canonical' }]]],
  [
    '</a>;REL="canonical next";title="a, \\"b\\"; c"',
    [['/a', { rel: 'canonical next', title: 'a, "b"; c' }]],
  ],
  ['</a>; rel=a; rel=b', [['/a', { rel: 'a' }]]],
  [
    '</a,b>; rel=a , </c>; rel=b',
    [
      ['/a,b', { rel: 'a' }],
      ['/c', { rel: 'b' }],
    ],
  ],
  [', ,</a>; crossorigin; rel = a ', [['/a', { crossorigin: '', rel: 'a' }]]],
  ['</a>; rel="unclosed', [['/a', { rel: 'unclosed' }]]],
  ['</a>; rel=a, nonsense, </b>', [['/a', { rel: 'a' }]]],
  ['</unclosed', []],
])('reads %s', (value, links) => {
  expect(read(value)).toEqual(links);
});

it('reads a hostile header in one pass', () => {
  expect(read(`</a>${'; a'.repeat(5000)}`)).toHaveLength(1);
  expect(read('<'.repeat(16_000))).toEqual([]);
});
