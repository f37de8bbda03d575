import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it, onTestFinished } from 'vitest';
import { dropBody, readAlong, readRawBody } from './raw-body.ts';
import type { ApiRequest } from './request.ts';

const limit = 1_000;
const idleMs = 60_000;
const limits = { limit, idleMs, totalMs: idleMs };

/** A request whose stream was already read, with the body that the framework kept. */
const read = (body: unknown, incoming: object = { readable: false }) =>
  readRawBody({ body, incoming: { headers: {}, ...incoming } } as ApiRequest, { limit, idleMs });

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
    // Jest may give modules their own `Uint8Array`.
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

  it('reads on where something has paused it', async () => {
    const stream = Readable.from([Buffer.from('a'), Buffer.from('b')]);
    stream.on('data', () => {}).pause();
    expect(await read(stream)).toEqual({ bytes: Buffer.from('ab') });
  });

  const late = { missing: expect.objectContaining({ code: 'internal' }) };
  const sent = (length: number, more: object = {}) => ({
    headers: { 'content-length': String(length) },
    ...more,
  });
  const chunked = { headers: { 'transfer-encoding': 'chunked' } };

  it.each([
    ['of an announced length', sent(2)],
    ['in chunks', chunked],
    ['with HTTP/2, without either', {}],
  ])('never takes a part of a body for the whole (%s)', async (_name, incoming) => {
    const ended = Readable.from([Buffer.from('ab')]);
    await buffer(ended);
    expect(await read(ended, incoming)).toEqual(late);

    const partly = Readable.from([Buffer.from('a'), Buffer.from('b')]);
    partly.once('data', () => partly.pause());
    await once(partly, 'data');
    expect(await read(partly, incoming)).toEqual(late);

    const discarded = Readable.from([Buffer.from('ab')]).resume();
    await once(discarded, 'end');
    expect(await read(discarded, incoming)).toEqual(late);
  });

  it('is sure of a body that was announced, where the host has no stream', async () => {
    expect(await read(undefined, sent(2))).toEqual(late);
    expect(await read(undefined, chunked)).toEqual(late);
    expect(await read(undefined, sent(0))).toEqual({ bytes: new Uint8Array() });
  });

  it('reads a body that something has looked at and put back', async () => {
    const stream = Readable.from([Buffer.from('ab')], { objectMode: false });
    await once(stream, 'readable');
    stream.unshift(stream.read());
    expect(await read(stream, sent(2))).toEqual({ bytes: Buffer.from('ab') });
  });

  it('compares the length with that of what was sent', async () => {
    const shorter = () => Readable.from([Buffer.from('a')]);
    expect(await read(shorter(), sent(2))).toEqual(late);
    const decoded = Object.assign(shorter(), { receivedEncodedLength: 2 });
    expect(await read(decoded, sent(2))).toEqual({ bytes: Buffer.from('a') });
  });

  it('an empty body that was read is an empty body', async () => {
    const stream = Readable.from([]);
    await buffer(stream);
    for (const incoming of [chunked, {}, sent(0)]) {
      expect(await read(stream, incoming)).toEqual({ bytes: new Uint8Array() });
    }
  });

  it.each([
    ['bytes', Buffer.from('ü')],
    ['text', 'ü'],
  ])('uses the %s that the host kept as rawBody, if they are whole', async (_name, rawBody) => {
    const stream = Readable.from([Buffer.from('ü')]);
    await buffer(stream);
    const kept = { bytes: Buffer.from('ü') };
    expect(await read(stream, { ...sent(2), rawBody })).toEqual(kept);
    expect(await read(stream, { ...chunked, rawBody })).toEqual(kept);
    expect(await read({ parsed: true }, { ...sent(2), rawBody })).toEqual(kept);
    expect(await read(stream, { ...sent(3), rawBody })).toEqual(late);
    expect(await read(stream, { ...chunked, rawBody: '' })).toEqual(late);
  });

  it('takes an empty object for the body only if that was sent', async () => {
    const stream = { pipe() {}, resume() {}, readable: false, readableDidRead: true };
    for (const head of [sent(3), chunked, { headers: {} }]) {
      const request = { ...stream, ...head };
      expect(await read({}, request)).toEqual(late);
      expect(await read({}, { ...request, _body: true })).toEqual({ parsed: {} });
      expect(await read({ a: 1 }, request)).toEqual({ parsed: { a: 1 } });
      expect(await read([], request)).toEqual({ parsed: [] });
    }
    expect(await read({}, { ...stream, ...sent(2) })).toEqual({ parsed: {} });
    for (const head of [sent(0), { headers: {}, readableDidRead: false }]) {
      expect(await read({}, { ...stream, ...head })).toEqual({ bytes: new Uint8Array() });
    }
  });

  it('a stream that was used wrongly is a mistake of the host', async () => {
    const stream = new PassThrough();
    const body = read(stream);
    stream.destroy(new TypeError('Body is unusable'));
    expect(await body).toEqual(late);
  });

  it('reports a client that disconnected before the body was read', async () => {
    const stream = new PassThrough();
    stream.destroy();
    await expect(read(stream, sent(2))).rejects.toMatchObject({ code: 'malformed_body' });
  });

  it('ends when no data arrives for the limit', async () => {
    const stalled = new PassThrough();
    stalled.write('x');
    const request = { body: stalled, incoming: { headers: {} } } as unknown as ApiRequest;
    await expect(readRawBody(request, { limit, idleMs: 10 })).rejects.toMatchObject({
      code: 'body_timed_out',
      message: 'The request body was incomplete: no data arrived for 0.01 s.',
    });
    expect(stalled.listenerCount('data')).toBe(0);
  });
});

describe('readAlong', () => {
  it('keeps what something else reads, and what it leaves at a limit', async () => {
    const stream = new PassThrough();
    const seen: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => {
      seen.push(chunk);
      stream.pause();
    });
    const reading = readAlong(stream, limits);
    expect(readAlong(stream, limits)).toBe(reading);
    stream.write('a');
    stream.end('b');
    await reading;
    expect(seen).toEqual([Buffer.from('a'), Buffer.from('b')]);
    expect(await read(stream)).toEqual({ bytes: Buffer.from('ab') });
  });

  it('does not touch a stream that no one reads', () => {
    const stream = new PassThrough();
    expect(readAlong(stream, limits)).toBeUndefined();
    expect([stream.readableFlowing, stream.listenerCount('data')]).toEqual([null, 0]);
  });

  it('ends at the limit, keeps nothing, and lets the host read on', async () => {
    const stream = new PassThrough();
    let seen = 0;
    stream.on('data', (chunk: Buffer) => {
      seen += chunk.length;
    });
    const reading = readAlong(stream, limits);
    stream.write(Buffer.alloc(limit + 1));
    expect(await reading).toEqual({ bytes: undefined, isPart: false });
    expect(stream.listenerCount('data')).toBe(1);
    await expect(read(stream)).rejects.toMatchObject({
      code: 'payload_too_large',
      message: 'The body must be at most 1000 bytes long.',
    });
    stream.end(Buffer.alloc(1_000));
    await once(stream, 'end');
    expect(seen).toBe(2 * limit + 1);
  });

  it('needs memory by bytes, not by chunks', async () => {
    const stream = new PassThrough();
    setFlagsFromString('--expose-gc');
    const collectGarbage: () => void = runInNewContext('gc');
    const memory = () => {
      collectGarbage();
      return process.memoryUsage().arrayBuffers;
    };
    const before = memory();
    const reading = readAlong(stream.resume(), { ...limits, limit: 20_000 });
    for (let count = 0; count < 20_000; count += 1) {
      // As those of Node's server, each is a view of all that has arrived with it.
      stream.write(Buffer.alloc(1_024).subarray(0, 1));
      if (count % 1_000 === 0) await setImmediate();
    }
    // Buffers are freed by other threads, after the collection that found them.
    await expect.poll(() => memory() - before).toBeLessThan(5e6);
    stream.end();
    expect(await reading).toEqual({ bytes: Buffer.alloc(20_000), isPart: false });
  });

  it('ends a body that never stops arriving', async () => {
    const stream = new PassThrough();
    const drip = setInterval(() => stream.write('x'), 1);
    onTestFinished(() => clearInterval(drip));
    const reading = readAlong(stream.resume(), { limit: 1e9, idleMs, totalMs: 20 });
    await expect(reading).rejects.toMatchObject({
      code: 'body_timed_out',
      message: 'The request body was incomplete after 0.02 s.',
    });
    expect(stream.listenerCount('data')).toBe(0);
  });

  it('keeps nothing once there is a response', async () => {
    const stream = new PassThrough();
    const reading = readAlong(stream.resume(), limits);
    stream.write('x');
    dropBody(stream);
    expect(await reading).toEqual({ bytes: undefined, isPart: false });
    expect([stream.readableFlowing, stream.listenerCount('data')]).toEqual([true, 0]);
  });

  it('reports no failure that no one waits for', async () => {
    const stream = new PassThrough();
    const reading = readAlong(stream.resume(), limits);
    stream.destroy(new Error('reset'));
    await expect(reading).rejects.toMatchObject({ code: 'malformed_body' });
  });
});
