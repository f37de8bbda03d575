import { expect, it } from 'vitest';
import { xmlReader } from './xml-reader.ts';

it('plain entries take less than half of the time of other entries', () => {
  const cpuOf = (tag: string) => {
    const entry = `${tag}<loc>https://a.test/</loc><lastmod>2026-05-01</lastmod></url>\n`;
    const xml = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entry.repeat(40_000)}</urlset>`;
    let entries = 0;
    const startedAt = process.cpuUsage();
    const reader = xmlReader({
      onKind: () => {},
      onEntry: () => ++entries > 0,
      onFault: () => {},
    });
    for (let at = 0; at < xml.length; at += 8_192) reader.write(xml.slice(at, at + 8_192));
    const { user, system } = process.cpuUsage(startedAt);
    expect(entries).toBe(40_000);
    return user + system;
  };
  cpuOf('<url>');
  expect(cpuOf('<url>') / cpuOf('<url >')).toBeLessThan(0.5);
});
