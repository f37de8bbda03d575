import { describe, expect, it } from 'vitest';
import { createNetwork, type NetworkOptions } from './network.ts';

describe('an option that is wrong is named, with what is allowed', () => {
  it.each<[unknown, RegExp]>([
    [
      { allowAddresses: ['10.0.0.0/33'] },
      /allowAddresses\[0\] is "10\.0\.0\.0\/33".*write 10\.0\.0\.0\/8/,
    ],
    [{ allowAddresses: ['127.0.0.1', 'localhost'] }, /allowAddresses\[1\] is "localhost"/],
    [{ allowAddresses: ['127.1'] }, /allowAddresses\[0\]/],
    [{ allowAddresses: ['127.0.0.1:0'] }, /allowAddresses\[0\]/],
    [{ allowAddresses: ['127.0.0.1:65536'] }, /allowAddresses\[0\]/],
    [{ allowAddresses: ['10.0.0.0/'] }, /allowAddresses\[0\]/],
    [{ allowAddresses: ['10.0.0.0/8/8'] }, /allowAddresses\[0\]/],
    [{ allowAddresses: ['::1/129'] }, /allowAddresses\[0\]/],
    [{ allowAddresses: ['fe80::1%eth0'] }, /allowAddresses\[0\]/],
    [{ allowAddresses: [''] }, /allowAddresses\[0\]/],
    [{ allowAddresses: '127.0.0.1' }, /allowAddresses must be a list of strings/],
    [{ denyAddresses: ['x'] }, /denyAddresses\[0\] is "x"/],
    [{ denyHosts: ['http://a.test/'] }, /denyHosts\[0\].*write example\.com, \.example\.com/],
    [{ denyHosts: ['a.*.test'] }, /denyHosts\[0\]/],
    [{ denyHosts: [''] }, /denyHosts\[0\]/],
    [{ denyHosts: ['a.test:80'] }, /denyHosts\[0\]/],
    [{ denyHosts: [1] }, /denyHosts must be a list of strings/],
    [{ ports: [0] }, /ports must be 'any' or a list of whole numbers from 1 to 65535/],
    [{ ports: [80.5] }, /ports/],
    [{ ports: ['80'] }, /ports/],
    [{ ports: 'all' }, /ports/],
    [{ resolver: 'dns' }, /resolver must be 'c-ares' or 'system'/],
    [{ nameServers: ['dns.test'] }, /nameServers must be addresses/],
    [
      { resolver: 'system', nameServers: ['192.0.2.1'] },
      /nameServers needs network\.resolver 'c-ares'/,
    ],
    [{ nat64: 1 }, /nat64 must be true or false/],
    [{ userAgent: '' }, /userAgent/],
    [{ userAgent: 'a\r\nb: c' }, /userAgent/],
    [{ userAgent: 'é' }, /userAgent/],
    [{ trustedCertificates: ['no pem'] }, /trustedCertificates must be certificates in PEM/],
    [{ trustedCertificates: [1] }, /trustedCertificates/],
    [{ limits: { totalMs: 0 } }, /limits\.totalMs must be a whole number from 1/],
    [{ limits: { cpuMs: 0.5 } }, /limits\.cpuMs must be a whole number from 1/],
    [{ limits: { redirects: -1 } }, /limits\.redirects must be a whole number from 0/],
    [{ limits: { wireBytes: Number.NaN } }, /limits\.wireBytes/],
    [{ limits: { totalMs: 2 ** 31 } }, /limits\.totalMs/],
    [{ limits: { total: 1 } }, /limits\.total is not a limit; there are totalMs/],
    [{ allowAdresses: [] }, /allowAdresses is not an option; there are allowAddresses/],
  ])('%j', (options, message) => {
    const make = () => createNetwork(options as NetworkOptions);
    expect(make).toThrow(TypeError);
    expect(make).toThrow(message);
  });
});

it('accepts what the documentation shows', () => {
  const { judgeAddress } = createNetwork({
    allowAddresses: [
      '10.0.0.0/8',
      '127.0.0.1',
      '127.0.0.1:8080',
      '127.0.0.0/8:3000',
      '[::1]:3000',
      '[fd01::/16]:3000',
      'fd00::/8',
      '::1',
    ],
  });
  expect(judgeAddress('127.9.9.9', 3000)).toBe('allowed');
  expect(judgeAddress('127.9.9.9', 3001)).toBe('not_public');
});

it('has safe defaults', () => {
  const { allowsPort, judgeAddress, deniesHost, limits } = createNetwork();
  expect([80, 443, 8080, 8443].every(allowsPort)).toBe(true);
  expect([0, 22, 3000, 65_536].some(allowsPort)).toBe(false);
  expect(judgeAddress('127.0.0.1', 80)).toBe('not_public');
  expect(deniesHost('example.com')).toBe(false);
  expect(limits).toEqual({
    totalMs: 15_000,
    cpuMs: 3_000,
    connectMs: 5_000,
    headersMs: 8_000,
    bodyIdleMs: 5_000,
    wireBytes: 10_485_760,
    decodedBytes: 20_971_520,
    headerBytes: 16_384,
    redirects: 5,
  });
});
