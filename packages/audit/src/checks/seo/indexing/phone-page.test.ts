import { expect, it } from 'vitest';
import type { NoResponse, UserAgentPage } from '../../../probes/probe-facts.ts';
import { outcomeOf, userAgentPage } from '../../fixtures/facts-of.ts';
import { phonePage } from './phone-page.ts';

const page = userAgentPage({
  canonical: 'https://example.com/page',
  types: ['Article', 'BreadcrumbList'],
});

const failure = { kind: 'failed', url: page.url, reason: 'fetch_timeout' } as const;

function of(phone: Partial<UserAgentPage> | NoResponse, browser: Partial<UserAgentPage> = {}) {
  const userAgents = {
    assistant: page,
    phone: 'reason' in phone ? phone : { ...page, ...phone },
    browser: { ...page, ...browser },
  };
  return outcomeOf(phonePage, { probes: { userAgents } });
}

it('does not apply unless pages are compared', async () => {
  expect(await outcomeOf(phonePage)).toMatchObject({
    status: 'na',
    summary: 'Not compared: the option compareUserAgents is off, or the page is part of a crawl.',
  });
});

it.each<[string, Partial<UserAgentPage>]>([
  ['the same page, with other ads', { words: 380 }],
  ['another page for phones', { finalUrl: 'https://m.example.com/page', words: 250 }],
  ['more structured data', { types: ['Article', 'BreadcrumbList', 'Person'] }],
])('passes %s', async (_what, phone) => {
  expect(await of(phone)).toMatchObject({
    status: 'pass',
    value: { phone: { status: 200 }, computer: { words: 400, title: 'Rye bread' } },
  });
});

it('passes a page that scripts fill for computers', async () => {
  const shell = { words: 8, title: 'Loading', canonical: null, types: [] };
  expect((await of({}, shell)).status).toBe('pass');
});

it('fails a page that only phones must not index', async () => {
  expect(await of({ noindex: true })).toMatchObject({
    status: 'fail',
    summary: 'The page has noindex for a phone only.',
    evidence: [{ kind: 'url', text: page.url }],
  });
});

it.each<[Partial<UserAgentPage>, string]>([
  [{ status: 404 }, 'The page has status 404 for a phone, and 200 for a computer.'],
  [{ words: 199 }, 'The page has 199 words for a phone, and 400 for a computer.'],
  [{ title: 'Buns' }, 'The page has the title “Buns” for a phone, and “Rye bread” for a computer.'],
  [
    { canonical: 'https://example.com/' },
    'The canonical link is https://example.com/ for a phone, and https://example.com/page for a computer.',
  ],
  [
    { canonical: null },
    'The canonical link is missing for a phone, and https://example.com/page for a computer.',
  ],
  [{ types: ['Article'] }, 'The page for a phone lacks structured data: BreadcrumbList.'],
  [{ types: [] }, 'The page for a phone lacks structured data: Article and BreadcrumbList.'],
])('warns of %j', async (phone, summary) => {
  expect(await of(phone)).toMatchObject({ status: 'warn', summary });
});

it('warns of a page that only computers must not index', async () => {
  const summary = 'The page has noindex for a computer only.';
  expect(await of({}, { noindex: true })).toMatchObject({ status: 'warn', summary });
});

it.each<[string, Partial<UserAgentPage> | NoResponse, Partial<UserAgentPage>, string]>([
  ['a phone', { refusal: { by: null }, status: 403 }, {}, 'the server refuses a phone'],
  ['a browser', {}, { refusal: { by: null }, status: 403 }, 'the server refuses a browser'],
])('does not compare what refuses %s', async (_what, phone, browser, summary) => {
  const outcome = await of(phone, browser);
  expect(outcome).toMatchObject({ status: 'na', summary: expect.stringContaining(summary) });
});

it('is unknown without a response', async () => {
  expect((await of(failure)).status).toBe('error');
});
