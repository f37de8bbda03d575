import { expect, it } from 'vitest';
import { hideVersions } from './hide-versions.ts';

const hidden = (source: string) => hideVersions(Buffer.from(source, 'latin1')).toString('latin1');

it('overwrites who made a PDF, and moves nothing', () => {
  const before =
    '/Title (a \\(/Creator \\(b\\))/Creator (Mozilla \\(X11\\) 1)/Producer (Skia m156)\n';
  expect(hidden(before)).toBe(
    '/Title (a \\(/Creator \\(b\\))/Creator (Chromium         )/Producer (Chromium )\n',
  );
});

it('leaves what it does not know', () => {
  for (const source of ['%PDF-1.4', '/Creator (a)', '/Creator (', '/Creator (a\\'])
    expect(hidden(source)).toBe(source);
});
