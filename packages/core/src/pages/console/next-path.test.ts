import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pagesSettings } from '../../http/pages-options.ts';
import { linksOf } from '../links.ts';
import { nextQuery, safeNext } from './next-path.ts';

const root = '/tools/sitegrade';

describe('safeNext', () => {
  it.each([
    [root],
    [`${root}/reports/7`],
    [`${root}/reports?search=a%20b&result=bad`],
    [`${root}?page=2`],
  ])('opens %s', (next) => {
    expect(safeNext(next, root)).toBe(next);
  });

  it.each([
    'https://evil.example/',
    '//evil.example/tools/sitegrade',
    '/\\evil.example',
    '\\\\evil.example',
    `${root}/../../evil`,
    `${root}/..//evil.example`,
    `${root}/%2e%2e/%2e%2e/evil`,
    `${root}\\..\\..\\evil`,
    `${root}.evil.example`,
    `${root}@evil.example`,
    `${root}evil`,
    `javascript:alert(1)`,
    `\t//evil.example`,
    `/\t/evil.example`,
    ' ',
    '',
    'reports',
    undefined,
    7,
    ['/tools/sitegrade'],
    `${root}/${'x'.repeat(3_000)}`,
  ])('opens the start page instead of %j', (next) => {
    expect(safeNext(next, root)).toBe(root);
  });

  it('never leaves the console', () => {
    const part = fc.constantFrom(
      '/',
      '\\',
      '..',
      '.',
      '%2e',
      '@',
      ':',
      '//',
      '\t',
      'evil',
      '?',
      '#',
    );
    const paths = fc
      .array(fc.oneof(part, fc.string()), { maxLength: 8 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(paths, fc.boolean(), (path, isBelow) => {
        const next = safeNext(isBelow ? root + path : path, root);
        const opened = new URL(next, 'https://host.example/x');
        expect(opened.origin).toBe('https://host.example');
        expect(`${opened.pathname}/`.startsWith(`${root}/`)).toBe(true);
        expect(next).not.toMatch(/[\r\n]/);
      }),
      { numRuns: 500 },
    );
  });
});

describe('nextQuery', () => {
  const settings = pagesSettings(true);
  const links = settings && linksOf('https://host.example/tools', settings, 'console');

  it.each([
    ['GET', '/reports/:id/compare/:other', 'x=1', `${root}/reports/7/compare/8?x=1`],
    ['GET', '/keys', '', `${root}/keys`],
  ] as const)('of %s %s is a path that safeNext accepts', (method, path, rawQuery, expected) => {
    const request = { params: { id: 7, other: 8 } as never, rawQuery };
    const query = links && nextQuery({ method, path }, request, links);
    const next = new URLSearchParams(query).get('next');
    expect(next).toBe(expected);
    expect(safeNext(next, root)).toBe(expected);
  });

  it.each([
    ['POST', '/reports', ''],
    ['GET', '', ''],
    ['GET', '/reports', 'x'.repeat(3_000)],
  ] as const)('of %s %j is empty', (method, path, rawQuery) => {
    expect(links && nextQuery({ method, path }, { params: {} as never, rawQuery }, links)).toBe('');
  });
});
