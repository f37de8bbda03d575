import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { hreflangSelf } from './hreflang-self.ts';
import { hreflangXDefault } from './hreflang-x-default.ts';

const link = (code: string, href: string) =>
  `<link rel="alternate" hreflang="${code}" href="https://example.com${href}">`;
const canonical = '<link rel="canonical" href="https://example.com/page">';
const of = (head: string, path = '/page') =>
  outcomeOf(hreflangSelf, { head, url: `https://example.com${path}` });

it('passes a page that lists itself by an equivalent URL', async () => {
  expect((await of(link('en', '/page') + link('de', '/seite'))).status).toBe('pass');
  expect((await of(link('en', '/caf%c3%a9'), '/café')).status).toBe('pass');
});

it('warns about one that lists only others', async () => {
  expect(await of(link('de', '/seite') + link('fr', '/page/'))).toMatchObject({
    status: 'warn',
    summary: 'The page lists 2 language versions, but not itself.',
    value: ['de', 'fr'],
    evidence: [{ kind: 'html' }, { kind: 'html' }],
  });
});

it('passes a copy whose canonical page is listed', async () => {
  const head = canonical + link('en', '/page') + link('de', '/seite');
  expect((await of(head, '/page?utm_source=letter')).status).toBe('pass');
});

it('does not apply without versions', async () => {
  expect((await of(canonical)).status).toBe('na');
});

it('x-default is optional', async () => {
  const versions = link('en', '/page') + link('de', '/seite');
  expect((await outcomeOf(hreflangXDefault, { head: versions })).status).toBe('warn');
  expect(hreflangXDefault.importance).toBe('info');
  const head = versions + link('x-default', '/');
  expect(await outcomeOf(hreflangXDefault, { head })).toMatchObject({
    status: 'pass',
    value: 'https://example.com/',
  });
  expect((await outcomeOf(hreflangXDefault)).status).toBe('na');
});

it('ignores tracking parameters', async () => {
  const head = link('en', '/page') + link('de', '/seite');
  expect((await of(head, '/page?utm_source=news')).status).toBe('pass');
  expect((await of(head, '/page?id=7')).status).toBe('warn');
});
