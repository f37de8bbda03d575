import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { snippetAllowed } from './snippet-allowed.ts';

const meta = (content: string, name = 'robots') => `<meta name="${name}" content="${content}">`;

it.each([
  '',
  meta('index, follow, max-snippet:-1, max-image-preview:large, max-video-preview:-1'),
  meta('max-snippet:160'),
  // Without a valid number, the directive is ignored.
  meta('max-snippet, max-snippet:, max-snippet:none'),
  meta('max-image-preview:none, max-video-preview:0'),
  meta('nosnippet', 'googlebot-news'),
  meta('nosnippet', 'yandex'),
])('passes %j', async (head) => {
  expect(await outcomeOf(snippetAllowed, { head })).toMatchObject({ status: 'pass', value: [] });
});

it.each([
  [meta('nosnippet'), 'nosnippet'],
  [meta('INDEX,NoSnippet'), 'nosnippet'],
  [meta('max-snippet: 0', 'googlebot'), 'max-snippet: 0'],
  [meta('max-snippet:-1') + meta('max-snippet:0'), 'max-snippet: 0'],
])('warns of %j', async (head, directive) => {
  expect(await outcomeOf(snippetAllowed, { head })).toMatchObject({
    status: 'warn',
    summary: `${directive} keeps the text of the page out of search results and out of Google’s AI answers.`,
    value: [directive],
    evidence: [{ kind: 'html' }],
  });
});

it('reads the header', async () => {
  const of = (line: string) => outcomeOf(snippetAllowed, { headers: { 'X-Robots-Tag': line } });
  expect(await of('nosnippet')).toMatchObject({ status: 'warn', evidence: [{ kind: 'header' }] });
  expect((await of('otherbot: nosnippet')).status).toBe('pass');
});

it('does not apply to a page that is not indexed', async () => {
  expect(await outcomeOf(snippetAllowed, { head: meta('noindex, nosnippet') })).toMatchObject({
    status: 'na',
    summary:
      'The page is not indexed, whether it may be quoted or not: it has a robots meta tag with noindex.',
  });
  const canonical = `${meta('nosnippet')}<link rel="canonical" href="https://example.com/other">`;
  expect((await outcomeOf(snippetAllowed, { head: canonical })).status).toBe('na');
  const page = { head: meta('nosnippet'), status: 404 };
  expect((await outcomeOf(snippetAllowed, page)).status).toBe('na');
});

const paid = (value: string) =>
  `<script type="application/ld+json">{"@context":"https://schema.org","@type":"NewsArticle","isAccessibleForFree":${value}}</script>`;

it.each([
  ['an article for subscribers', { head: meta('max-snippet:0') + paid('false') }],
  ['an article for subscribers, in words', { head: meta('nosnippet') + paid('"False"') }],
  ['an opt-out of AI', { head: meta('nosnippet, noai') }],
  [
    'an opt-out of AI in robots.txt',
    {
      head: meta('nosnippet'),
      robots: 'User-agent: *\nContent-Signal: search=yes, ai-input=no\nAllow: /',
    },
  ],
])('passes %s, which forbids snippets on purpose', async (_what, page) => {
  expect(await outcomeOf(snippetAllowed, page)).toMatchObject({
    status: 'pass',
    evidence: [{ kind: 'html' }],
  });
});

it('warns of a free article, and if AI may use the page', async () => {
  const free = { head: meta('nosnippet') + paid('true') };
  expect((await outcomeOf(snippetAllowed, free)).status).toBe('warn');
  // Plugins offer both as options that sites turn on without thinking of AI.
  const archived = { head: meta('noarchive, nosnippet') };
  expect((await outcomeOf(snippetAllowed, archived)).status).toBe('warn');
  const robots = 'User-agent: *\nContent-Signal: ai-input=yes\nAllow: /';
  expect((await outcomeOf(snippetAllowed, { head: meta('nosnippet'), robots })).status).toBe(
    'warn',
  );
});
