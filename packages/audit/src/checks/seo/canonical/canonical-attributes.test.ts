import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { canonical } from './canonical.ts';
import { canonicalAttributes } from './canonical-attributes.ts';

const of = (attributes: string) =>
  outcomeOf(canonicalAttributes, {
    head: `<title lang="en">A</title><link rel="canonical" href="https://example.com/page"${attributes}>`,
  });

it('passes a link without other attributes', async () => {
  expect((await of('')).status).toBe('pass');
  expect((await of(' data-react-helmet="true" id="c" title="lang=en"')).status).toBe('pass');
});

it.each(['hreflang', 'lang', 'media', 'type'])('fails %s, and names it', async (name) => {
  expect(await of(` ${name}="en"`)).toMatchObject({
    status: 'fail',
    value: [name],
    evidence: [{ kind: 'html' }],
  });
});

it('is about links that the other checks leave out', async () => {
  const head = '<link rel="canonical" lang="en" href="/page">';
  expect((await outcomeOf(canonical, { head })).status).toBe('na');
});

it('does not apply without a canonical link', async () => {
  const head = '<link rel="alternate" hreflang="de" href="/de">';
  expect((await outcomeOf(canonicalAttributes, { head })).status).toBe('na');
});
