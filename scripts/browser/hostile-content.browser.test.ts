import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createContext, createReport } from '@sitegrade/core';
import type { NewReport } from '@sitegrade/core/store';
import { newReport } from '@sitegrade/testing';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { shareWebsite } from './share-website.ts';
import { useBrowser } from './use-browser.ts';
import { cookieLogin, usePages } from './use-pages.ts';

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

describe('hostile content', () => {
  const visit = useBrowser();
  const server = usePages('Fastify', { authenticate: cookieLogin });

  let owners = 0;
  let usual: string[][];
  beforeAll(async () => {
    usual = await look('usual', 'harmless', async () => {});
  });

  /** Opens every page that shows a report with this text, and returns what their elements are. */
  async function look(
    ownerId: string,
    text: string,
    check: (page: Page, path: string) => Promise<void>,
  ) {
    const part = { ownerId, ...reportOf(text) };
    const { paths, report } = await shareWebsite(server(), 'public', part);
    const console = ['', '/reports', `/reports/${report.id}`, `/reports/${report.id}/delete`];
    const { page } = await visit(server().url, { width: 360, cookies: { user: ownerId } });
    const elements: string[][] = [];
    for (const path of [
      ...Object.values(paths),
      ...console.map((consolePath) => `/sitegrade${consolePath}`),
    ]) {
      await page.goto(path);
      elements.push(await page.evaluate<string[]>(kindsOfElements));
      await check(page, path);
    }
    return elements;
  }

  it.each(texts)('is inert: %s', async (_name, text, shown) => {
    owners += 1;
    const found = await look(`hostile${owners}`, text, async (page, path) => {
      // Everything that is folded is laid out, too.
      await page.evaluate(unfold);
      expect(await page.evaluate('window.attacked')).toBeUndefined();
      expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([
        path,
        360,
      ]);
      const content = await page.evaluate<string>('document.body.textContent');
      expect(content).toContain(shown);
      expect(content).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u);
    });
    // A text may contain a word that the page explains, in a list.
    const added = found.map((kinds, index) =>
      kinds.filter((kind) => kind !== 'dl ' && !usual[index]?.includes(kind)),
    );
    expect(added.flat()).toEqual([]);
  });

  it('is inert after an analysis', async () => {
    const all = texts.map(([, text]) => text).join(' ');
    const attribute = all.replaceAll('"', '&quot;');
    const site = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'x-robots-tag': `<script>${attack}` });
      response.end(
        `<!doctype html><html lang="${attribute}"><title>${all.replaceAll('</title>', '')}</title>
        <meta name="description" content="${attribute}"><meta name="robots" content="${attribute}">
        <meta property="og:title" content="${attribute}"><link rel="canonical" href="${attribute}">
        <h1>${all}</h1><a href="${attribute}">${all}</a><img src="${attribute}" alt="${attribute}">`,
      );
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void site.close());
    const { port } = site.address() as AddressInfo;
    const allowAddresses = [`127.0.0.1:${port}`];
    const { store, url } = server();
    const network = { allowAddresses, ports: 'any', resolver: 'system' } as const;
    const context = createContext({ store, network, defaultPrivacy: 'public' });
    const { shareToken, title } = await createReport(context, 'eve', {
      url: `http://127.0.0.1:${port}/?${encodeURI(`"'<script>${attack}</script>`)}`,
    });
    expect(title).toContain('<script>');

    const { page } = await visit(url, { width: 360 });
    await page.goto(`/sitegrade/share/reports/${shareToken}`);
    await page.evaluate(unfold);
    expect(await page.evaluate('window.attacked')).toBeUndefined();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    const kinds = await page.evaluate<string[]>(kindsOfElements);
    expect(kinds.filter((kind) => /^(?:script|img|iframe|use|form|button)\b/.test(kind))).toEqual([
      'script src defer ',
      'button type class data-print ',
    ]);
    expect(kinds.filter((kind) => /\bon\w+|\bautofocus\b|script:|data:text/.test(kind))).toEqual(
      [],
    );
  });
});

/** The names of the elements, each with those of its attributes and with the scheme of its link. */
const kindsOfElements = `[...new Set([...document.querySelectorAll('*')].map((element) =>
  [
    element.localName,
    ...element.getAttributeNames(),
    /^[a-z]+:/i.exec(element.getAttribute('href') ?? '')?.[0] ?? '',
  ].join(' ')))]`;

const unfold = "document.querySelectorAll('details').forEach((one) => { one.open = true; })";

/** A report with this text in everything that the analysed page decides. */
function reportOf(text: string): Partial<NewReport> {
  const { checks, page } = newReport();
  const { title } = checks;
  if (title === undefined) throw new Error('The fixture has no check of the title.');
  const evidence = (['html', 'header', 'robots'] as const).map((kind) => ({ kind, text }));
  const found = { ...title, summary: text, value: text, evidence, advice: text };
  return {
    url: new URL(`https://example.com/?${text.slice(0, 100)}`).href,
    // No analysis stores such a URL.
    finalUrl: text,
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
