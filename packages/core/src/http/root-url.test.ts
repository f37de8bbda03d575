import { Socket } from 'node:net';
import { anyCharacter } from '@sitegrade/audit/for-tests';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rootUrl as rootUrlOf, safeInUrl } from './root-url.ts';

const incomingOf = (host: string | undefined, isEncrypted = false) => {
  const socket = Object.assign(new Socket(), isEncrypted ? { encrypted: true } : {});
  return { headers: host === undefined ? {} : { host }, socket };
};
const sent = {
  protocol: 'https',
  host: 'a.test',
  url: '/api/v1/reports',
  incoming: incomingOf(undefined),
};

const rootUrl = (publicUrl: string | undefined, target: typeof sent) =>
  rootUrlOf(publicUrl, target, '/api/v1/reports');

describe('rootUrl', () => {
  it.each([
    [{}, 'https://a.test/api/v1'],
    [{ url: '/tools/api/v1/reports?x=/api/v1/y' }, 'https://a.test/tools/api/v1'],
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
    [{ host: 'a.test%2fevil' }, 'https://localhost/api/v1'],
    [{ host: 'a.test:99999' }, 'https://localhost/api/v1'],
    [{ host: 'a.test\r\nx: y' }, 'https://localhost/api/v1'],
    [{ host: '[::::]' }, 'https://localhost/api/v1'],
    [{ protocol: 'HTTPS' }, 'https://a.test/api/v1'],
    [{ protocol: 'HTTP' }, 'http://a.test/api/v1'],
  ])('%j gives %s', (part, expected) => {
    expect(rootUrl(undefined, { ...sent, ...part })).toBe(expected);
  });

  it.each([
    ['/t/api/v1/reports/1', '/api/v1/reports/:id', '/t'],
    ['/t/api/v1/compare/api/v1', '/api/v1/compare/:one/:other', '/t'],
    ['/t/api/v1/api/v1/reports', '/api/v1/reports', '/t/api/v1'],
    ['/t/share/x%2Fy', '/share/:token', '/t'],
    ['/share', '/share', ''],
    ['/t/share/', '/share/', '/t'],
    ['/share/', '/share/', ''],
    ['/api/v1/reports/', '/api/v1/reports', ''],
    ['/t/API//v1/reports//', '/api/v1/reports', '/t'],
    ['/rewritten/by/the/host', '/api/v1/reports/:id', ''],
    ['/short', '/api/v1/reports', ''],
  ])('the mount path of %s, which matched %s, is %j', (url, routePath, mount) => {
    expect(rootUrlOf(undefined, { ...sent, url }, routePath)).toBe(`https://a.test${mount}/api/v1`);
  });

  it.each([
    'javascript',
    'data',
    'ftp',
    '',
    'https://evil.test/?',
    'https,http',
    'wss',
    '"><script>',
  ])('uses the protocol of the connection for %j', (protocol) => {
    const plain = { ...sent, protocol, incoming: incomingOf(undefined) };
    expect(rootUrl(undefined, plain)).toBe('http://a.test/api/v1');
    const encrypted = { ...sent, protocol, incoming: incomingOf(undefined, true) };
    expect(rootUrl(undefined, encrypted)).toBe('https://a.test/api/v1');
  });

  it('uses the host of the connection if the reported one is malformed', () => {
    const incoming = incomingOf('inner.test:3000');
    expect(rootUrl(undefined, { ...sent, host: 'a b', incoming })).toBe(
      'https://inner.test:3000/api/v1',
    );
    const both = { ...sent, host: 'a b', incoming: incomingOf('ann:pw@inner.test') };
    expect(rootUrl(undefined, both)).toBe('https://localhost/api/v1');
  });

  it('always returns an http or https URL with its own path, regardless of what a proxy sends', () => {
    const texts = fc.oneof(fc.string({ unit: anyCharacter }), fc.webAuthority(), fc.domain());
    fc.assert(
      fc.property(texts, texts, texts, (protocol, host, incomingUrl) => {
        const root = new URL(
          rootUrl(undefined, { ...sent, protocol, host, incoming: incomingOf(incomingUrl) }),
        );
        expect(root.protocol).toMatch(/^https?:$/);
        expect([root.username, root.password, root.pathname, root.search, root.hash]).toEqual([
          ...['', '', '/api/v1', '', ''],
        ]);
      }),
    );
  });

  it.each(['https://b.test', 'https://b.test/', 'https://b.test//'])('prefers %s', (publicUrl) => {
    expect(rootUrl(publicUrl, sent)).toBe('https://b.test/api/v1');
  });
});

describe('safeInUrl', () => {
  it('escapes only what would end a link or a header', () => {
    const fine = "!#$%&'()*+,-./09:;=?@AZ[]_az~";
    expect(safeInUrl(fine)).toBe(fine);
    expect(safeInUrl('<>"\\^`{|} \u00fc')).toBe('%3C%3E%22%5C%5E%60%7B%7C%7D%20%FC');
  });
});
