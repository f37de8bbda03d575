import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { canonicalMissing } from './canonical-missing.ts';

const link = '<link rel="canonical" href="https://example.com/page">';

it('passes a canonical link in the head or in a header', async () => {
  expect((await outcomeOf(canonicalMissing, { head: link })).status).toBe('pass');
  const headers = { link: '<https://example.com/page>; rel="canonical"' };
  expect((await outcomeOf(canonicalMissing, { headers })).status).toBe('pass');
});

it('warns about a page without one', async () => {
  expect(await outcomeOf(canonicalMissing)).toMatchObject({
    status: 'warn',
    summary: 'The page has no canonical link.',
  });
});

it('leaves one that search engines do not read to other checks', async () => {
  const inBody = await outcomeOf(canonicalMissing, { body: `<p>Text</p>${link}` });
  expect(inBody).toMatchObject({ status: 'na', evidence: [{ text: link }] });
  const head = '<link rel="canonical" media="print" href="/page">';
  expect(await outcomeOf(canonicalMissing, { head })).toMatchObject({
    status: 'na',
    evidence: [{ text: head }],
  });
});

it('does not apply to a page that is not to be found', async () => {
  const head = '<meta name="robots" content="noindex">';
  expect(await outcomeOf(canonicalMissing, { head })).toMatchObject({
    status: 'na',
    summary: 'The page has a robots meta tag with noindex, so it needs no canonical link.',
  });
  expect(await outcomeOf(canonicalMissing, { status: 404 })).toMatchObject({
    status: 'na',
    summary: 'The page has status 404, so it needs no canonical link.',
  });
});
