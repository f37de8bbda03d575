import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { metaOutsideHead } from './meta-outside-head.ts';

const of = (head: string, body = '') => outcomeOf(metaOutsideHead, { head, body });
const canonical = '<link rel="canonical" href="/page">';
const description = '<meta name="description" content="A">';
const version = '<link rel="alternate" hreflang="de" href="/de">';
const robots = '<meta name="robots" content="noindex">';

it('passes tags in the head, and a page without any', async () => {
  expect((await of(canonical + description + version + robots)).status).toBe('pass');
  expect((await of('')).status).toBe('pass');
});

it.each([
  [canonical, 'the canonical link'],
  [version, 'links to other languages (hreflang)'],
])('fails %s in the body', async (tag, name) => {
  expect(await of('', `<p>Text</p>\n${tag}`)).toMatchObject({
    status: 'fail',
    summary: `Outside the <head>: ${name}.`,
    evidence: [{ text: tag, line: 2 }],
  });
});

it('warns about a title in the body, which browsers do show', async () => {
  expect((await of('', '<p>Text</p><title>A</title>')).status).toBe('warn');
});

it('warns about robots directives in the body, which Google follows', async () => {
  expect(await of('', `<p>Text</p>\n${robots}`)).toMatchObject({
    status: 'warn',
    summary: 'Outside the <head>: robots directives.',
    evidence: [{ text: robots, line: 2 }],
  });
  expect((await of('', `<p>Text</p>${robots}${canonical}`)).status).toBe('fail');
});

it('leaves what something cut off from the head to head-broken', async () => {
  const head = `<title>A</title>\n<img src="pixel.gif">\n${canonical}${version}`;
  expect((await of(head)).status).toBe('pass');
  expect(await of(head, `<p>Text</p>${robots}`)).toMatchObject({
    status: 'warn',
    summary: 'Outside the <head>: robots directives.',
    value: { tags: 1 },
  });
});

it('leaves the description to meta-description', async () => {
  expect((await of('', `<p>Text</p>${description}`)).status).toBe('pass');
});

it('ignores tags that the head has too, empty tags and other tags', async () => {
  const inBody = `<p>Text</p><title>B</title>${canonical}${description}`;
  expect((await of(`<title>A</title>${canonical}${description}`, inBody)).status).toBe('pass');
  const other =
    '<p>Text</p><meta itemprop="description" content="A"><meta name="robots" content=""><link rel="stylesheet" href="a.css"><link rel="alternate" type="application/rss+xml" href="/feed"><a hreflang="de" href="/de">Deutsch</a>';
  expect((await of('', other)).status).toBe('pass');
});

it('ignores content that is not part of the page', async () => {
  const body = `<template>${canonical}</template><noscript>${robots}</noscript><svg><title>A</title></svg>`;
  expect((await of('', body)).status).toBe('pass');
});

it('is not thrown off by a pixel in <noscript>, which browsers do not see', async () => {
  const pixel = '<noscript><img src="pixel.gif"></noscript>';
  expect((await of(`${pixel}${canonical}`)).status).toBe('pass');
});
