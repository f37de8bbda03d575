import { describe, expect, it } from 'vitest';
import { rootUrl, safeInUrl } from './root-url.ts';

const sent = { protocol: 'https', host: 'a.test', url: '/api/v1/reports' };

describe('rootUrl', () => {
  it.each([
    [{}, 'https://a.test/api/v1'],
    [{ url: '/tools/api/v1/reports/1?x=/api/v1/y' }, 'https://a.test/tools/api/v1'],
    [{ url: '/api/v1/api/v1/reports' }, 'https://a.test/api/v1/api/v1'],
    [{ url: 'http://evil.test/x/api/v1/reports' }, 'https://a.test/x/api/v1'],
    [{ url: '/a"<b>/api/v1/reports' }, 'https://a.test/a%22%3Cb%3E/api/v1'],
    [{ url: '/a%20b/api/v1/reports' }, 'https://a.test/a%20b/api/v1'],
    [{ host: 'a.test:8080', protocol: 'http' }, 'http://a.test:8080/api/v1'],
    [{ host: '[::1]:3000' }, 'https://[::1]:3000/api/v1'],
    [{ host: '' }, 'https://localhost/api/v1'],
    [{ host: 'a.test/evil' }, 'https://localhost/api/v1'],
    [{ host: 'user@a.test' }, 'https://localhost/api/v1'],
    [{ host: 'a.test>; rel="next"' }, 'https://localhost/api/v1'],
  ])('makes of %j %s', (part, expected) => {
    expect(rootUrl(undefined, { ...sent, ...part })).toBe(expected);
  });

  it.each(['https://b.test', 'https://b.test/', 'https://b.test//'])('prefers %s', (publicUrl) => {
    expect(rootUrl(publicUrl, sent)).toBe('https://b.test/api/v1');
  });
});

describe('safeInUrl', () => {
  it('escapes what would end a link or a header, and nothing else', () => {
    const fine = "!#$%&'()*+,-./09:;=?@AZ[]_az~";
    expect(safeInUrl(fine)).toBe(fine);
    expect(safeInUrl('<>"\\^`{|} \u00fc')).toBe('%3C%3E%22%5C%5E%60%7B%7C%7D%20%FC');
  });
});
