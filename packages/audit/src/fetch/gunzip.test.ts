import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { gzipSync, InflateRaw } from 'node:zlib';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { gunzip } from './gunzip.ts';

const text = Buffer.from('<h1>Bread</h1>'.repeat(20_000) + Math.PI);
const whole = gzipSync(text);
/** Of many chunks, which need several turns to be decoded. */
const noise = Buffer.from(Array.from({ length: 300_000 }, (_, at) => (at * at * 31) % 251));

async function decode(file: Buffer, chunkSize: number): Promise<Buffer> {
  const source = async function* () {
    for (let at = 0; at < file.length; at += chunkSize) yield file.subarray(at, at + chunkSize);
  };
  const chunks: Uint8Array[] = [];
  for await (const chunk of gunzip(source())) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** A header with these fields before the data of a member without any. */
function withHeader(flag: number, fields: Buffer): Buffer {
  const header = Buffer.from(whole.subarray(0, 10));
  header[3] = flag;
  return Buffer.concat([header, fields, whole.subarray(10)]);
}

const sizes = [1_000_000, 4_096, 7, 1];

describe.each(sizes)('in chunks of %i bytes', (size) => {
  it.each([
    ['one member', whole],
    ['several members', Buffer.concat([gzipSync(text.subarray(0, 9)), gzipSync(text.subarray(9))])],
    ['a member without content', Buffer.concat([gzipSync(''), whole])],
    ['without its footer', whole.subarray(0, -8)],
    ['with half of its footer', whole.subarray(0, -4)],
    ['with a wrong footer', Buffer.concat([whole.subarray(0, -8), Buffer.alloc(8, 1)])],
    ['followed by zeros', Buffer.concat([whole, Buffer.alloc(100)])],
    ['followed by text', Buffer.concat([whole, Buffer.from('<!-- cached by a proxy -->')])],
    ['followed by what starts as gzip', Buffer.concat([whole, Buffer.from([31, 139, 9, 1])])],
    ['a name and a comment', withHeader(24, Buffer.from('page.html\0A comment\0'))],
    ['extra fields and a checksum', withHeader(6, Buffer.from([3, 0, 1, 2, 3, 9, 9]))],
  ])('%s', async (_, file) => {
    expect((await decode(file, size)).equals(text)).toBe(true);
  });
});

it('decodes data that cannot be compressed', async () => {
  for (const size of [1_000_000, 10_000]) {
    expect((await decode(gzipSync(noise), size)).equals(noise)).toBe(true);
  }
});

it.each([
  ['incomplete', whole.subarray(0, -12)],
  ['not gzip', text],
  ['empty', Buffer.alloc(0)],
  ['a header alone', whole.subarray(0, 10)],
  ['more members than files have', Buffer.concat(new Array(10_001).fill(gzipSync('')))],
  ['a long name', withHeader(8, Buffer.from(`${'A'.repeat(5_000)}\0`))],
  ['a long extra field', withHeader(4, Buffer.from([255, 255, ...Buffer.alloc(65_535)]))],
  ['damaged', Buffer.concat([whole.subarray(0, 40), Buffer.alloc(40, 255), whole.subarray(80)])],
])('refuses what is %s', async (_, file) => {
  for (const size of file.length > 200_000 ? [4_096] : sizes) {
    await expect(decode(file, size)).rejects.toMatchObject({
      code: expect.stringMatching(/^Z_/),
    });
  }
});

it('passes on the error of its source', async () => {
  const broken = async function* () {
    yield whole.subarray(0, 300);
    throw new Error('The connection is lost.');
  };
  const read = async () => {
    for await (const _ of gunzip(broken()));
  };
  await expect(read()).rejects.toThrow('The connection is lost.');
});

it('ends with its reader, also while it waits for more', async () => {
  const stalled = async function* () {
    yield gzipSync(noise).subarray(0, 200_000);
    await new Promise(() => {});
  };
  for await (const chunk of gunzip(stalled())) {
    expect(chunk.length).toBeGreaterThan(0);
    break;
  }
});

it('does nothing while its reader does not read what is left', async () => {
  const write = vi.spyOn(InflateRaw.prototype, 'write');
  onTestFinished(() => write.mockRestore());
  const random = createHash('shake256', { outputLength: 4_000 }).update('bread').digest();
  const file = gzipSync(random);
  const chunks = async function* () {
    yield file.subarray(0, 2_000);
    yield Buffer.concat([file.subarray(2_000), Buffer.from('<!-- cached by a proxy -->')]);
  };
  const reader = gunzip(chunks());
  const { value: first } = await reader.next();
  for (let turn = 0; turn < 1_000; turn += 1) await setImmediate();
  expect(write.mock.calls.length).toBeLessThan(5);
  const read = [first as Uint8Array];
  for await (const chunk of reader) read.push(chunk);
  expect(Buffer.concat(read).equals(random)).toBe(true);
});
