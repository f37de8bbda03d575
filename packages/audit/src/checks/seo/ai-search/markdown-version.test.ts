import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { markdownVersion } from './markdown-version.ts';

it.each([
  '',
  '<link rel="alternate" type="application/rss+xml" href="/feed">',
  '<link rel="icon" type="text/markdown" href="/a.md">',
])('does not apply to %j', async (head) => {
  expect((await outcomeOf(markdownVersion, { head })).status).toBe('na');
});

it('names the version of a tag, or of a header', async () => {
  const head = '<link rel="alternate" type="text/markdown; charset=utf-8" href="page.md">';
  expect(await outcomeOf(markdownVersion, { head })).toMatchObject({
    status: 'pass',
    summary: 'The page names a Markdown version: https://example.com/page.md.',
    evidence: [{ kind: 'html' }],
  });
  const link = '</style.css>; rel=preload, </page.md>; rel="alternate"; type="text/markdown"';
  expect(await outcomeOf(markdownVersion, { headers: { link } })).toMatchObject({
    status: 'pass',
    value: ['https://example.com/page.md'],
    evidence: [{ kind: 'header' }],
  });
});

it.each(['', ' ', 'https://[', 'javascript:void(0)'])('warns of the URL %j', async (href) => {
  const head = `<link rel="alternate" type="text/markdown" href="${href}">`;
  expect((await outcomeOf(markdownVersion, { head })).status).toBe('warn');
});
