import { expect, it } from 'vitest';
import { badgeHtml, badgeMarkdown } from './badge-code.ts';

const badge = {
  alt: 'SEO score of a_b.example',
  page: 'https://host.example/(t)/share/websites/x',
  image: 'https://host.example/a"b&c/badge.svg',
};

it('writes HTML with escaped values', () => {
  expect(badgeHtml(badge)).toBe(
    '<a href="https://host.example/(t)/share/websites/x"><img src="https://host.example/a&quot;b&amp;c/badge.svg" alt="SEO score of a_b.example"></a>',
  );
});

it('writes Markdown that the text and the URLs do not end', () => {
  expect(badgeMarkdown(badge)).toBe(
    '[![SEO score of a\\_b.example](https://host.example/a"b&c/badge.svg)](https://host.example/%28t%29/share/websites/x)',
  );
  expect(badgeMarkdown({ ...badge, alt: '](https://evil.example)' })).toContain('![\\](https');
});
