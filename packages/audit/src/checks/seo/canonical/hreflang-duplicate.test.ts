import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { hreflangDuplicate } from './hreflang-duplicate.ts';

const link = (code: string, href: string) =>
  `<link rel="alternate" hreflang="${code}" href="${href}">`;
const of = (...links: readonly string[]) => outcomeOf(hreflangDuplicate, { head: links.join('') });

it('passes one URL for each code', async () => {
  expect(await of(link('en', '/en'), link('de', '/de'), link('de-AT', '/at'))).toMatchObject({
    status: 'pass',
    value: { versions: 3, sharedAddresses: 0 },
  });
});

it('fails two URLs for one code, in any case, and quotes them', async () => {
  const links = [link('en-US', '/us'), link('EN-us', '/america')];
  expect(await of(link('de', '/de'), ...links)).toMatchObject({
    status: 'fail',
    summary: 'The hreflang code en-us has 2 different URLs.',
    value: ['en-us'],
    evidence: [{ text: links[0] }, { text: links[1] }],
  });
});

it('counts further codes', async () => {
  const outcome = await of(link('a', '/1'), link('a', '/2'), link('b', '/1'), link('b', '/2'));
  expect(outcome.summary).toContain('and 1 more code has several');
});

it('passes one page with several codes, and a repeated link', async () => {
  const shared = await of(link('en', '/en'), link('x-default', '/en'), link('en-IE', '/en'));
  expect(shared).toMatchObject({ status: 'pass', value: { sharedAddresses: 1 } });
  expect((await of(link('en', '/en'), link('en', 'https://example.com/en#a'))).status).toBe('pass');
});

it('does not apply without versions', async () => {
  expect((await of()).status).toBe('na');
});
