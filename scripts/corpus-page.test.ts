import { expect, it } from 'vitest';
import { corpusPage } from './corpus-page.ts';

const url = 'https://bakery.org/rye?a=1';
const urlOf = (html: string) => corpusPage(Buffer.from(html)).url;

it.each([
  `<link rel="canonical" href="${url}">`,
  `<link href="${url}" rel="canonical">`,
  `<meta property="og:url" content="${url}">`,
  `<meta content="${url}" property="og:url">`,
  `<base target=_top href=${url}>`,
  `<link rel="canonical" href="/rye"><meta property="og:url" content="${url}">`,
  `<base href="https://bakery.org/"><meta property="og:url" content="${url}"><link rel=canonical href=/>`,
  `<meta property="og:url" content="https://bakery.org/b"><link rel=canonical href="${url}">`,
])('takes the address of a stored page from %s', (html) => {
  expect(urlOf(html)).toBe(url);
});

it.each([
  '<p>Text</p>',
  '<base href="/"><link rel=canonical href="/rye"><meta property="og:url" content="rye">',
  '<base href="https://">',
])('has an example for the address of %s', (html) => {
  expect(urlOf(html)).toBe('https://example.com/page');
});
