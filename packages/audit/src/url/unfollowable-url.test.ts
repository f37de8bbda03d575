import { expect, it } from 'vitest';
import { isUnfollowable } from './unfollowable-url.ts';

it.each([
  'https://example.com/cdn-cgi/l/email-protection',
  'https://example.com/cdn-cgi/l/email-protection#a1b2c3',
  'http://example.com:8080/cdn-cgi/trace?x',
  'https://example.com/blog/wp-comments-post.php',
  'https://example.com/xmlrpc.php?x=/',
])('%s does not lead to a page', (href) => {
  expect(isUnfollowable(href)).toBe(true);
});

it.each([
  'https://example.com/',
  'http://a.b/',
  'https://example.com/docs/cdn-cgi/',
  'https://example.com/cdn-cgi',
  'https://example.com/?next=/cdn-cgi/',
  'https://example.com/about-xmlrpc.php',
  'https://example.com/search?q=/xmlrpc.php',
  'https://example.com/page#/xmlrpc.php',
])('%s may', (href) => {
  expect(isUnfollowable(href)).toBe(false);
});
