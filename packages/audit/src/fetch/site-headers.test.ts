import { describe, expect, it } from 'vitest';
import { createSiteHeaders } from './site-headers.ts';

const origin = 'https://staging.example';
const headers = { Authorization: 'Basic YTpi' };
const at = (url: string) => new URL(url);

describe('the headers of an origin', () => {
  it('are sent to that origin only', () => {
    const headersFor = (url: string) => createSiteHeaders(origin, headers).follow()(at(url));
    expect(headersFor('https://staging.example/page?a')).toEqual(headers);
    expect(headersFor('https://STAGING.example:443/')).toEqual(headers);
    for (const other of [
      'http://staging.example/',
      'https://staging.example:8443/',
      'https://www.staging.example/',
      'https://staging.example.evil.test/',
      'https://evil.test/https://staging.example/',
    ]) {
      expect(headersFor(other)).toEqual({});
    }
  });

  it('are not sent again after a redirect to another origin', () => {
    const site = createSiteHeaders(origin, headers);
    const headersFor = site.follow();
    expect(headersFor(at(`${origin}/a`))).toEqual(headers);
    expect(headersFor(at('https://evil.test/'))).toEqual({});
    expect(headersFor(at(`${origin}/delete?id=1`))).toEqual({});
    expect(site.follow()(at(origin))).toEqual(headers);
  });

  it('are not sent after stop, not even by a chain that has begun', () => {
    const site = createSiteHeaders(origin, headers);
    const headersFor = site.follow();
    site.stop();
    expect(headersFor(at(origin))).toEqual({});
    expect(site.follow()(at(origin))).toEqual({});
  });
});

describe('a header that cannot be sent', () => {
  it.each([
    ['', 'a', '"" is not the name of a header.'],
    ['a b', 'a', '"a b" is not the name of a header.'],
    ['a\r\nb', 'a', '"a\\r\\nb" is not the name of a header.'],
    ['Host', 'evil.test', 'The header Host cannot be set.'],
    ['user-agent', 'a', 'The header user-agent cannot be set.'],
    ['Transfer-Encoding', 'chunked', 'The header Transfer-Encoding cannot be set.'],
  ])('%j: %j is refused', (name, value, message) => {
    expect(() => createSiteHeaders(origin, { [name]: value })).toThrow(message);
  });

  it.each(['secret\r\nX: y', ' secret', 'secret\u0000', 'sécret', 's'.repeat(8_193)])(
    'has its value %j refused, without repeating it',
    (value) => {
      const refused = () => createSiteHeaders(origin, { 'X-Key': value });
      expect(refused).toThrow('The value of the header X-Key must be at most 8192 printable');
      expect(refused).not.toThrow(value);
    },
  );

  it('is one of more than 32', () => {
    const many = Object.fromEntries(Array.from({ length: 33 }, (_, index) => [`X-${index}`, 'a']));
    expect(() => createSiteHeaders(origin, many)).toThrow('There are more than 32 headers.');
  });

  it('is one of two that differ in case', () => {
    const twice = { 'X-Key': 'a', 'x-key': 'b' };
    expect(() => createSiteHeaders(origin, twice)).toThrow('A header is given twice.');
  });

  it.each(['X-Key: a', [['X-Key', 'a']], new Headers({ 'X-Key': 'a' }), new Map([['X-Key', 'a']])])(
    'is in %j, which is not an object by name',
    (given) => {
      // @ts-expect-error Callers without types may pass it, and its headers would not be sent.
      const create = () => createSiteHeaders(origin, given);
      expect(create).toThrow('The headers must be an object with the value of each name.');
    },
  );
});
