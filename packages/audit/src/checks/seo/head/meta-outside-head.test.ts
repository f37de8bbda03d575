import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { canonicalMissing } from '../canonical/canonical-missing.ts';
import { metaDescription } from './meta-description.ts';
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
    '<p>Text</p><meta itemprop="description" content="A"><meta name="robots" content=""><link rel="stylesheet" href="a.css"><link rel="alternate" type="application/rss+xml" href="/feed"><link rel="alternate stylesheet" hreflang="en" title="A" href="a.css"><a hreflang="de" href="/de">Deutsch</a>';
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

const place = '<div hidden><!--$?--><template id="B:0"></template><!--/$--></div><main>Text</main>';
const moves = '<script>$RC("B:0","S:0")</script>';
const tags = `<title>A</title>${description}${canonical}`;

it.each([
  ['in the part that React streams', `${place}<div hidden id="S:0">${tags}</div>${moves}`],
  ['right before it', `${place}<script>1</script>${tags}<div hidden id="S:0"></div>${moves}`],
])('names React and the setting of Next.js for tags %s', async (_where, body) => {
  expect(await of('', body)).toMatchObject({
    status: 'warn',
    summary: expect.stringMatching(
      /^React streams tags into the <body>, .*: the title, the meta description and the canonical link\. /,
    ),
    advice: expect.stringContaining('htmlLimitedBots'),
    evidence: [{ text: '<title>' }, { text: description }, { text: canonical }],
  });
  const described = {
    status: 'pass',
    value: 'A',
    summary: 'The meta description is “A”; React streams it into the <body>.',
  };
  expect(await outcomeOf(metaDescription, { body })).toMatchObject(described);
  const rendered = { html: `<html><body><main>Text</main>${tags}` };
  expect(await outcomeOf(metaDescription, { body, rendered })).toMatchObject(described);
  expect((await outcomeOf(canonicalMissing, { body })).summary).toContain('React streams');
});

it('fails tags in the body before those that React streams', async () => {
  const body = `${canonical}<p>Text</p>${place}<div hidden id="S:0">${description}</div>${moves}`;
  expect(await of('', body)).toMatchObject({
    status: 'fail',
    summary: 'Outside the <head>: the canonical link.',
  });
  const late = `${place}${description}<p>Text</p><div hidden id="S:0">More</div>${moves}`;
  expect((await outcomeOf(metaDescription, { body: late })).status).toBe('fail');
});
