import { defaultRuleset } from '@sitegrade/audit/checks';
import { describe, expect, it } from 'vitest';
import { siteRules } from '../site-issues/rules/index.ts';
import { glossary, wordsIn } from './glossary.ts';

const found = (text: string) => wordsIn([text]).map(({ word }) => word);

describe('the glossary', () => {
  it('lists each word once, by alphabet', () => {
    const words = glossary.map(({ word }) => word);
    const byAlphabet = words.toSorted((a, b) =>
      a.toLowerCase().localeCompare(b.toLowerCase(), 'en'),
    );
    expect(words).toEqual(byAlphabet);
    expect(new Set(words).size).toBe(words.length);
  });

  it.each(glossary.map((entry) => [entry.word, entry] as const))(
    '%s is explained shortly',
    (_, { meaning, find }) => {
      expect(meaning).toMatch(/^\p{Lu}.*\.$/u);
      expect([meaning, meaning.length <= 110]).toEqual([meaning, true]);
      expect([find.global, find.sticky]).toEqual([false, false]);
    },
  );
});

describe('finds', () => {
  it.each([
    ['Two canonical links contradict each other.', ['Canonical link']],
    [
      'Add <link rel="canonical" href="https://example.com/"> to the <head>.',
      ['Canonical link', 'Head'],
    ],
    ['The header X-Content-Type-Options: nosniff is missing.', ['Header', 'nosniff']],
    ['The page has no main landmark.', ['Landmark']],
    ['Flesch score 23: very difficult.', ['Flesch']],
    ['The URL redirects to /new, with status 302.', ['Redirect', 'Status']],
    ['3 images have no alt attribute.', ['Alt text']],
    ['robots.txt blocks Googlebot.', ['Crawler', 'robots.txt']],
    ['The page has noindex.', ['noindex']],
    ['og:image is missing.', ['Open Graph']],
    ['The first byte arrived after 2 seconds.', ['First byte']],
    ['The page is served over HTTPS', ['HTTPS']],
    ['JSON-LD is valid JSON', ['JSON-LD']],
  ])('%s', (text, words) => {
    expect(found(text)).toEqual(words);
  });

  it.each([
    'See https://example.com/ and www.example.com.',
    'The framework has 12 header cells.',
    'The salt is in the altar.',
    'Home, cart and checkout are public.',
    'The page has 300 words.',
    'The page has two URLs: / and /index.html',
  ])('nothing in: %s', (text) => {
    expect(found(text)).toEqual([]);
  });
});

/** Words that a person who never made a website has not met. */
const trade =
  /\b(?:canonical|hreflang|noindex|nofollow|nosniff|landmarks?|ARIA|alt|robots|sitemaps?|crawl\w*|index(?:ed|ing)|redirect\w*|viewport|doctype|charset|encoding|favicon|iframes?|JSON-LD|Microdata|schema\.org|structured data|rich results?|breadcrumbs?|Open Graph|og|CSP|HSTS|TLS|CDN|CMS|CORS|SVG|AVIF|WebP|UTF-8|Brotli|gzip|cache\w*|minif\w*|lazy|lazily|srcset|preload|preconnect|defer|async|nonce|hash|cookies?|trackers?|tracking|user agents?|fragments?|focus\w*|tabindex|screen readers?|captions?|transcripts?|Flesch|lorem ipsum|llms|imprint|snippets?|plug-ins?|placeholders?|certificate|origin|Markdown|style sheets?|CSS)\b/gi;
/** Capitals that everyone knows, or that a title explains. */
const known = new Set([
  'AI',
  'HTML',
  'HTTP',
  'HTTPS',
  'URL',
  'URLs',
  'X',
  'ID',
  'XML',
  'JSON',
  'MB',
]);

describe.each([...defaultRuleset.checks, ...siteRules])('$id', ({ title, why }) => {
  it('explains every word of the trade in its title and its reason', () => {
    for (const text of [title, why ?? '']) {
      const words = [
        ...text.matchAll(trade),
        ...text.matchAll(/\b[A-Z][A-Z0-9]+s?\b(?!-)/g),
        ...text.matchAll(/\b[A-Z]\w+(?:-[A-Z]\w+)+\b/g),
      ].map(([word]) => word);
      const unexplained = words.filter(
        (word) =>
          !known.has(word) && !glossary.some(({ find }) => find.test(contextOf(text, word))),
      );
      expect(unexplained).toEqual([]);
    }
  });
});

/** A word with what stands around it, which decides what it means. */
function contextOf(text: string, word: string): string {
  const index = text.indexOf(word);
  return text.slice(Math.max(0, index - 12), index + word.length + 12);
}

it('has no entry that no check can need', () => {
  const texts = [...defaultRuleset.checks, ...siteRules].flatMap(({ title, advice, why = '' }) => [
    title,
    advice,
    why,
  ]);
  const unused = glossary.filter(({ find }) => !texts.some((text) => find.test(text)));
  // Only summaries name these.
  expect(unused.map(({ word }) => word)).toEqual(['First byte', 'Flesch', 'Fragment', 'Soft 404']);
});
