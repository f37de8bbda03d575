import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { canonicalMismatch } from './canonical-mismatch.ts';

const of = (href: string, header: string) =>
  outcomeOf(canonicalMismatch, {
    head: `<link rel="canonical" href="${href}">`,
    headers: { link: header },
  });

it('passes two places with equivalent URLs', async () => {
  const outcome = await of('/page', '<https://EXAMPLE.com:443/page>; rel="canonical"');
  expect(outcome.status).toBe('pass');
});

it('warns about two that differ, and quotes both', async () => {
  expect(
    await of('https://example.com/page', '<https://www.example.com/page>; rel=canonical'),
  ).toMatchObject({
    status: 'warn',
    value: { page: ['https://example.com/page'], header: ['https://www.example.com/page'] },
    evidence: [{ kind: 'header' }, { kind: 'html' }],
  });
});

it('ignores other links in the header', async () => {
  expect((await of('/page', '</a.css>; rel=preload; title="canonical"')).status).toBe('na');
  expect((await of('/page', '</b>; rel=canonical; anchor="/file.pdf"')).status).toBe('na');
});

it('does not apply to one place alone', async () => {
  expect((await outcomeOf(canonicalMismatch)).status).toBe('na');
  const headers = { link: '<https://example.com/page>; rel=canonical' };
  expect((await outcomeOf(canonicalMismatch, { headers })).status).toBe('na');
});
