import { expect, it } from 'vitest';
import { domainOf } from './domain-of.ts';

it.each([
  ['https://example.com/a?b', 'example.com'],
  ['https://WWW.Example.com/', 'example.com'],
  ['https://www.www.example.com/', 'www.example.com'],
  ['https://blog.example.com/', 'blog.example.com'],
  ['https://example.com./', 'example.com'],
  ['https://www.com/', 'www.com'],
  ['http://münchen.example/', 'xn--mnchen-3ya.example'],
  ['https://example.com:443/', 'example.com'],
  ['http://example.com:443/', 'example.com:443'],
  ['http://www.example.com:8080/', 'example.com:8080'],
  ['http://[2606:4700::1111]:8080/', '[2606:4700::1111]:8080'],
])('%s belongs to %s', (url, domain) => {
  expect(domainOf(url)).toBe(domain);
});
