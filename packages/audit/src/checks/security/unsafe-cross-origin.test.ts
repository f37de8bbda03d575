import { expect, it } from 'vitest';
import { outcomeOf } from '../fixtures/facts-of.ts';
import { unsafeCrossOrigin } from './unsafe-cross-origin.ts';

const of = (body: string) => outcomeOf(unsafeCrossOrigin, { body });
const link = (href: string, rel: string, target = '_blank') =>
  `<a href="${href}" target="${target}" rel="${rel}">a</a>`;
const other = 'https://example.org/';

it.each([
  link(other, 'noopener'),
  link(other, 'external NoReferrer'),
  link(other, '', '_self'),
  link(other, 'opener', 'window'),
  link('/page', 'opener'),
  link('mailto:a@example.org', 'opener'),
  link('https://', 'opener'),
  link(other, 'opener noopener'),
])('passes %s', async (body) => {
  expect(await of(body)).toMatchObject({
    status: 'pass',
    value: { withoutNoopener: 0, withOpener: 0 },
  });
});

it('reports links that only new browsers protect, without failing', async () => {
  const outcome = await of(link(other, '', '_BLANK') + link(other, 'nofollow'));
  expect(outcome).toMatchObject({
    status: 'pass',
    value: { withoutNoopener: 2, withOpener: 0 },
    evidence: [{ kind: 'html' }, { kind: 'html' }],
  });
});

it('warns about links that hand the page over', async () => {
  expect(await of(link(other, '') + link(other, 'Opener'))).toMatchObject({
    status: 'warn',
    value: { withoutNoopener: 2, withOpener: 1 },
    evidence: [{ text: link(other, 'Opener').replace('a</a>', '') }],
  });
});

it('has no weight', () => {
  expect(unsafeCrossOrigin.importance).toBe('info');
});
