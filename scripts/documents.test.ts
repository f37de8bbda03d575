import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { publishedWorkspaces } from '../packages/module-graph.ts';

/** The Markdown files of the repository, from its root. */
const documents = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'],
  { encoding: 'utf8' },
)
  .trim()
  .split('\n')
  .filter((file) => existsSync(file));
const read = (file: string) => readFileSync(file, 'utf8');

/** The anchors that GitHub gives the headings of a document. */
function anchorsOf(markdown: string): Set<string> {
  const withoutCode = markdown.replace(/^```[\s\S]*?^```$/gm, '');
  const anchors = new Set<string>();
  for (const [, heading = ''] of withoutCode.matchAll(/^#{1,6} (.+)$/gm)) {
    const text = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const slug = text.replace(/[^\p{L}\p{N}\s_-]/gu, '').replace(/ /g, '-');
    let anchor = slug;
    for (let count = 1; anchors.has(anchor); count += 1) anchor = `${slug}-${count}`;
    anchors.add(anchor);
  }
  return anchors;
}

/** The links of a document that lead to no file, or to no heading of one. */
function brokenLinks(document: string, markdown: string): string[] {
  const withoutCode = markdown.replace(/^```[\s\S]*?^```$/gm, '');
  const links = [...withoutCode.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  return links
    .filter((link) => !/^[a-z]+:/.test(link))
    .filter((link) => {
      const [path = '', anchor] = link.split('#');
      const file = path === '' ? document : normalize(join(dirname(document), path));
      if (!existsSync(file)) return true;
      if (anchor === undefined) return false;
      const target = statSync(file).isDirectory() ? join(file, 'README.md') : file;
      return target.endsWith('.md') && !anchorsOf(read(target)).has(anchor);
    });
}

describe('the documents', () => {
  it('link to files and headings that exist', () => {
    const broken = documents.flatMap((document) =>
      brokenLinks(document, read(document)).map((link) => `${document}: ${link}`),
    );
    expect(broken).toEqual([]);
    const text =
      '[a](README.md#nothing) [b](nothing.md) [c](#check-a-page) [d](docs/api.md#requests)';
    expect(brokenLinks('README.md', text)).toEqual(['README.md#nothing', 'nothing.md']);
  });

  it('name files that exist', () => {
    const missing = documents.flatMap((document) =>
      [...read(document).matchAll(/`((?:packages|scripts|docs|examples|benchmarks)\/[\w./-]+)`/g)]
        .map(([, path = '']) => path)
        .filter((path) => !existsSync(path))
        .map((path) => `${document}: ${path}`),
    );
    expect(missing).toEqual([]);
  });

  it('list and pack every published package', () => {
    const text = read('docs/packages.md');
    const published = publishedWorkspaces().sort();
    const listed = [...text.matchAll(/^\| \[`[^`]+`\]\(\.\.\/(packages\/[\w-]+)\)/gm)];
    expect(listed.map(([, folder]) => folder).sort()).toEqual(published);
    const packed = [...text.matchAll(/ -w (\S+)/g)].map(([, folder = '']) => folder);
    // Authors of stores install it beside them; it brings vitest.
    expect([...packed, 'packages/testing'].sort()).toEqual(published);
  });
});
