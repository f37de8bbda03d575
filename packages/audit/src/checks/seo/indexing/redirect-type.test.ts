import { expect, it } from 'vitest';
import { outcomeOf, type PageUnderTest } from '../../fixtures/facts-of.ts';
import { redirectType } from './redirect-type.ts';

const url = 'https://example.com/page';
const of = (page: PageUnderTest) => outcomeOf(redirectType, { url, ...page });
const refresh = (content: string) => `<meta http-equiv="refresh" content="${content}">`;

it('does not apply without redirects', async () => {
  expect((await of({})).status).toBe('na');
  expect((await of({ head: refresh('300') })).status).toBe('na');
  expect((await of({ head: refresh('0; url=/page') })).status).toBe('na');
  expect((await of({ head: refresh('0; url=#top') })).status).toBe('na');
});

it.each([301, 308])('passes %i', async (status) => {
  const redirects = [[status, 'https://example.com/old']] as const;
  expect(await of({ redirects })).toMatchObject({ status: 'pass', value: { statuses: [status] } });
});

it.each([302, 303, 307])('warns about %i and quotes it', async (status) => {
  const redirects = [
    [301, 'http://example.com/old'],
    [status, 'https://example.com/old'],
  ] as const;
  expect(await of({ redirects })).toMatchObject({
    status: 'warn',
    summary: `One redirect is temporary (status ${status}).`,
    evidence: [{ kind: 'url', text: `${status} https://example.com/old → ${url}` }],
  });
});

it('accepts a home page that redirects to a language on its own site', async () => {
  const chosen = [[302, 'https://example.com/']] as const;
  expect((await of({ redirects: chosen, url: 'https://example.com/en/' })).status).toBe('pass');
  const plain = [[302, 'http://example.com/']] as const;
  expect((await of({ redirects: plain, url: 'https://example.com/' })).status).toBe('warn');
});

it('warns about a step that was a page which browsers replace at once', async () => {
  const redirects = [[200, 'https://example.com/old']] as const;
  expect(await of({ redirects })).toMatchObject({
    status: 'warn',
    value: { refresh: true },
    evidence: [{ kind: 'url', text: `https://example.com/old → ${url}` }],
  });
});

it.each(['0; url=https://example.org/', '0; /other'])(
  'warns about a refresh to another URL: %s',
  async (content) => {
    expect(await of({ head: refresh(content) })).toMatchObject({
      status: 'warn',
      value: { refresh: true },
      evidence: [{ kind: 'html', text: refresh(content) }],
    });
  },
);

it('leaves a refresh with a delay to meta-refresh', async () => {
  expect((await of({ head: refresh('5; /other') })).status).toBe('na');
});

it('warns about a Refresh header', async () => {
  expect(await of({ headers: { refresh: '0;/other' } })).toMatchObject({
    status: 'warn',
    evidence: [{ kind: 'header' }],
  });
});
