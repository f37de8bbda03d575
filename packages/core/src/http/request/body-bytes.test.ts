import { PassThrough, Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { maxBodyBytes, readRawBody } from './body-bytes.ts';
import type { ApiRequest } from './request.ts';

/** A request whose own stream was read already, with what the framework kept of it. */
const read = (body: unknown, incoming: object = { readable: false }) =>
  readRawBody({ body, incoming: { headers: {}, ...incoming } } as ApiRequest);

describe('readRawBody', () => {
  it('reads a stream, whole, as bytes', async () => {
    const bytes = Buffer.from('grüße');
    const stream = Readable.from([bytes.subarray(0, 3), bytes.subarray(3)]);
    expect(await read(stream)).toEqual({ bytes });
    expect(await read(Readable.from([]))).toEqual({ bytes: Buffer.alloc(0) });
  });

  it('reads a stream that a host has set an encoding on', async () => {
    const stream = Readable.from([Buffer.from('grüße')]);
    stream.setEncoding('utf8');
    expect(await read(stream)).toEqual({ bytes: Buffer.from('grüße') });
  });

  it('takes what the framework kept', async () => {
    expect(await read({ a: 1 })).toEqual({ parsed: { a: 1 } });
    expect(await read(5)).toEqual({ parsed: 5 });
    expect(await read('grüße')).toEqual({ bytes: Buffer.from('grüße') });
    expect(await read(Buffer.from('x'))).toEqual({ bytes: Buffer.from('x') });
    for (const nothing of [undefined, null]) {
      expect(await read(nothing)).toEqual({ bytes: new Uint8Array() });
    }
  });

  it('stops at the limit, throws the rest away, and lets the stream end', async () => {
    const stream = new PassThrough();
    const body = read(stream);
    stream.write(Buffer.alloc(maxBodyBytes));
    stream.write('x');
    await expect(body).rejects.toMatchObject({ code: 'payload_too_large' });
    stream.end(Buffer.alloc(1_000_000));
    await new Promise((resolve) => stream.once('end', resolve));
  });

  it('refuses what is too long before reading, and in what was kept', async () => {
    const headers = { 'content-length': String(maxBodyBytes + 1) };
    const tooLarge = { code: 'payload_too_large' };
    await expect(read(new PassThrough(), { headers })).rejects.toMatchObject(tooLarge);
    await expect(read('x'.repeat(maxBodyBytes + 1))).rejects.toMatchObject(tooLarge);
    expect(await read('x'.repeat(maxBodyBytes))).toHaveProperty('bytes');
  });

  it.each([undefined, new Error('reset')])('tells a body that breaks off (%s)', async (error) => {
    const stream = new PassThrough();
    const body = read(stream);
    stream.write('x');
    stream.destroy(error);
    await expect(body).rejects.toMatchObject({ code: 'malformed_body' });
  });
});
