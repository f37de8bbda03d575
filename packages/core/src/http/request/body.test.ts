import { PassThrough, Readable } from 'node:stream';
import { runInNewContext } from 'node:vm';
import { describe, expect, it, vi } from 'vitest';
import { parseMediaType, readRawBody, readRequestBody } from './body.ts';
import type { ApiRequest } from './request.ts';

const limit = 1_000;

/** A request whose stream was already read, with the body that the framework kept. */
const read = (body: unknown, incoming: object = { readable: false }) =>
  readRawBody({ body, incoming: { headers: {}, ...incoming } } as ApiRequest, limit);

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
    return readRequestBody(request as unknown as ApiRequest, 4 * 1024 * 1024);
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

describe('readRawBody', () => {
  it('reads a whole stream as bytes', async () => {
    const bytes = Buffer.from('grüße');
    const stream = Readable.from([bytes.subarray(0, 3), bytes.subarray(3)]);
    expect(await read(stream)).toEqual({ bytes });
    expect(await read(Readable.from([]))).toEqual({ bytes: Buffer.alloc(0) });
  });

  it('reads a stream with an encoding that the host has set', async () => {
    const stream = Readable.from([Buffer.from('grüße')]);
    stream.setEncoding('utf8');
    expect(await read(stream)).toEqual({ bytes: Buffer.from('grüße') });
  });

  it('uses the body that the framework kept', async () => {
    expect(await read({ a: 1 })).toEqual({ parsed: { a: 1 } });
    expect(await read(5)).toEqual({ parsed: 5 });
    expect(await read('grüße')).toEqual({ bytes: Buffer.from('grüße') });
    expect(await read(Buffer.from('x'))).toEqual({ bytes: Buffer.from('x') });
    // Jest may give modules a `Uint8Array` of their own.
    const elsewhere: Uint8Array = runInNewContext('new Uint8Array([120])');
    expect(await read(elsewhere)).toEqual({ bytes: elsewhere });
    for (const nothing of [undefined, null]) {
      expect(await read(nothing)).toEqual({ bytes: new Uint8Array() });
    }
  });

  it('stops at the limit, discards the rest, and lets the stream end', async () => {
    const stream = new PassThrough();
    const body = read(stream);
    stream.write(Buffer.alloc(limit));
    stream.write('x');
    await expect(body).rejects.toMatchObject({ code: 'payload_too_large' });
    stream.end(Buffer.alloc(1_000_000));
    await new Promise((resolve) => stream.once('end', resolve));
  });

  it('rejects a body that is too long before it is read, and one that was kept', async () => {
    const headers = { 'content-length': String(limit + 1) };
    const tooLarge = { code: 'payload_too_large' };
    await expect(read(new PassThrough(), { headers })).rejects.toMatchObject(tooLarge);
    await expect(read('x'.repeat(limit + 1))).rejects.toMatchObject(tooLarge);
    expect(await read('x'.repeat(limit))).toHaveProperty('bytes');
  });

  it.each([undefined, new Error('reset')])('reports an incomplete body (%s)', async (error) => {
    const stream = new PassThrough();
    const body = read(stream);
    stream.write('x');
    stream.destroy(error);
    await expect(body).rejects.toMatchObject({ code: 'malformed_body' });
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
