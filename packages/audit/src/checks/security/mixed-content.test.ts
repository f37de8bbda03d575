import { expect, it } from 'vitest';
import { outcomeOf, type PageUnderTest } from '../fixtures/facts-of.ts';
import { mixedContent } from './mixed-content.ts';

const of = (body: string, page: PageUnderTest = {}) => outcomeOf(mixedContent, { body, ...page });
const image = '<img src="http://example.org/a.png">';

it.each([
  '<script src="http://example.org/a.js"></script>',
  '<script type="module" src="http://example.org/a.js"></script>',
  '<script type="Text/JavaScript" src="http://example.org/a.js"></script>',
  '<link rel="stylesheet" href="http://example.org/a.css">',
  '<iframe src="http://example.org/"></iframe>',
  '<object data="http://example.org/a"></object>',
  '<embed src="http://example.org/a">',
])('fails %s, which browsers block', async (body) => {
  const [text] = /^<[^>]*>/.exec(body) ?? [];
  expect(await of(body)).toMatchObject({
    status: 'fail',
    value: { active: 1, passive: 0 },
    evidence: [{ kind: 'html', text, line: 1 }],
  });
});

it.each([
  image,
  '<img srcset="http://example.org/a.png 2x">',
  '<video src="http://example.org/a.mp4"></video>',
  '<video poster="http://example.org/a.png"></video>',
  '<picture><source srcset="http://example.org/a.png"><img alt=""></picture>',
])('warns about %s', async (body) => {
  expect(await of(body)).toMatchObject({ status: 'warn', value: { active: 0, passive: 1 } });
});

it('quotes what is blocked before what is shown', async () => {
  const outcome = await of(`${image}<iframe src="http://example.org/"></iframe>`);
  expect(outcome).toMatchObject({
    status: 'fail',
    value: { urls: ['http://example.org/', 'http://example.org/a.png'] },
    evidence: [{ text: '<iframe src="http://example.org/">' }, { text: image }],
  });
});

it.each([
  '<a href="http://example.org/">a link</a>',
  '<link rel="canonical" href="http://example.com/page">',
  '<link rel="alternate stylesheet" href="http://example.org/a.css">',
  '<img src="//example.org/a.png"><script src="/a.js"></script>',
  '<img src="data:image/png;base64,AA">',
  '<img src="http://localhost:3000/a.png"><img src="http://127.0.0.1/a.png">',
  '<noscript><img src="http://example.org/pixel.gif"></noscript>',
  '<script type="text/template" src="http://example.org/a.html"></script>',
  '<svg xmlns="http://www.w3.org/2000/svg"></svg>',
])('passes %s', async (body) => {
  expect((await of(body)).status).toBe('pass');
});

it('passes what browsers ask for over https, by header or meta', async () => {
  const upgrade = 'upgrade-insecure-requests';
  const headers = { 'content-security-policy': `default-src https:; ${upgrade}` };
  expect(await of(image, { headers })).toMatchObject({ status: 'pass', value: { passive: 1 } });
  const head = `<meta http-equiv="content-security-policy" content="${upgrade}">`;
  expect((await of(image, { head })).status).toBe('pass');
  const tried = { 'content-security-policy-report-only': upgrade };
  expect((await of(image, { headers: tried })).status).toBe('warn');
});

it('resolves on the base of the page', async () => {
  const head = '<base href="http://example.com/">';
  expect((await of('<img src="a.png">', { head })).status).toBe('warn');
});

it('does not apply to a page over http', async () => {
  expect((await of(image, { url: 'http://example.com/' })).status).toBe('na');
});
