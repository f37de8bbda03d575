import { expect, it } from 'vitest';
import { parseRemoteAddress, versionUrlOf, webSocketOf } from './remote-address.ts';

const address = (text: string) => {
  const parsed = parseRemoteAddress(text);
  if (parsed === null) throw new Error(text);
  return parsed;
};

it.each([
  '',
  'localhost:9222',
  'ftp://a/',
  'http://',
  'http://a b/',
  'http://%ff@a/',
  'ws://a:99999/',
])('is not an address of a browser: %o', (text) => {
  expect(parseRemoteAddress(text)).toBeNull();
});

it('shows no secrets', () => {
  expect(address('wss://user:hunter2@a.example:3000/key/hunter3?token=hunter4#x').shown).toBe(
    'wss://a.example:3000',
  );
});

it.each([
  ['http://a:9222', 'http://a:9222/json/version'],
  ['https://u:p@a/?token=x', 'https://u:p@a/json/version?token=x'],
  ['http://a/chrome/', 'http://a/chrome/json/version'],
])('is asked for its WebSocket: %s', (text, expected) => {
  expect(versionUrlOf(address(text)).href).toBe(expected);
});

it.each([
  // Its own name for itself is of its own machine.
  ['http://a:9222', 'ws://127.0.0.1:1234/devtools/browser/id', 'http://a:9222/devtools/browser/id'],
  ['https://a', 'ws://0.0.0.0:3000/', 'https://a/'],
  ['http://u:p@a/?token=x', 'ws://b/id', 'http://u:p@a/id?token=x'],
  ['http://a/?token=x', 'wss://b/id?token=y&n=1', 'http://a/id?token=x&n=1'],
  ['http://a/chrome/', 'ws://b/id', 'http://a/chrome/id'],
  ['http://a/chrome', 'ws://b/chrome/id', 'http://a/chrome/id'],
])('names a WebSocket that is reached as it is: %s, %s', (text, named, expected) => {
  expect(webSocketOf(address(text), named)?.href).toBe(expected);
});

it.each([undefined, null, 5, '', 'http://a/', 'ws://', {}])('names no WebSocket: %o', (named) => {
  expect(webSocketOf(address('http://a'), named)).toBeNull();
});
