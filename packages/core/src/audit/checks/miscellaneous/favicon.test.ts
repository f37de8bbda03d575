import { expect, it } from 'vitest';
import type { Probe } from '../../fetch/probes/probe-facts.ts';
import { answer, factsOf, outcomeOf } from '../fixtures/facts-of.ts';
import { favicon } from './favicon.ts';

const url = 'https://example.com/favicon.ico';
const of = (probe: Probe) => outcomeOf(favicon, { probes: { favicons: [{ tag: null, probe }] } });

/** Icons that a page declares, and what came of each. */
async function declaring(...probes: readonly Probe[]) {
  const head = probes.map(({ url }) => `<link rel=icon href="${url}">`).join('');
  const { page } = await factsOf({ head });
  const favicons = probes.map((probe, index) => ({ tag: page.links[index] ?? null, probe }));
  return outcomeOf(favicon, { probes: { favicons } });
}

it.each(['image/x-icon', 'image/svg+xml', 'application/octet-stream', 'text/plain', null])(
  'passes one of type %s: browsers look at its bytes',
  async (contentType) => {
    expect(await of(answer(url, { contentType }))).toMatchObject({ status: 'pass', value: url });
  },
);

it('passes one within the page', async () => {
  const favicons = [{ tag: null, probe: { kind: 'inline' } }] as const;
  expect((await outcomeOf(favicon, { probes: { favicons } })).status).toBe('pass');
});

it('passes where a later one comes', async () => {
  const gone = answer('https://example.com/a.ico', { status: 404 });
  expect((await declaring(gone, answer(url, { contentType: 'image/png' }))).status).toBe('pass');
});

it.each([
  ['nothing', answer(url, { status: 404 })],
  ['a page', answer(url)],
])('fails where there is %s at /favicon.ico', async (_what, probe) => {
  expect(await of(probe)).toMatchObject({ status: 'fail', evidence: [{ kind: 'url', text: url }] });
});

it('quotes the tag of one that is gone', async () => {
  expect(await declaring(answer(url, { status: 404 }))).toMatchObject({
    status: 'fail',
    evidence: [{ kind: 'html', text: `<link rel=icon href="${url}">` }],
  });
});

it.each<Probe>([
  answer(url, { status: 403 }),
  answer(url, { status: 503 }),
  { kind: 'failed', url, reason: 'fetch_timeout' },
  { kind: 'not_asked', url, reason: 'address_blocked' },
])('does not blame the page where it cannot be told: %j', async (probe) => {
  expect((await of(probe)).status).toBe('error');
});
