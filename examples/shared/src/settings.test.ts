import { describe, expect, it } from 'vitest';
import { readSettings } from './settings.ts';

it('has a default for everything', () => {
  expect(readSettings({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    databaseFile: './sitegrade.sqlite',
    network: {},
  });
});

it('treats an empty variable as not set', () => {
  const names = ['PORT', 'HOST', 'DATABASE_FILE', 'PUBLIC_URL', 'ALLOW_ADDRESSES', 'ALLOW_PORTS'];
  const empty = Object.fromEntries(names.map((name) => [name, ' ']));
  expect(readSettings(empty)).toEqual(readSettings({}));
});

it('reads every variable', () => {
  const settings = readSettings({
    PORT: '8080',
    HOST: '::',
    DATABASE_FILE: '/var/lib/sitegrade.sqlite',
    PUBLIC_URL: 'https://example.com/seo',
    ALLOW_ADDRESSES: '10.0.0.0/8, 127.0.0.1:8080,127.0.0.0/8:3000,::1,fd00::/8,[::1]:8443',
    ALLOW_PORTS: '80, 443',
    TRUSTED_CERTIFICATES_FILE: 'staging.pem',
  });
  expect(settings).toEqual({
    port: 8080,
    host: '::',
    databaseFile: '/var/lib/sitegrade.sqlite',
    publicUrl: 'https://example.com/seo',
    network: {
      allowAddresses: [
        '10.0.0.0/8',
        '127.0.0.1:8080',
        '127.0.0.0/8:3000',
        '::1',
        'fd00::/8',
        '[::1]:8443',
      ],
      ports: [80, 443],
    },
    trustedCertificatesFile: 'staging.pem',
  });
  expect(readSettings({ ALLOW_PORTS: 'any' }).network).toEqual({ ports: 'any' });
});

describe('a wrong variable', () => {
  it.each([
    ['PORT', ['abc', '-1', '1.5', '65536', '0x10', '1e3', '٣']],
    ['HOST', ['localhost:3000', 'http://localhost', 'a b']],
    ['PUBLIC_URL', ['example.com', 'ftp://example.com', 'http://u:p@a/', 'http://a/?b', 'http://']],
    [
      'ALLOW_ADDRESSES',
      ['localhost', '10.0.0.0/33', '1.2.3', '127.0.0.1:0', '127.0.0.1,', '::1/129'],
    ],
    ['ALLOW_PORTS', ['all', '0', '80;443', '80,', '70000']],
  ])('%s is refused with its name and value', (name, texts) => {
    for (const text of texts) {
      const message = `${name} is ${JSON.stringify(text)}; allowed is `;
      expect(() => readSettings({ [name]: text }), text).toThrow(message);
    }
  });

  it('is refused together with every other', () => {
    const read = () => readSettings({ PORT: 'x', ALLOW_PORTS: 'y' });
    expect(read).toThrow(/ALLOW_PORTS is "y".*\n.*PORT is "x"/);
  });
});
