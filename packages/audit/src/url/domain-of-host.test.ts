import { expect, it } from 'vitest';
import { domainOfHost } from './domain-of-host.ts';

it.each([
  ['example.com', 'example.com'],
  ['www.example.com', 'example.com'],
  ['a.b.example.com', 'example.com'],
  ['example.com.', 'example.com'],
  ['www.example.co.uk', 'example.co.uk'],
  ['cdn.example.com.br', 'example.com.br'],
  ['co.uk', 'co.uk'],
  // Names of companies that have two letters, or the name of a suffix.
  ['cdn.t.co', 't.co'],
  ['static.com.example.de', 'example.de'],
  ['localhost', 'localhost'],
  ['10.1.2.3', '10.1.2.3'],
  ['[2001:db8::1]', '[2001:db8::1]'],
])('of %s is %s', (host, domain) => {
  expect(domainOfHost(host)).toBe(domain);
});
