import { expect, it } from 'vitest';
import type { UserAgentPage } from '../../../probes/probe-facts.ts';
import { factsOf, userAgentPage } from '../../fixtures/facts-of.ts';
import { aiAssistantPage } from './ai-assistant-page.ts';

const page = userAgentPage();

const failure = { kind: 'failed', url: page.url, reason: 'fetch_timeout' } as const;

async function of(
  assistant: Partial<UserAgentPage> | typeof failure,
  browser: Partial<UserAgentPage> | typeof failure = {},
  min = 50,
) {
  const userAgents = {
    assistant: 'reason' in assistant ? assistant : { ...page, ...assistant },
    browser: 'reason' in browser ? browser : { ...page, ...browser },
    phone: page,
  };
  return aiAssistantPage.run(await factsOf({ probes: { userAgents } }), { min });
}

it('does not apply unless pages are compared', async () => {
  expect(aiAssistantPage.run(await factsOf(), { min: 50 })).toMatchObject({
    status: 'na',
    summary: 'Not compared: the option compareUserAgents is off, or the page is part of a crawl.',
  });
});

it('passes the same page, with other ads', async () => {
  expect(await of({ words: 380 })).toMatchObject({
    status: 'pass',
    value: { assistant: { status: 200, words: 380 }, browser: { words: 400, title: 'Rye bread' } },
  });
});

it('passes a server that sends assistants what scripts would add for browsers', async () => {
  expect((await of({ words: 900 }, { words: 8, title: 'Loading' })).status).toBe('pass');
});

it.each([
  [{ status: 404 }, 'The page has status 404 for ChatGPT, and 200 for a browser.'],
  [{ noindex: true }, 'The page has noindex for ChatGPT only.'],
  [{ words: 199 }, 'The page has 199 words for ChatGPT, and 400 for a browser.'],
  [{ title: 'Buns' }, 'The page has the title “Buns” for ChatGPT, and “Rye bread” for a browser.'],
  [{ title: null }, 'The page has the title none for ChatGPT, and “Rye bread” for a browser.'],
])('warns of %j', async (assistant, summary) => {
  expect(await of(assistant)).toMatchObject({
    status: 'warn',
    summary,
    evidence: [{ kind: 'url', text: page.url }],
  });
});

it('takes another share of words from the options', async () => {
  expect((await of({ words: 200 })).status).toBe('pass');
  expect((await of({ words: 200 }, {}, 60)).status).toBe('warn');
});

it('states that a refusal may concern our address only', async () => {
  expect(await of({ status: 403, refusal: { by: 'Cloudflare' }, words: 20 })).toMatchObject({
    status: 'warn',
    summary:
      'A request with the user agent of ChatGPT was refused by Cloudflare (HTTP 403), one with that of a browser was not. ChatGPT itself may pass: firewalls can distinguish its addresses from ours.',
  });
});

it('does not accuse a server that refuses our address in any case', async () => {
  const refused = { status: 403, refusal: { by: null } };
  expect((await of(refused, refused)).status).toBe('na');
  expect((await of({}, refused)).status).toBe('na');
});

it('has no result if a request failed', async () => {
  expect((await of(failure)).status).toBe('error');
  expect((await of({}, failure)).status).toBe('error');
});
