import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { notFound, type Respond } from './origin.ts';

/** The names of the HTML files of a folder. */
export function pageNamesIn(folder: string): readonly string[] {
  return readdirSync(folder).filter((name) => /\.html?$/.test(name));
}

/**
 * Some files of a folder as one website. The first one is the start page. Links within a page's own site lead to one
 * of the pages; its canonical link names the page itself; each image exists.
 */
export function folderSite(origin: string, folder: string, names: readonly string[]): Respond {
  const pathOf = (index: number) =>
    index === 0 ? '/' : `/page/${names[index]?.replace(/\.html?$/, '')}`;
  const pageOf = (name: string, index: number): string => {
    const html = readFileSync(join(folder, name), 'utf8');
    const canonical = /<link[^>]+canonical[^>]+href=["']?(https?:[^"'\s>]+)/i.exec(html)?.[1];
    const base = new URL(canonical ?? `${origin}${pathOf(index)}`);
    let links = 0;
    const rewritten = html
      .replace(
        /<link\b[^>]*\bcanonical\b[^>]*>/gi,
        `<link rel="canonical" href="${origin}${pathOf(index)}">`,
      )
      .replace(
        /(<a\b[^>]*?\bhref=)(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi,
        (all, start, double, single, bare) => {
          const href: string = double ?? single ?? bare ?? '';
          if (href.startsWith('#') || !URL.canParse(href, base.href)) return all;
          const url = new URL(href, base);
          if (!/^https?:$/.test(url.protocol) || url.hostname !== base.hostname) return all;
          links += 1;
          return `${start}"${pathOf((index + links) % names.length)}"`;
        },
      );
    return rewritten;
  };
  const pages = new Map(names.map((name, index) => [pathOf(index), pageOf(name, index)]));
  return ({ path }) => {
    const body = pages.get(path);
    if (body !== undefined) return { headers: { 'content-type': 'text/html' }, body };
    if (!/\.(?:png|jpe?g|gif|svg|webp|ico)\b/i.test(path)) return notFound;
    return { headers: { 'content-type': 'image/png' }, body: 'PNG' };
  };
}
