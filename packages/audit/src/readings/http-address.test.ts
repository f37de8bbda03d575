import { expect, it } from 'vitest';
import { isHttpAddress } from './http-address.ts';

it.each([
  'http://info@example.com',
  'https://ann.baker+news@mail.example.co.uk/',
  ' HTTP://Info@Example.com ',
])('%j is an email address', (href) => {
  expect(isHttpAddress(href)).toBe(true);
});

it.each([
  'mailto:info@example.com',
  'http://example.com/',
  'http://example.com/@ann',
  'http://example.com/?to=info@example.com',
  'https://git@example.com/repository.git',
  'https://ann:secret@example.com/',
  'https://ann@localhost/',
  'https://ann@192.0.2.1/',
  `http://${'a@'.repeat(400)}`,
])('%j is not one', (href) => {
  expect(isHttpAddress(href)).toBe(false);
});
