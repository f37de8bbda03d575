import type { NewReport } from '@sitegrade/core';
import { newReport } from '@sitegrade/testing';
import { describe, expect, it } from 'vitest';
import { ownerId, shareWebsite } from './share-website.ts';
import { useBrowser } from './use-browser.ts';
import { cookieLogin, frameworks, usePages } from './use-pages.ts';

const attack = 'window.attacked = true';

/** What the author of an analysed page may write anywhere, and what readers see of it. */
const texts: readonly (readonly [name: string, text: string, shown: string])[] = [
  ['a script', `<script>${attack}</script>`, `<script>${attack}</script>`],
  ['an end of the title', `</title></style></textarea><script>${attack}</script>`, '</title>'],
  ['an end of an attribute', `"><img src=x onerror="${attack}">`, '<img src=x onerror='],
  ['an attribute', `' onmouseover=${attack} autofocus onfocus=${attack} x='`, 'onmouseover='],
  ['SVG', `<svg onload=${attack}><use href="data:x">`, '<svg onload='],
  [
    'a form',
    `<form action="/sitegrade"><button autofocus>Delete</button></form>`,
    '<button autofocus>',
  ],
  ['a frame', `<iframe srcdoc="<script>parent.${attack}</script>"></iframe>`, '<iframe srcdoc='],
  ['a script URL', `javascript:${attack}`, `javascript:${attack}`],
  ['a data URL', `data:text/html,<script>${attack}</script>`, 'data:text/html,'],
  ['entities and comments', '&lt;script&gt;<!--]]>', '&lt;script&gt;<!--]]>'],
  ['bidirectional controls', '\u202egpj.exe\u2066\u200f', '<U+202E>gpj.exe<U+2066><U+200F>'],
  [
    'control characters',
    'a\u0000b\u0007\u001b[31m\u0085\r',
    'a<U+0000>b<U+0007><U+001B>[31m<U+0085>',
  ],
  ['100 KB without a space', 'W'.repeat(100_000), 'W'.repeat(1_000)],
  ['combining marks', `e${'\u0301'.repeat(2_000)}`.repeat(3), '\u0301\u0301'],
];

describe('hostile content', { timeout: 60_000 }, () => {
  const [{ start }] = frameworks;
  const visit = useBrowser();
  const server = usePages(start, { authenticate: cookieLogin });

  it.each(texts)('is inert: %s', async (_name, text, shown) => {
    const { paths } = await shareWebsite(server(), 'public', reportOf(text));
    const { page } = await visit(server().url, { width: 360, cookies: { user: ownerId } });
    for (const path of Object.values(paths)) {
      await page.goto(path);
      // Everything that is folded must not be hidden from the checks below.
      await page.evaluate(
        "document.querySelectorAll('details').forEach((one) => { one.open = true; })",
      );
      expect(await page.evaluate('window.attacked')).toBeUndefined();
      expect(await page.evaluate(foreignNodes)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
      expect(await page.evaluate('document.body.textContent')).toContain(shown);
      expect(await page.evaluate('document.body.textContent')).not.toMatch(
        /(?!\n)[\p{Cc}\p{Bidi_Control}]/u,
      );
    }
  });
});

/** Elements, attributes and links that the pages do not have by themselves. */
const foreignNodes = `[...document.querySelectorAll('*')].flatMap((element) => {
  const { localName, attributes, outerHTML } = element;
  const isFile = localName === 'script' && element.src.startsWith(location.origin);
  const isForeign = ['script', 'iframe', 'img', 'form', 'button', 'use', 'textarea'].includes(localName);
  const names = [...attributes].map(({ name }) => name);
  const href = element.getAttribute('href') ?? '';
  const isLink = localName !== 'a' || /^(https?:|[/#])/.test(href);
  const isInert = names.every((name) => !name.startsWith('on') && name !== 'style' && name !== 'autofocus');
  return (isForeign && !isFile) || !isLink || !isInert ? [outerHTML.slice(0, 200)] : [];
})`;

/** A report with this text in everything that the analysed page decides. */
function reportOf(text: string): Partial<NewReport> {
  const { checks, page } = newReport();
  const { title } = checks;
  if (title === undefined) throw new Error('The fixture has no check of the title.');
  const evidence = (['html', 'header', 'robots'] as const).map((kind) => ({ kind, text }));
  const found = { ...title, summary: text, value: text, evidence, advice: text };
  return {
    url: text,
    finalUrl: `${text}/`,
    title: text,
    gates: [{ check: 'title', cap: 79, reason: text }],
    partialReasons: [text],
    fixFirst: ['title'],
    checks: {
      title: { ...found, status: 'fail' },
      passed: { ...found, status: 'pass' },
      skipped: { ...found, status: 'na' },
      unknown: { ...found, status: 'error' },
    },
    page: {
      ...page,
      language: text,
      charset: text,
      contentType: text,
      searchResult: { title: text, url: text, description: text },
      socialCard: { site: text, title: text, description: text, hasImage: true },
      redirects: [{ url: text, status: 301, location: text, ms: 1 }],
      notes: [text],
    },
  };
}
