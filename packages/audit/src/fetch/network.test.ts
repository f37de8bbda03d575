import { describe, expect, it } from 'vitest';
import { createNetwork, type NetworkOptions } from './network.ts';

describe('validates each option', () => {
  const range =
    'must be an address range such as 10.0.0.0/8, 127.0.0.1:8080, fd00::/8 or [::1]:3000.';
  const host = 'must be a host: example.com, .example.com or *.example.com.';
  const ports = "ports must be 'any' or an array of integers from 1 to 65535.";
  const nameServer = 'nameServers[0] must be an IP address, such as 192.0.2.53 or 192.0.2.53:5353.';
  const userAgent =
    'userAgent must be a string of 1 to 256 printable ASCII characters without a space at either end.';
  const certificate = 'trustedCertificates[0] must be a certificate in PEM.';
  it.each<[unknown, string]>([
    [{ allowAddresses: ['10.0.0.0/33'] }, `allowAddresses[0] ${range}`],
    [{ allowAddresses: ['127.0.0.1', 'localhost'] }, `allowAddresses[1] ${range}`],
    [{ allowAddresses: ['127.1'] }, `allowAddresses[0] ${range}`],
    [{ allowAddresses: ['127.0.0.1:0'] }, `allowAddresses[0] ${range}`],
    [{ allowAddresses: ['127.0.0.1:65536'] }, `allowAddresses[0] ${range}`],
    [{ allowAddresses: ['10.0.0.0/'] }, `allowAddresses[0] ${range}`],
    [{ allowAddresses: ['10.0.0.0/8/8'] }, `allowAddresses[0] ${range}`],
    [{ allowAddresses: ['::1/129'] }, `allowAddresses[0] ${range}`],
    [{ allowAddresses: ['fe80::1%eth0'] }, `allowAddresses[0] ${range}`],
    [{ allowAddresses: [''] }, `allowAddresses[0] ${range}`],
    [{ allowAddresses: '127.0.0.1' }, 'allowAddresses must be an array.'],
    [{ denyAddresses: ['x'] }, `denyAddresses[0] ${range}`],
    [{ denyHosts: ['http://a.test/'] }, `denyHosts[0] ${host}`],
    [{ denyHosts: ['a.*.test'] }, `denyHosts[0] ${host}`],
    [{ denyHosts: [''] }, `denyHosts[0] ${host}`],
    [{ denyHosts: ['a.test:80'] }, `denyHosts[0] ${host}`],
    [{ denyHosts: [1] }, `denyHosts[0] ${host}`],
    [{ ports: [0] }, ports],
    [{ ports: [80.5] }, ports],
    [{ ports: ['80'] }, ports],
    [{ ports: 'all' }, ports],
    [{ resolver: 'dns' }, 'resolver must be one of c-ares, system.'],
    [{ nameServers: ['dns.test'] }, nameServer],
    [{ nameServers: [5] }, nameServer],
    [
      { resolver: 'system', nameServers: ['192.0.2.1'] },
      "nameServers must be omitted where network.resolver is 'system'.",
    ],
    [{ nat64: 1 }, 'nat64 must be a boolean.'],
    [{ allowLocalhost: 'true' }, 'allowLocalhost must be a boolean.'],
    [{ allowLocalHost: true }, 'allowLocalHost is not an option. Did you mean allowLocalhost?'],
    [{ userAgent: '' }, userAgent],
    [{ userAgent: 'a\r\nb: c' }, userAgent],
    [{ userAgent: 'é' }, userAgent],
    [{ userAgent: ' a' }, userAgent],
    [{ trustedCertificates: ['no pem'] }, certificate],
    [{ trustedCertificates: [1] }, certificate],
    [{ limits: { totalMs: 0 } }, 'limits.totalMs must be an integer from 1 to 600000.'],
    [{ limits: { totalMs: 600_001 } }, 'limits.totalMs must be an integer from 1 to 600000.'],
    [{ limits: { cpuMs: 0.5 } }, 'limits.cpuMs must be an integer from 1 to 600000.'],
    [{ limits: { connectMs: '5' } }, 'limits.connectMs must be an integer from 1 to 600000.'],
    [{ limits: { headersMs: -1 } }, 'limits.headersMs must be an integer from 1 to 600000.'],
    [{ limits: { bodyIdleMs: null } }, 'limits.bodyIdleMs must be an integer from 1 to 600000.'],
    [
      { limits: { wireBytes: Number.NaN } },
      'limits.wireBytes must be an integer from 1 to 2147483647.',
    ],
    [
      { limits: { decodedBytes: 2 ** 31 } },
      'limits.decodedBytes must be an integer from 1 to 2147483647.',
    ],
    [{ limits: { headerBytes: 0 } }, 'limits.headerBytes must be an integer from 1 to 2147483647.'],
    [{ limits: { redirects: -1 } }, 'limits.redirects must be an integer from 0 to 20.'],
    [{ limits: { redirects: 21 } }, 'limits.redirects must be an integer from 0 to 20.'],
    [{ limits: { totalMS: 1 } }, 'limits.totalMS is not an option. Did you mean totalMs?'],
    [{ allowAdresses: [] }, 'allowAdresses is not an option. Did you mean allowAddresses?'],
  ])('%j', (options, message) => {
    const make = () => createNetwork(options as NetworkOptions);
    expect(make).toThrow(new TypeError(`network.${message}`));
  });
});

it('accepts the examples of the documentation', () => {
  const { classifyAddress } = createNetwork({
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
  expect(classifyAddress('127.9.9.9', 3000)).toBe('allowed');
  expect(classifyAddress('127.9.9.9', 3001)).toBe('not_public');
});

it('has safe defaults', () => {
  const { isPortAllowed, classifyAddress, isHostDenied, limits } = createNetwork();
  for (const host of ['example.com', 'localhost']) {
    expect([80, 443, 8080, 8443].every((port) => isPortAllowed(port, host))).toBe(true);
    expect([0, 22, 3000, 65_536].some((port) => isPortAllowed(port, host))).toBe(false);
  }
  expect(classifyAddress('127.0.0.1', 80)).toBe('not_public');
  expect(isHostDenied('example.com')).toBe(false);
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
