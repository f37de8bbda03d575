import { expect, it } from 'vitest';
import { outcomeOf } from '../fixtures/facts-of.ts';
import { inlineSvg } from './inline-svg.ts';

const svg = (paths: number) => `<svg>${'<path d="M0 0h24v24H0z"/>'.repeat(paths)}</svg>`;

it('warns about large graphics', async () => {
  expect(await outcomeOf(inlineSvg, { body: `${svg(2_000)}${svg(4_000)}${svg(10)}` })).toEqual({
    status: 'warn',
    summary: '2 <svg> in the HTML are larger than 50 kB, the largest 101 kB.',
    value: { large: 2, largest: 100_005, limit: 50_000 },
    evidence: [
      { kind: 'html', text: '<svg>', line: 1, column: expect.any(Number) },
      { kind: 'html', text: '<svg>', line: 1, column: expect.any(Number) },
    ],
  });
  expect(inlineSvg.importance).toBe('info');
});

it.each([
  ['icons', svg(10).repeat(500)],
  ['none', '<p>x</p>'],
  ['a chart', svg(1_999)],
])('passes %s', async (_what, body) => {
  expect((await outcomeOf(inlineSvg, { body })).status).toBe('pass');
});

it('has a limit that can be changed', async () => {
  const page = { body: svg(1_000) };
  expect((await outcomeOf(inlineSvg, page, { max: 20_000 })).status).toBe('warn');
  expect((await outcomeOf(inlineSvg, page, { max: 30_000 })).status).toBe('pass');
});
