import { expect, it } from 'vitest';
import { requireOneHost } from './host.ts';

const check = (...hosts: readonly string[]) =>
  requireOneHost({ rawHeaders: ['Accept', '*/*', ...hosts.flatMap((host) => ['hOst', host])] });

it.each([
  'example.com',
  'example.com:8080',
  'example.com:',
  'a_b.example',
  'EXAMPLE.',
  '127.0.0.1:80',
  '[::1]:3000',
  '[v1.a:b]',
  'm%C3%BCnchen.test',
  "a!$&'()*+,;=~b",
  '',
])('accepts %j', (host) => {
  expect(() => check(host)).not.toThrow();
});

it('leaves a request without a host to Node', () => {
  expect(() => check()).not.toThrow();
});

it.each([
  'a b',
  'a"b',
  'a<b',
  'a/b',
  'a?b',
  'a#b',
  'a@b',
  'a\\b',
  'a:b',
  'a:1:2',
  '[::1',
  '::1',
  'a%zz',
  'm\u00fcnchen.test',
])('refuses %j', (host) => {
  const expected = expect.objectContaining({ code: 'malformed_request' });
  expect(() => check(host)).toThrow(expected);
});

it('refuses two, even the same', () => {
  for (const hosts of [
    ['a.test', 'b.test'],
    ['a.test', 'a.test'],
    ['', 'a.test'],
  ]) {
    expect(() => check(...hosts)).toThrow('The request has more than one Host header.');
  }
});
