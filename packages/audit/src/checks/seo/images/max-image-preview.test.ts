import { expect, it } from 'vitest';
import { outcomeOf, type PageUnderTest } from '../../fixtures/facts-of.ts';
import { maxImagePreview } from './max-image-preview.ts';

const post =
  '<script type="application/ld+json">{"@context":"https://schema.org","@type":"NewsArticle","headline":"Rye","image":"https://example.com/rye.jpg"}</script>';
const withoutImage = post.replace(/,"image":"[^"]*"/, '');
const robots = (content: string, name = 'robots') => `<meta name="${name}" content="${content}">`;
const of = (head: string, page: PageUnderTest = {}) =>
  outcomeOf(maxImagePreview, { head, ...page });

it('notes an article without a rule', async () => {
  expect(await of(post)).toMatchObject({
    status: 'warn',
    summary:
      'The robots rules lack max-image-preview:large, which lets Google Discover show the image large.',
    evidence: [{ kind: 'html', line: 1, text: expect.stringContaining('"NewsArticle"') }],
  });
  expect(maxImagePreview.importance).toBe('info');
});

it.each([
  ['other rules', robots('index, max-snippet:-1')],
  ['a rule for another search engine', robots('max-image-preview:large', 'bingbot')],
  ['an invalid size', robots('max-image-preview:huge')],
  ['an image for link previews', '<meta property="og:image" content="https://example.com/a.png">'],
])('notes an article with %s', async (_what, head) => {
  expect((await of(head + post)).status).toBe('warn');
  expect((await of(head + withoutImage)).status).toBe(head.includes('og:') ? 'warn' : 'na');
});

it.each([
  ['none', 'max-image-preview:none keeps Google from showing an image with the article.'],
  ['standard', 'max-image-preview:standard limits the images that Google shows with the article.'],
])('notes and quotes %s', async (size, summary) => {
  const tag = robots(`max-image-preview: ${size}`);
  expect(await of(tag + robots('max-image-preview:large') + post)).toMatchObject({
    status: 'warn',
    summary,
    value: size,
    evidence: [{ text: tag }],
  });
});

const og = (name: string, content: string) => `<meta property="og:${name}" content="${content}">`;
const image = og('image', 'https://example.com/rye.jpg');

it('does not apply to an article whose images are too narrow to be shown large', async () => {
  const narrow = image + og('image:width', '1199');
  expect(await of(narrow + post)).toMatchObject({
    status: 'na',
    summary:
      'The image of the article is narrower than 1200 pixels by its og:image:width, so Google Discover does not show it large.',
  });
  expect((await of(robots('max-image-preview:standard') + narrow + post)).status).toBe('na');
  expect((await of(robots('max-image-preview:none') + narrow + post)).status).toBe('warn');
  expect((await of(robots('max-image-preview:large') + narrow + post)).status).toBe('pass');
});

it.each([
  ['a wide image', image + og('image:width', '1200')],
  ['an image of unknown width', image + og('image:width', '80%')],
  ['a wide image and a narrow one', image + og('image:width', '600') + og('image:width', '1600')],
  ['a narrow image and one of unknown width', image + og('image:width', '600') + image],
])('notes an article with %s', async (_what, head) => {
  expect((await of(head + post)).status).toBe('warn');
});

it.each([
  ['the rule', robots('max-snippet:-1, max-image-preview:large, max-video-preview:-1')],
  ['the rule in other case', robots('MAX-IMAGE-PREVIEW: LARGE')],
  ['the rule for Googlebot', robots('max-image-preview:large', 'Googlebot')],
  ['a version in AMP', '<link rel="amphtml" href="/amp">'],
])('passes an article with %s', async (_what, head) => {
  expect((await of(head + post)).status).toBe('pass');
});

it('passes an article with the rule in a header, and one in AMP', async () => {
  const headers = { 'x-robots-tag': 'max-image-preview:large' };
  expect((await of(post, { headers })).status).toBe('pass');
  for (const attribute of ['amp', '⚡', 'lang="en" amp=""']) {
    const html = `<!doctype html><html ${attribute}><head>${post}</head>`;
    expect((await of('', { html })).status, attribute).toBe('pass');
  }
  const html = `<!doctype html><html class="no-amp"><head>${post}</head>`;
  expect((await of('', { html })).status).toBe('warn');
});

it.each([
  ['a page that is not an article', ''],
  ['an Article, which themes make of every page', post.replace('NewsArticle', 'Article')],
  ['an article without an image', withoutImage],
  ['an article that is not indexed', robots('noindex') + post],
  ['a copy of an article', `<link rel="canonical" href="https://example.com/rye">${post}`],
])('does not apply to %s', async (_what, head) => {
  expect((await of(head)).status).toBe('na');
});
