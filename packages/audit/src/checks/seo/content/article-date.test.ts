import { expect, it } from 'vitest';
import { outcomeOf, type PageUnderTest } from '../../fixtures/facts-of.ts';
import { articleDate } from './article-date.ts';

const post = (more = '') =>
  `<script type="application/ld+json">{"@context":"https://schema.org","@type":"BlogPosting","headline":"Rye"${more}}</script>`;
const of = (page: PageUnderTest) => outcomeOf(articleDate, page);

it('warns about a post without a date', async () => {
  const body = `${post()}<h1>Rye in 2025</h1><p>Version 2.0 of 12 breads, since 1998, for 3 to 5 people.</p>`;
  expect(await of({ body })).toMatchObject({ status: 'warn', evidence: [{ line: 1 }] });
  expect(articleDate.importance).toBe('low');
});

it.each([
  ['a date of its data', post(',"dateModified":"2026-05-01"')],
  ['a date that is not valid, which is another finding', post(',"datePublished":"May"')],
  ['a time', `${post()}<time>yesterday morning</time>`],
  ['a meta tag', `${post()}<meta name="DC.date.issued" content="2026-05-01">`],
  ['Open Graph', `${post()}<meta property="article:published_time" content="2026-05-01">`],
  ['numbers', `${post()}<p>1.5.2026</p>`],
  ['ISO 8601', `${post()}<p>2026-05-01</p>`],
  ['English', `${post()}<p>May 1, 2026</p>`],
  ['English with an ordinal', `${post()}<p>1st of May 2026</p>`],
  ['German', `${post()}<p>1. Mai 2026</p>`],
  ['Spanish', `${post()}<p>1 de mayo de 2026</p>`],
  ['Russian', `${post()}<p>1 мая 2026 г.</p>`],
  ['Japanese', `${post()}<p>2026年5月1日</p>`],
  ['Persian', `${post()}<p>۱۱ اردیبهشت ۱۴۰۵</p>`],
  ['Thai', `${post()}<p>๑ พฤษภาคม</p>`],
  ['a time ago', `${post()}<p>3 days ago</p>`],
  ['a time ago in German', `${post()}<p>vor 3 Tagen</p>`],
])('passes %s', async (_what, body) => {
  expect((await of({ body })).status).toBe('pass');
});

it('passes a date in the URL', async () => {
  const url = 'https://example.com/2026/05/rye';
  expect((await of({ url, body: post() })).status).toBe('pass');
});

it('does not apply to other pages', async () => {
  expect((await of({ body: '<article><h1>About us</h1></article>' })).status).toBe('na');
});
