import { describe, expect, it } from 'vitest';
import { script } from '../../../readings/structured-data/fixtures/structured-page.ts';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { articleDatesAgree } from './article-dates-agree.ts';

const article = (properties: object) =>
  script({ '@context': 'https://schema.org', '@type': 'NewsArticle', ...properties });
const published = '2026-05-01T08:00:00+02:00';
const data = article({ datePublished: published, dateModified: '2026-05-20' });
const meta = (name: string, content: string) =>
  `<meta property="article:${name}" content="${content}">`;
const shown = (datetime: string, attributes = 'class="entry-date published"') =>
  `<article><h1>Rye</h1><time ${attributes} datetime="${datetime}">A day</time><p>Text</p></article>`;
const of = (head: string, body = '') => outcomeOf(articleDatesAgree, { head, body });

describe('dates that differ', () => {
  it('in structured data and meta tags', async () => {
    const head = data + meta('published_time', '2024-11-03T10:00:00Z');
    expect(await of(head)).toMatchObject({
      status: 'warn',
      summary:
        'The page states different dates of publication: 2024-11-03 (article:published_time), 2026-05-01 (datePublished).',
      evidence: [{ text: meta('published_time', '2024-11-03T10:00:00Z') }, { kind: 'html' }],
    });
    expect(await of(data + meta('modified_time', '2026-07-01'))).toMatchObject({
      status: 'warn',
      summary: expect.stringContaining('of the last change: 2026-05-20'),
    });
  });

  it.each([
    'class="entry-date published"',
    'itemprop="datePublished"',
    'itemprop="dateModified"',
    'class="dt-updated"',
    'pubdate',
  ])('to visitors: %s', async (attributes) => {
    expect(await of(data, shown('2023-05-01', attributes))).toMatchObject({
      status: 'warn',
      summary:
        'The page states different dates to visitors and to search engines: 2023-05-01 (<time>), 2026-05-01 (datePublished), 2026-05-20 (dateModified).',
    });
  });

  it('in two descriptions of one article, and in Microdata', async () => {
    const two =
      article({ headline: 'Rye', datePublished: published }) +
      article({ headline: ' rye ', datePublished: '2020-01-01' });
    expect((await of(two, '<h1>Rye</h1>')).status).toBe('warn');
    const items =
      '<div itemscope itemtype="https://schema.org/Article"><meta itemprop=datePublished content=2020-01-01></div>';
    expect((await of(meta('published_time', published), items)).status).toBe('warn');
  });
});

describe('correct pages', () => {
  it.each([
    ['the same days', meta('published_time', '2026-05-01T06:00:00Z'), shown('2026-05-01')],
    ['a time zone apart', meta('published_time', '2026-04-30'), shown('2026-05-02')],
    ['a visible date of the last change', '', shown('2026-05-20')],
    ['a visible date of a change in between', '', shown('2026-05-10')],
  ])('%s', async (_name, head, body) => {
    expect((await of(data + head, body)).status).toBe('pass');
  });

  it.each([
    ['a date that is not marked, such as that of an event', shown('1879-03-14', '')],
    [
      'a marked date outside of the article',
      `<time class="published" datetime="2020-01-01">x</time>${shown('', '')}`,
    ],
    [
      'a comment in the article',
      '<article><h1>Rye</h1><article><time class="published" datetime="2020-01-01">x</time></article></article>',
    ],
    [
      'a list of other articles in the article',
      `<article><h1>Rye</h1><time class=published datetime=2020-01-01>x</time><time class=published datetime=2021-01-01>y</time></article>`,
    ],
    ['articles with a main heading each', shown('2020-01-01') + shown('2020-01-01')],
    ['a hidden date', shown('2020-01-01', 'hidden class="published"')],
    [
      'a date that a script fills in',
      '<article><h1>Rye</h1><time class="published" datetime="2020-01-01"></time></article>',
    ],
    ['a date without a datetime', shown('', 'class="published"').replace(' datetime=""', '')],
    ['a year', shown('2020')],
  ])('%s', async (_name, body) => {
    expect((await of(data, body)).status).toBe('na');
  });

  it('lists of articles', async () => {
    const list =
      article({ headline: 'Rye', datePublished: '2020-01-01' }) +
      article({ headline: 'Oat', datePublished: published });
    expect((await of(list + meta('published_time', '2019-01-01'), '<h1>News</h1>')).status).toBe(
      'na',
    );
    expect((await of(list + meta('published_time', published), '<h1>Oat</h1>')).status).toBe(
      'pass',
    );
    const repeated = meta('published_time', '2019-01-01') + meta('published_time', '2018-01-01');
    expect((await of(data + repeated)).status).toBe('na');
  });

  it('articles that the structured data only mentions', async () => {
    const cited = script({
      '@context': 'https://schema.org',
      '@type': 'WebPage',
      citation: { '@type': 'Article', datePublished: '1999-01-01' },
    });
    expect((await of(cited + meta('published_time', published))).status).toBe('na');
  });
});

it('has an option for the days', async () => {
  const head = data + meta('published_time', '2026-05-05');
  expect((await outcomeOf(articleDatesAgree, { head })).status).toBe('pass');
  expect((await outcomeOf(articleDatesAgree, { head }, { days: 3 })).status).toBe('warn');
  const page = { head: data, body: shown('2026-04-21') };
  expect((await outcomeOf(articleDatesAgree, page, { days: 10 })).status).toBe('pass');
  expect((await outcomeOf(articleDatesAgree, page, { days: 9 })).status).toBe('warn');
});

it('does not apply without dates', async () => {
  expect(await of('')).toEqual({
    status: 'na',
    summary: 'The page states no dates of an article in its data.',
  });
  expect((await of(article({ datePublished: '2026' }))).status).toBe('na');
});
