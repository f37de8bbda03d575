import { expect, it } from 'vitest';
import { pagesSettings } from '../http/pages-options.ts';
import { linksOf } from './links.ts';

it.each([
  ['https://host.example', '/sitegrade'],
  ['https://host.example/tools/', '/tools/sitegrade'],
  ['https://host.example//evil.example', '/evil.example/sitegrade'],
  ['https://host.example/.//evil.example', '/evil.example/sitegrade'],
  ['https://host.example///', '/sitegrade'],
])('links below %s stay on the host', (base, root) => {
  const links = linksOf(base, pagesSettings(true), 'share');
  expect(links.console).toBe(root);
  expect(links.sharedReport('abc')).toBe(`${root}/share/reports/abc`);
  expect(new URL(links.absolute(links.console)).host).toBe('host.example');
});
