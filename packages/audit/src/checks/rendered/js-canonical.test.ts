import { expect, it } from 'vitest';
import { outcomeOf } from '../fixtures/facts-of.ts';
import { jsCanonical } from './js-canonical.ts';

const link = (path: string) => `<link rel="canonical" href="https://example.com${path}">`;
const page = (head: string) => `<html lang="en"><head>${head}</head><body>Rye</body></html>`;
const of = (source: string, built: string) =>
  outcomeOf(jsCanonical, { html: page(source), rendered: { html: page(built) } });

it.each([
  [
    'another one',
    link('/rye'),
    link('/oat'),
    'from https://example.com/rye to https://example.com/oat',
  ],
  ['a second one', link('/rye'), link('/rye') + link('/oat'), 'to https://example.com/oat'],
])('fails if scripts set %s', async (_what, source, built, text) => {
  const outcome = await of(source, built);
  expect(outcome).toMatchObject({ status: 'fail', summary: expect.stringContaining(text) });
  expect(outcome.evidence?.at(-1)).toMatchObject({ text: link('/oat') });
});

it('fails if scripts remove it, and quotes what they remove', async () => {
  expect(await of(link('/rye'), '')).toMatchObject({
    status: 'fail',
    summary: 'Scripts remove the canonical link to https://example.com/rye.',
    evidence: [{ text: link('/rye') }],
  });
});

it('warns if only scripts add it', async () => {
  expect(await of('', link('/rye'))).toMatchObject({
    status: 'warn',
    summary: 'Only scripts add the canonical link to https://example.com/rye.',
    value: { source: [], rendered: ['https://example.com/rye'] },
  });
});

it('passes the same one, and does not apply without any', async () => {
  expect((await of(link('/rye'), link('/rye'))).status).toBe('pass');
  expect((await of('', '')).status).toBe('na');
});
