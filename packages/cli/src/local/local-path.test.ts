import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../scripts/temporary-folder.ts';
import { classifyArgument } from './local-path.ts';
import { commonFolder, parseBaseUrl } from './local-site.ts';

const before = process.cwd();
const folder = temporaryFolder(afterAll);

beforeAll(() => {
  for (const name of ['dist', 'dist/blog', 'example.com', 'localhost', 'v1.2']) {
    mkdirSync(join(folder, name));
  }
  for (const name of ['page.html', 'a.b.htm', 'readme.txt', 'dist/x.xhtml', 'dist/blog/y.html']) {
    writeFileSync(join(folder, name), '');
  }
  process.chdir(folder);
});

afterAll(() => process.chdir(before));

it.each([
  ['dist', 'folder'],
  ['dist/', 'folder'],
  ['v1.2/', 'folder'],
  ['./dist', 'folder'],
  ['.', 'folder'],
  ['..', 'folder'],
  ['/', 'folder'],
  ['./example.com', 'folder'],
  ['page.html', 'page'],
  ['./page.html', 'page'],
  ['a.b.htm', 'page'],
  ['dist/x.xhtml', 'page'],
  ['https://example.com', 'url'],
  ['HTTP://page.html', 'url'],
  ['ftp://example.com/', 'url'],
  ['example.org', 'url'],
  ['example.com/blog', 'url'],
  ['localhost:3000', 'url'],
  ['example.org/other.html', 'url'],
  ['127.0.0.1/other.html', 'url'],
  ['localhost:3000/other.html', 'url'],
  ['[::1]/other.html', 'url'],
  ['v1.3/other', 'url'],
  ['serve', 'url'],
  ['', 'url'],
])('%j is a %s', (argument, kind) => {
  expect(classifyArgument(argument)).toMatchObject({ kind });
});

it.each([
  ['example.com', 'Write ./example.com for the folder, https://example.com for the website.'],
  ['example.com/', 'Write ./example.com/ for the folder, https://example.com/ for the website.'],
  ['localhost', 'Write ./localhost for the folder'],
  ['readme.txt', 'Write ./readme.txt for the file'],
  ['./readme.txt', 'Only folders, and files that end with .html'],
  ['./nowhere', 'There is no file or folder of this name.'],
  ['/nowhere/page.html', 'There is no file or folder of this name.'],
  ['dist/indx.html', 'There is no file of this name. Write https://dist/indx.html for a website.'],
  ['v1.2/other', 'There is no file of this name.'],
  ['dist/blgo', 'There is no file of this name.'],
  ['example.com/a.html', 'Write https://example.com/a.html for a website.'],
  ['other.html', 'There is no file of this name.'],
  ['other.html/x.htm', 'There is no file of this name.'],
  ['dits/page.htm', 'There is no file of this name.'],
])('%j is wrong', (argument, problem) => {
  expect(classifyArgument(argument)).toMatchObject({
    kind: 'wrong',
    problem: expect.stringContaining(problem),
  });
});

it.each([
  [['page.html'], ''],
  [['dist/x.xhtml', 'dist/blog/y.html'], 'dist'],
  [['dist/blog/y.html', 'dist/x.xhtml'], 'dist'],
  [['dist/blog/y.html', 'page.html'], ''],
])('the folder of %j is %j', (files, expected) => {
  expect(commonFolder(files)).toBe(join(folder, expected));
});

it.each([
  ['https://example.com', 'https://example.com/'],
  ['https://example.com/docs', 'https://example.com/docs/'],
  ['HTTP://Example.com:8080/a/', 'http://example.com:8080/a/'],
])('--base-url %s is %s', (text, href) => {
  expect(parseBaseUrl(text).href).toBe(href);
});

it.each(['example.com', 'ftp://example.com/', 'https://a:b@example.com/', 'https://a.test/?q', ''])(
  '--base-url %j is wrong',
  (text) => {
    expect(() => parseBaseUrl(text)).toThrow('--base-url must be the URL');
  },
);
