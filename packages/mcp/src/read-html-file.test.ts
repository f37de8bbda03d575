import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../../scripts/temporary-folder.ts';
import { readHtmlFile } from './read-html-file.ts';

let outside: string;
let directory: string;
beforeEach(async () => {
  outside = temporaryFolder();
  directory = join(outside, 'site');
  await mkdir(join(directory, 'blog'), { recursive: true });
  await writeFile(join(directory, 'blog', 'Index.HTML'), '\ufeff<title>Brötchen</title>');
  await writeFile(join(directory, '.env.html'), 'SECRET=1');
  await writeFile(join(directory, 'notes.txt'), 'notes');
  await writeFile(join(outside, 'secret.html'), 'SECRET=2');
  await mkdir(join(directory, 'folder.html'));
  await mkdir(join(outside, 'site-2'));
  await writeFile(join(outside, 'site-2', 'a.html'), 'SECRET=3');
});

it('reads a file below the directory, by a relative or an absolute path', async () => {
  expect(await readHtmlFile(directory, 'blog/Index.HTML')).toBe('<title>Brötchen</title>');
  expect(await readHtmlFile(directory, join(directory, 'blog/../blog/Index.HTML'))).toContain('B');
  // Such as /tmp of macOS.
  await symlink(directory, join(outside, 'link'));
  expect(await readHtmlFile(join(outside, 'link'), 'blog/Index.HTML')).toContain('B');
  await symlink('blog/Index.HTML', join(directory, 'inside.html'));
  expect(await readHtmlFile(directory, 'inside.html')).toContain('B');
});

it.each([
  '../secret.html',
  '../site-2/a.html',
  '/etc/hosts',
  'blog/../../secret.html',
  'escape.html',
  'up/secret.html',
  '.env.html',
  'hidden.html',
  'notes.txt',
  'notes.html',
  'folder.html',
  'blog',
  '',
  '.',
  'blog/Index.HTML\0.html',
])('refuses what is not an HTML file below it: %j', async (path) => {
  await symlink('../secret.html', join(directory, 'escape.html'));
  await symlink('..', join(directory, 'up'));
  await symlink('.env.html', join(directory, 'hidden.html'));
  await symlink('notes.txt', join(directory, 'notes.html'));
  const message = /^(?:Only \.html, \.htm, \.xhtml files below|There is no such file)/;
  await expect(readHtmlFile(directory, path)).rejects.toThrow(message);
});

it('says the same of a missing file elsewhere as of one that exists, also through a link', async () => {
  await symlink('..', join(directory, 'up'));
  const errorOf = (path: string) => readHtmlFile(directory, path).catch((error) => error.message);
  expect(await errorOf('../secret.html')).toContain('below the working directory');
  for (const folder of ['..', 'up']) {
    expect(await errorOf(`${folder}/missing.html`)).toBe(await errorOf(`${folder}/secret.html`));
  }
});

it('says that a file is missing, or too large', async () => {
  await expect(readHtmlFile(directory, 'blog/none.html')).rejects.toMatchObject({
    code: 'not_found',
  });
  await writeFile(join(directory, 'large.html'), 'a'.repeat(2_000_001));
  await expect(readHtmlFile(directory, 'large.html')).rejects.toMatchObject({
    code: 'page_too_large',
  });
  await writeFile(join(directory, 'large.html'), 'a'.repeat(2_000_000));
  expect(await readHtmlFile(directory, 'large.html')).toHaveLength(2_000_000);
});
