import { describe, expect, it } from 'vitest';
import type { BrowserCookie, RenderedRequest } from '../../render/renderer.ts';
import { outcomeOf, type PageUnderTest } from '../fixtures/facts-of.ts';
import { pageWeight } from '../network/page-weight.ts';
import { mixedContent } from '../security/mixed-content.ts';
import { trackerConsent } from '../security/tracker-consent.ts';
import { trackingCookies } from '../security/tracking-cookies.ts';
import { fileRedirects } from './file-redirects.ts';
import { scriptErrors } from './script-errors.ts';

// What checks know of a page that was loaded in a browser.

const request = (url: string, changes: Partial<RenderedRequest> = {}): RenderedRequest => {
  return { url, type: 'script', status: 200, bytes: 1_000, isMixed: false, ...changes };
};
const german = { html: '<html lang="de"><title>x</title></html>', url: 'https://example.de/' };

describe('tracker-consent', () => {
  const hotjar = 'https://static.hotjar.com/c/hotjar-1.js';
  const google = 'https://www.googletagmanager.com/gtag/js?id=G-1';
  const tool = '<html lang="de"><script src="https://consent.cookiebot.com/uc.js"></script></html>';
  const of = (urls: readonly string[], page: PageUnderTest = german) =>
    outcomeOf(trackerConsent, {
      ...{ url: german.url, ...page },
      rendered: { requests: urls.map((url) => request(url)) },
    });

  it('accuses what was requested, although the HTML does not name it', async () => {
    expect(await of([hotjar])).toMatchObject({
      status: 'warn',
      summary: 'Hotjar is requested before visitors can agree.',
      evidence: [{ kind: 'url', text: hotjar }],
    });
  });

  it('accuses it also on a page with a consent tool, but not the Google tag, which can wait', async () => {
    expect(await of([hotjar, google], { html: tool })).toMatchObject({
      status: 'warn',
      value: { consent_tools: ['Cookiebot'] },
      evidence: [{ text: hotjar }],
    });
    expect((await of([google], { html: tool })).status).toBe('pass');
    expect((await of([google])).status).toBe('warn');
  });

  it('passes trackers that were not requested', async () => {
    const html = `<html lang="de"><script src="${hotjar}"></script></html>`;
    expect((await of([], { html })).status).toBe('pass');
    expect((await of([])).status).toBe('na');
  });

  it('does not apply outside Europe', async () => {
    const page = { html: '<html lang="en"></html>', url: 'https://example.com/' };
    expect((await of([hotjar], page)).status).toBe('na');
  });
});

describe('tracking-cookies', () => {
  const cookie = (name: string, expires: number | null = null): BrowserCookie => {
    return { name, domain: '.example.de', expires, httpOnly: false, secure: true, sameSite: null };
  };
  const now = new Date('2026-06-01T12:00:00Z');
  const of = (cookies: readonly BrowserCookie[], headers = {}) =>
    outcomeOf(trackingCookies, { ...german, headers, now, rendered: { cookies } });

  it('finds what scripts store, with the days that it is kept', async () => {
    const outcome = await of([cookie('_ga', now.getTime() + 400 * 86_400_000), cookie('_fbp')]);
    expect(outcome).toMatchObject({
      status: 'warn',
      summary:
        'The page sets cookies of Google Analytics and Meta Pixel before visitors can agree.',
      evidence: [
        { kind: 'cookie', text: '_ga of .example.de, for 400 days' },
        { kind: 'cookie', text: '_fbp of .example.de, until the browser is closed' },
      ],
    });
  });

  it('names a cookie once that the response sends and the browser stores', async () => {
    const { evidence } = await of([cookie('_ga')], { 'set-cookie': '_ga=1' });
    expect(evidence).toMatchObject([{ kind: 'header' }]);
  });

  it('passes other cookies', async () => {
    expect(await of([cookie('cart')])).toMatchObject({
      status: 'pass',
      summary: 'Cookies of trackers that we know: 0 of 1.',
    });
  });
});

describe('mixed-content', () => {
  const of = (requests: readonly RenderedRequest[], body = '') =>
    outcomeOf(mixedContent, { body, rendered: { requests } });

  it('finds what no tag names: styles and scripts request it', async () => {
    const requests = [
      request('http://api.example.com/a', { type: 'fetch', isMixed: true }),
      request('http://example.com/b.png', { type: 'image', isMixed: true }),
      request('https://example.com/c.js'),
    ];
    expect(await of(requests)).toMatchObject({
      status: 'fail',
      value: { active: 1, passive: 1 },
      evidence: [{ text: 'http://api.example.com/a' }, { text: 'http://example.com/b.png' }],
    });
  });

  it('counts what a tag names once', async () => {
    const requests = [request('http://example.com/a.png', { type: 'image', isMixed: true })];
    const outcome = await of(requests, '<img src="http://example.com/a.png" alt="">');
    expect(outcome).toMatchObject({ status: 'warn', value: { passive: 1 } });
  });
});

it('page-weight is what was received, by type', async () => {
  const requests = [
    request('https://example.com/', { type: 'document', bytes: 30_000 }),
    request('https://example.com/a.jpg', { type: 'image', bytes: 4_000_000 }),
    request('https://example.com/b.jpg', { type: 'image', bytes: 2_000_000 }),
    request('https://cdn.example/c.js', { bytes: 90_000 }),
    request('https://cdn.example/d.woff2', { type: 'font', bytes: 20_000 }),
  ];
  expect(await outcomeOf(pageWeight, { rendered: { requests } })).toMatchObject({
    status: 'warn',
    summary: 'A phone receives 6.1 MB: 6.0 MB images, 90 kB scripts, 30 kB HTML and more.',
    value: { bytes: 6_140_000, files: 5, image: 6_000_000 },
    sampled: false,
  });
});

describe('script-errors', () => {
  it('warns, and says the first one', async () => {
    const errors = ['TypeError: rye is not a function', 'Uncaught (in promise) Error: oat'];
    expect(await outcomeOf(scriptErrors, { rendered: { scriptErrors: errors } })).toMatchObject({
      status: 'warn',
      summary: '2 errors of scripts: TypeError: rye is not a function',
      value: errors,
    });
  });

  it('passes a page without', async () => {
    expect((await outcomeOf(scriptErrors, { rendered: {} })).status).toBe('pass');
  });
});

describe('file-redirects', () => {
  const of = (...requests: readonly RenderedRequest[]) =>
    outcomeOf(fileRedirects, { rendered: { requests } });
  const a = 'https://example.com/a.js';

  it('warns, and quotes each URL once', async () => {
    const redirect = request(a, { status: 302 });
    expect(await of(redirect, redirect, request('https://example.com/b.js'))).toMatchObject({
      status: 'warn',
      summary: '1 file is redirected to another URL.',
      evidence: [{ text: a }],
    });
  });

  it('passes files that are not modified, and what a browser redirects by itself', async () => {
    const own = request(a, { status: 307, bytes: 0 });
    expect((await of(request(a, { status: 304 }), own)).status).toBe('pass');
  });

  it('does not apply to a page without files, and leaves the page to others', async () => {
    expect((await of(request(a, { type: 'document', status: 301 }))).status).toBe('na');
  });
});
