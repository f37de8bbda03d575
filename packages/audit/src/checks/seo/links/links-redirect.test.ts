import { expect, it } from 'vitest';
import type { Probe } from '../../../probes/probe-facts.ts';
import { evaluate, factsOf, responseProbe } from '../../fixtures/facts-of.ts';
import { linksRedirect } from './links-redirect.ts';

async function of(...probes: readonly Probe[]) {
  const body = probes.map((_, index) => `<a href="/${index}">x</a>`).join('\n');
  const facts = await factsOf({ body });
  const sample = facts.page.anchors.flatMap((tag, index) => {
    const probe = probes[index];
    return probe === undefined ? [] : [{ tag, own: true, probe }];
  });
  const links = { internal: sample.length, external: 0, sample };
  return evaluate(linksRedirect, { ...facts, probes: { ...facts.probes, links } });
}

const fine = responseProbe('https://example.com/b/');
const moved = (from: string, finalUrl: string) => responseProbe(from, { finalUrl, moved: true });

it('quotes links to permanent redirects', async () => {
  const old = moved('https://example.com/a', 'https://example.com/a/');
  expect(await of(fine, old, fine)).toMatchObject({
    status: 'warn',
    summary:
      '1 of 3 sampled links to this site leads to a permanent redirect: https://example.com/a → https://example.com/a/.',
    evidence: [{ text: '<a href="/1">' }],
  });
  expect((await of(fine, old, old)).status).toBe('fail');
});

it.each<[string, Probe]>([
  ['no redirect', fine],
  [
    'a temporary redirect, such as to a login',
    responseProbe('https://example.com/account', { finalUrl: 'https://example.com/login' }),
  ],
  ['a short URL for another site', moved('https://example.com/git', 'https://github.com/example')],
  ['http to https, which links-http covers', moved('http://example.com/', 'https://example.com/')],
  ['a page that refuses us', responseProbe('https://example.com/x', { status: 403, moved: true })],
])('passes beside %s', async (_name, probe) => {
  expect(await of(fine, probe)).toMatchObject({ status: 'pass' });
});

it('counts a redirect from www to the bare host', async () => {
  const www = moved('https://www.example.com/a', 'https://example.com/a');
  expect((await of(www, fine)).status).toBe('warn');
});

it('leaves broken targets to links-broken', async () => {
  const gone = responseProbe('https://example.com/x', {
    status: 404,
    finalUrl: 'https://example.com/y',
    moved: true,
  });
  expect((await of(gone)).status).toBe('na');
  expect((await of()).status).toBe('na');
});
