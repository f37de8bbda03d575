import { expect, it } from 'vitest';
import { outcomeOf, type PageUnderTest } from '../../fixtures/facts-of.ts';
import { articleAuthor } from './article-author.ts';

const post = (more = '') =>
  `<script type="application/ld+json">{"@context":"https://schema.org","@type":"BlogPosting","headline":"Rye"${more}}</script>`;
const published = '<meta property="article:published_time" content="2026-05-01">';
const of = (page: PageUnderTest) => outcomeOf(articleAuthor, page);

it.each([post(), post().replace('BlogPosting', 'ReportageNewsArticle')])(
  'notes a post without an author: %s',
  async (head) => {
    expect(await of({ head, body: '<h1>Rye</h1><p>We baked by hand.</p>' })).toMatchObject({
      status: 'warn',
      evidence: [{ line: 1, text: expect.stringMatching(/BlogPosting|ReportageNewsArticle/) }],
    });
    expect(articleAuthor.importance).toBe('info');
  },
);

it.each([
  ['an author in JSON-LD', post(',"author":{"@type":"Person","name":"Ann"}')],
  ['an organisation as the author', post(',"author":{"@id":"https://example.com/#org"}')],
  ['an editor', post(',"editor":"Ann"')],
  [
    'the author of the page',
    `${post()}${post(',"x":1').replace('BlogPosting","headline":"Rye"', 'WebPage","author":"Ann"')}`,
  ],
  [
    'Microdata',
    `${post()}<p itemscope itemtype="https://schema.org/Comment"><b itemprop=author>Ann</b></p>`,
  ],
  ['a meta tag', `${post()}<meta name=author content=Ann>`],
  ['a meta tag of Open Graph', `${post()}<meta property="article:author" content="Ann">`],
  ['a link', `${post()}<a rel="author" href="/ann">Ann</a>`],
  ['a link to a profile', `${post()}<a href="/autoren/ann-baker">Ann Baker</a>`],
  ['a byline', `${post()}<p>By Ann Baker</p>`],
  ['a German byline', `${post()}<p>Von Ann Bäcker</p>`],
  ['a Japanese byline', `${post()}<p>執筆：田中</p>`],
  ['a Korean byline', `${post()}<p>김철수 기자</p>`],
  ['an agency', `${post()}<p>Berlin (dpa) – Roggen</p>`],
])('passes %s', async (_what, body) => {
  expect((await of({ body })).status).toBe('pass');
});

it.each([
  [
    'a page of a theme that makes every page an article',
    '<meta property="og:type" content="article"><meta property="article:modified_time" content="2026-05-01"><article><h1>About us</h1></article>',
  ],
  ['an article of documentation', post().replace('BlogPosting', 'TechArticle')],
  ['an Article', post().replace('BlogPosting', 'Article')],
  ['a list of posts', post() + post().replace('Rye', 'Wheat')],
  ['a post that two plugins describe', `${post()}${post()}<h1>Rye</h1>`],
  [
    'a page about the site of a theme that dates every page',
    `${published}<article class="type-page"><h1>About us</h1></article>`,
  ],
  ['a post in RDFa without a vocabulary', '<div typeof="schema:BlogPosting"></div>'],
  ['a page', '<p>By Ann</p>'],
])('does not apply to %s', async (_what, body) => {
  expect((await of({ body })).status).toBe('na');
});
