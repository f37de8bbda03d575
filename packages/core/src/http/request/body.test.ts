import { describe, expect, it, vi } from 'vitest';
import { parseMediaType, readRequestBody } from './body.ts';
import type { ApiRequest } from './request.ts';

describe('readRequestBody', () => {
  const form = 'application/x-www-form-urlencoded';
  const json = 'application/json';
  const read = (type: string, body: string) => {
    const headers = { 'content-type': type };
    const incoming = { readable: false, headers, rawHeaders: ['Content-Type', type] };
    const request = {
      body,
      incoming: { ...incoming, headersDistinct: { 'content-type': [type] } },
    };
    return readRequestBody(request as unknown as ApiRequest, {
      limit: 4 * 1024 * 1024,
      idleMs: 1_000,
    });
  };
  const small = 'x'.repeat(10);
  const large = 'x'.repeat(65_536);
  const formOf = (count: number, text: string) => `a=1&`.repeat(count - 1).concat(`t=${text}`);
  const jsonOf = (count: number, text: string) =>
    `{${Array.from({ length: count - 1 }, (_, index) => `"a${index}":1,`).join('')}"t":"${text}"}`;

  it.each([
    [form, formOf],
    [json, jsonOf],
  ])('reads up to 2,000 fields of a body of more than 64 KiB (%s)', async (type, bodyOf) => {
    const entries = await read(type, bodyOf(2_000, large));
    expect([...entries.values()].flat()).toHaveLength(2_000);
    await expect(read(type, bodyOf(2_001, large))).rejects.toMatchObject({
      code: 'payload_too_large',
      message: 'The body must have at most 2000 fields.',
    });
    const many = await read(type, bodyOf(2_001, small));
    expect([...many.values()].flat()).toHaveLength(2_001);
  });

  it.each([
    ['names in objects', '"x":{', '"a":1,'],
    ['names with escapes', '"x":{', '"\\"\\\\":1,'],
    ['lists', '"x":[', '[],'],
    ['objects', '"x":[', '{},'],
    ['lists in lists', '"x":[', '['],
  ])('does not parse JSON with more than 2,000 %s', async (_name, start, part) => {
    const parse = vi.spyOn(JSON, 'parse');
    const body = `{"t":"${large}",${start}${part.repeat(2_001)}`;
    await expect(read(json, body)).rejects.toMatchObject({ code: 'payload_too_large' });
    expect(parse).not.toHaveBeenCalled();
    parse.mockRestore();
  });

  it('does not count elements of lists and characters in strings as fields', async () => {
    const list = Array.from({ length: 20_000 }, (_, index) => (index % 2 ? '{[:"\\' : 5));
    const entries = await read(json, JSON.stringify({ list }));
    expect(entries.get('list')).toEqual([list]);
  });
});

describe('parseMediaType', () => {
  it.each([
    ['application/json', 'application/json', []],
    [' Text/HTML\t', 'text/html', []],
    ['a/b;charset=UTF-8', 'a/b', ['utf-8']],
    ['a/b ; charset="utf-8" ; x=y', 'a/b', ['utf-8']],
    ['a/b; charset="u\\tf-8"', 'a/b', ['utf-8']],
    ['a/b;x="charset=latin1;"', 'a/b', []],
    ['a/b;;charset=a;CHARSET=b;', 'a/b', ['a', 'b']],
  ])('reads %j', (value, essence, charsets) => {
    expect(parseMediaType(value)).toEqual({ essence, charsets });
  });

  it.each([
    '',
    'a',
    'a/',
    '/b',
    'a/b/c',
    'a/b c',
    'a/b, c/d',
    'a/b; charset = utf-8',
    'a/b; x="y',
    'é/b',
  ])('rejects %j', (value) => {
    expect(parseMediaType(value)).toBeUndefined();
  });
});
