import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { hreflangVsCanonical } from './hreflang-vs-canonical.ts';

const version = (code: string, path: string) =>
  `<link rel="alternate" hreflang="${code}" href="https://example.com${path}">`;
const canonical = (path: string) => `<link rel="canonical" href="https://example.com${path}">`;
const of = (head: string) => outcomeOf(hreflangVsCanonical, { head });

it('passes a version that is its own canonical page', async () => {
  expect((await of(version('en', '/page') + canonical('/page'))).status).toBe('pass');
});

it('warns about a version that calls itself a copy, and quotes both', async () => {
  const head = version('en', '/page') + version('de', '/seite') + canonical('/page?all');
  expect(await of(head)).toMatchObject({
    status: 'warn',
    value: { hreflang: 'https://example.com/page', canonical: 'https://example.com/page?all' },
    evidence: [{ text: version('en', '/page') }, { text: canonical('/page?all') }],
  });
});

it('passes a copy that lists its canonical page instead of itself', async () => {
  expect((await of(version('en', '/main') + canonical('/main'))).status).toBe('pass');
});

it('does not apply without either, or with conflicting canonical links', async () => {
  expect((await of(version('en', '/page'))).status).toBe('na');
  expect((await of(canonical('/main'))).status).toBe('na');
  const head = version('en', '/page') + canonical('/a') + canonical('/b');
  expect((await of(head)).status).toBe('na');
});
