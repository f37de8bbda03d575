import { expect, it } from 'vitest';
import { refreshOf } from '../../../readings/refresh.ts';
import { factsOf, type PageUnderTest } from '../../fixtures/facts-of.ts';

const pageUrl = 'https://example.com/page';
const of = async (page: PageUnderTest) => refreshOf(await factsOf(page));
const meta = (content: string) => `<meta http-equiv="Refresh" content="${content}">`;

it.each([
  ['5', 5, pageUrl],
  [' \t05 ', 5, pageUrl],
  ['5;', 5, pageUrl],
  ['5, ', 5, pageUrl],
  ['.5', 0, pageUrl],
  ['.', 0, pageUrl],
  ['1.9.9; /a', 1, 'https://example.com/a'],
  ['0;url=/a', 0, 'https://example.com/a'],
  ['0 ; URL = /a ', 0, 'https://example.com/a'],
  ['0,/a', 0, 'https://example.com/a'],
  ['0 /a', 0, 'https://example.com/a'],
  ["0; url='/a'b", 0, 'https://example.com/a'],
  ["0; '/a", 0, 'https://example.com/a'],
  ['0; u', 0, 'https://example.com/u'],
  ['0; url', 0, 'https://example.com/url'],
  ["0; url'/a'", 0, "https://example.com/url'/a'"],
  ['0; url=', 0, pageUrl],
  ['0;;/a', 0, 'https://example.com/;/a'],
  ['0; mailto:a@example.com', 0, 'mailto:a@example.com'],
] as const)('reads %j', async (content, seconds, url) => {
  const found = await of({ head: meta(content) });
  expect([found?.seconds, found?.url.href]).toEqual([seconds, url]);
});

it.each([
  '',
  ' ',
  'foo',
  '-1',
  '+1',
  '5s',
  '0: https://example.org',
  '; url=/a',
  '\u000b5',
  '\u00a05',
  '5\u00a0/a',
  '0; url=https://',
  '0; url=javascript:alert(1)',
])('finds no refresh in %j', async (content) => {
  expect(await of({ head: meta(content) })).toBeNull();
});

it('uses the first valid one in the page', async () => {
  const found = await of({ head: meta('x') + meta('7'), body: meta('9') });
  expect(found).toMatchObject({ place: 'meta', seconds: 7, evidence: { text: meta('7') } });
  expect(await of({ body: `<p>Text</p>${meta('9')}` })).toMatchObject({ seconds: 9 });
});

it('prefers a valid header', async () => {
  const head = meta('7');
  expect(await of({ head, headers: { refresh: '3; url=/a' } })).toMatchObject({
    place: 'header',
    seconds: 3,
    evidence: { kind: 'header', text: 'Refresh: 3; url=/a' },
  });
  expect(await of({ head, headers: { refresh: 'soon' } })).toMatchObject({ seconds: 7 });
});

it('ignores other tags', async () => {
  const quiet = [
    '<meta content="5">',
    '<meta http-equiv="refresh">',
    '<meta name="refresh" content="5">',
    '<meta http-equiv=" refresh" content="5">',
    `<noscript>${meta('5')}</noscript>`,
    `<template>${meta('5')}</template>`,
  ];
  expect(await of({ head: quiet.join('') })).toBeNull();
});

it('resolves on the base of the page, and stays a number', async () => {
  const found = await of({ head: `<base href="/en/">${meta(`${'9'.repeat(400)};a`)}` });
  expect(found?.url.href).toBe('https://example.com/en/a');
  expect(Number.isSafeInteger(found?.seconds)).toBe(true);
});
