import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { canonicalFragment } from './canonical-fragment.ts';

const of = (href: string) =>
  outcomeOf(canonicalFragment, { head: `<link rel="canonical" href="${href}">` });

it('passes a URL without a fragment', async () => {
  expect((await of('https://example.com/page?a=%23')).status).toBe('pass');
});

it('warns about one, in the page and in a header', async () => {
  expect(await of('https://example.com/page#top')).toMatchObject({
    status: 'warn',
    value: 'https://example.com/page#top',
    evidence: [{ kind: 'html' }],
  });
  const headers = { link: '<https://example.com/#!/page>; rel=canonical' };
  expect(await outcomeOf(canonicalFragment, { headers })).toMatchObject({
    status: 'warn',
    evidence: [{ kind: 'header' }],
  });
});

it('does not apply without a canonical link', async () => {
  expect((await outcomeOf(canonicalFragment, { head: '<link href="#a">' })).status).toBe('na');
});
