import { describe, expect, it } from 'vitest';
import {
  bodyDigest,
  conditionsOf,
  confirms,
  packReading,
  sameReading,
  unpackReading,
} from './page-reading.ts';
import { watchHeaders } from './watched-headers.ts';

const now = new Date('2026-06-01T12:00:00Z');
const until = now.getTime() + 1_000;
const body = Buffer.from('<!doctype html>');

type Headers = Readonly<Record<string, string | readonly string[]>>;

function headersOf(headers: Headers): ReadonlyMap<string, readonly string[]> {
  return new Map(Object.entries(headers).map(([name, value]) => [name, [value].flat()]));
}

/** What is stored of a page with these headers, of which these were read. */
function packed(headers: Headers, names: readonly string[] = [], part = {}): string {
  const watched = watchHeaders(headersOf(headers));
  for (const name of names) watched.headers.get(name);
  const response = { status: 200, headers: headersOf(headers), body: bodyDigest(body) };
  const text = packReading(response, watched, { basis: 'basis', until, now, ...part });
  if (text === null) throw new Error('Nothing is stored.');
  return text;
}

function reading(headers: Headers, names: readonly string[] = []) {
  const unpacked = unpackReading(packed(headers, names), { basis: 'basis', now });
  if (unpacked === null) throw new Error('It does not apply.');
  return unpacked;
}

const response = (headers: Headers, part = {}) => ({
  status: 200,
  headers: headersOf(headers),
  body,
  ...part,
});

describe('what is stored of a page', () => {
  it.each([
    [{}, {}],
    [{ etag: '"a"' }, { 'if-none-match': '"a"' }],
    [{ etag: 'W/"a,b"' }, { 'if-none-match': 'W/"a,b"' }],
    [{ etag: '""' }, { 'if-none-match': '""' }],
    [{ etag: 'a' }, {}],
    [{ etag: '"a' }, {}],
    [{ etag: '"a"b"' }, {}],
    [{ etag: '"a b"' }, {}],
    [{ etag: '"ä"' }, {}],
    [{ etag: 'w/"a"' }, {}],
    [{ etag: '"a"\r\nx: "b"' }, {}],
    [{ etag: ['"a"', '"b"'] }, {}],
    [{ etag: `"${'a'.repeat(510)}"` }, { 'if-none-match': `"${'a'.repeat(510)}"` }],
    [{ etag: `"${'a'.repeat(511)}"` }, {}],
    [
      { 'last-modified': 'Mon, 01 Jun 2026 11:59:00 GMT' },
      { 'if-modified-since': 'Mon, 01 Jun 2026 11:59:00 GMT' },
    ],
    [{ 'last-modified': 'Mon, 01 Jun 2026 11:59:01 GMT' }, {}],
    [{ 'last-modified': 'Mon, 01 Jun 2026 12:59:01 GMT' }, {}],
    [
      { 'last-modified': 'Mon, 01 Jun 2026 12:00:00 GMT', date: 'Mon, 01 Jun 2026 12:01:00 GMT' },
      { 'if-modified-since': 'Mon, 01 Jun 2026 12:00:00 GMT' },
    ],
    [{ 'last-modified': 'Monday, 01-Jun-26 11:00:00 GMT' }, {}],
    [{ 'last-modified': '0' }, {}],
    [
      { etag: '"a"', 'last-modified': 'Mon, 01 Jun 2026 10:00:00 GMT' },
      { 'if-none-match': '"a"', 'if-modified-since': 'Mon, 01 Jun 2026 10:00:00 GMT' },
    ],
  ] satisfies [Headers, Headers][])('has the validators %#', (headers, conditions) => {
    expect(conditionsOf(reading(headers))).toEqual(conditions);
  });

  it('applies to the same basis, until its results may change', () => {
    const text = packed({ etag: '"a"' });
    expect(unpackReading(text, { basis: 'basis', now })).not.toBeNull();
    expect(unpackReading(text, { basis: 'other', now })).toBeNull();
    const last = new Date(until - 1);
    expect(unpackReading(text, { basis: 'basis', now: last })).not.toBeNull();
    expect(unpackReading(text, { basis: 'basis', now: new Date(until) })).toBeNull();
    const other = JSON.stringify({ ...JSON.parse(text), version: 0 });
    expect(unpackReading(other, { basis: 'basis', now })).toBeNull();
  });

  it('is some hundred bytes, and nothing for a page with endless headers', () => {
    expect(packed({ etag: '"a"', server: 'a' }, ['server', 'x-frame-options']).length).toBeLessThan(
      400,
    );
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`x-${at}`, 'a']));
    const watched = watchHeaders(headersOf(many));
    expect([...watched.headers.keys()]).toHaveLength(300);
    const given = { status: 200, headers: headersOf(many), body: '' };
    expect(packReading(given, watched, { basis: '', until, now })).toBeNull();
  });

  it('has no values of headers', () => {
    expect(
      packed({ 'set-cookie': 'a=secret', 'x-a': 'secret' }, ['set-cookie', 'x-a']),
    ).not.toContain('secret');
  });
});

describe('a response 304', () => {
  const known = reading({ etag: 'W/"a"', 'x-a': '1', 'x-b': '1' }, ['x-a', 'x-c']);

  it.each<[Headers, boolean]>([
    [{}, true],
    [{ etag: '"a"' }, true],
    [{ etag: 'W/"a"' }, true],
    [{ etag: '"b"' }, false],
    [{ etag: ['W/"a"', '"b"'] }, false],
    [{ 'x-a': '1' }, true],
    [{ 'x-a': '2' }, false],
    [{ 'x-a': ['1', '1'] }, false],
    // Not read.
    [{ 'x-b': '2', 'x-d': '2' }, true],
    // Read, and missing.
    [{ 'x-c': '1' }, false],
    [{ 'content-type': 'text/html' }, false],
  ])('with %j confirms it: %s', (headers, isSame) => {
    expect(confirms(known, response(headers, { status: 304 }), now)).toBe(isSame);
  });

  it('may have other times, but not times that were missing', () => {
    const times = { date: 'a', age: '1', expires: 'b' };
    const dated = reading(times, ['date', 'age', 'expires']);
    expect(confirms(dated, response({ date: 'b', age: '2', expires: 'c' }), now)).toBe(true);
    const undated = reading({}, ['expires']);
    expect(confirms(undated, response({ expires: 'c' }), now)).toBe(false);
  });

  it('with any new header does not confirm a page all of whose headers were read', () => {
    const watched = watchHeaders(headersOf({ 'x-a': '1' }));
    expect(watched.headers.size).toBe(1);
    const given = { status: 200, headers: headersOf({ 'x-a': '1' }), body: '' };
    const text = packReading(given, watched, { basis: '', until, now });
    const all = unpackReading(text ?? '', { basis: '', now });
    if (all === null) throw new Error('It does not apply.');
    expect(confirms(all, response({ 'x-a': '1' }), now)).toBe(true);
    expect(confirms(all, response({ 'x-a': '1', 'x-z': '1' }), now)).toBe(false);
  });
});

describe('a whole response', () => {
  const headers = { 'content-type': 'text/html', 'x-a': '1' };
  const known = reading({ ...headers, etag: '"a"' }, ['x-a', 'x-c']);

  it('is the same with the same status, body and headers, and has new validators', () => {
    const same = sameReading(known, response({ ...headers, etag: '"b"', 'x-b': '5' }), now);
    const unpacked = unpackReading(same ?? '', { basis: 'basis', now });
    expect(unpacked && conditionsOf(unpacked)).toEqual({ 'if-none-match': '"b"' });
    expect({ ...unpacked, etag: '"a"' }).toEqual(known);
    const without = sameReading(known, response(headers), now);
    expect(JSON.parse(without ?? '')).not.toHaveProperty('etag');
  });

  it.each([
    ['body', response(headers, { body: Buffer.from('<!doctype html> ') })],
    ['status', response(headers, { status: 203 })],
    ['media type', response({ ...headers, 'content-type': 'text/html; charset=utf-8' })],
    ['header', response({ ...headers, 'x-a': '2' })],
    ['number of headers', response({ ...headers, 'x-c': '1' })],
    ['number of headers, one less', response({ 'content-type': 'text/html' })],
  ])('is not the same with another %s', (_, other) => {
    expect(sameReading(known, other, now)).toBeNull();
  });
});

describe('cookies', () => {
  const set = (line: string | readonly string[]) => ({ 'set-cookie': line });
  const known = reading(set('id=1; Path=/; Max-Age=5; Secure'), ['set-cookie']);

  it.each<[string | readonly string[], boolean]>([
    ['id=2; Path=/; Max-Age=9; Secure', true],
    ['id=1; Path=/; Expires=Tue, 01 Jun 2027 12:00:00 GMT; Secure', true],
    ['id=1; Path=/; Max-Age=5', false],
    ['id=1; Path=/a; Max-Age=5; Secure', false],
    ['other=1; Path=/; Max-Age=5; Secure', false],
    ['id=1; Path=/; Max-Age=0; Secure', false],
    [['id=1; Path=/; Secure', 'b=1'], false],
  ])('%j are the same: %s', (line, isSame) => {
    expect(confirms(known, response(set(line)), now)).toBe(isSame);
  });
});

describe('watched headers', () => {
  it('are those of the response, and remember which were read', () => {
    const given = headersOf({ a: '1', b: ['2', '3'] });
    const { headers, names, areAllRead } = watchHeaders(given);
    expect([headers.get('a'), headers.get('c'), headers.has('b')]).toEqual([
      ['1'],
      undefined,
      true,
    ]);
    expect([...names]).toEqual(['a', 'c', 'b']);
    expect(areAllRead()).toBe(false);
  });

  it.each<[string, (headers: ReadonlyMap<string, readonly string[]>) => unknown]>([
    ['iterated', (headers) => [...headers]],
    ['copied', (headers) => new Map(headers)],
    ['counted', ({ size }) => size],
    ['listed', (headers) => [...headers.entries(), ...headers.values()]],
    ['visited', (headers) => headers.forEach(() => {})],
  ])('know when they are %s', (_, read) => {
    const watched = watchHeaders(headersOf({ a: '1' }));
    read(watched.headers);
    expect(watched.areAllRead()).toBe(true);
  });
});
