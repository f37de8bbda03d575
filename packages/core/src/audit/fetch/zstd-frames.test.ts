import { Readable } from 'node:stream';
import * as zlib from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readBody } from './read-body.ts';
import { zstdFrames } from './zstd-frames.ts';

const magic = [0x28, 0xb5, 0x2f, 0xfd];
const block = (type: number, size: number, last: boolean) => {
  const header = (size << 3) | (type << 1) | Number(last);
  return [header & 255, (header >> 8) & 255, header >> 16];
};

/** "hello", raw, in a single segment with its size in one byte. */
const raw = [...magic, 0x20, 5, ...block(0, 5, true), ...Buffer.from('hello')];
/** 100,000 times "a", run-length encoded, with a window and a checksum. */
const runs = [
  ...magic,
  0x04,
  0x58,
  ...block(1, 100_000, false),
  97,
  ...block(0, 0, true),
  1,
  2,
  3,
  4,
];
const skippable = [0x5a, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 9, 9, 9];

describe('frames of zstd', () => {
  it.each([
    ['one', raw, [raw]],
    ['blocks of several kinds', runs, [runs]],
    ['two', [...raw, ...runs], [raw, runs]],
    ['one to skip', [...skippable, ...raw, ...skippable], [raw]],
    ['none', [], []],
  ])('%s', (_what, bytes, frames) => {
    expect(zstdFrames(Uint8Array.from(bytes))?.map((frame) => [...frame])).toEqual(frames);
  });

  it('that break off anywhere are none', () => {
    for (const whole of [raw, runs, skippable]) {
      for (let length = 1; length < whole.length; length++) {
        expect(
          zstdFrames(Uint8Array.from([...raw, ...whole.slice(0, length)])),
          `${length}`,
        ).toBeNull();
      }
    }
  });

  const empty = block(0, 0, true);
  it.each([
    ['a window of 8 MiB', [...magic, 0, 0x68, ...empty], true],
    ['a window of 9 MiB', [...magic, 0, 0x69, ...empty], false],
    ['a window of 2 TiB', [...magic, 0, 0xff, ...empty], false],
    ['255 bytes in one segment', [...magic, 0x20, 255, ...empty], true],
    ['65,791 bytes in one segment', [...magic, 0x60, 255, 255, ...empty], true],
    ['8 MiB in one segment', [...magic, 0xa0, 0, 0, 0x80, 0, ...empty], true],
    ['more in one segment', [...magic, 0xa0, 1, 0, 0x80, 0, ...empty], false],
    ['8 MiB in eight bytes', [...magic, 0xe0, 0, 0, 0x80, 0, 0, 0, 0, 0, ...empty], true],
    ['more in eight bytes', [...magic, 0xe0, 0, 0, 0, 0, 1, 0, 0, 0, ...empty], false],
    [
      '4 GiB through a small window',
      [...magic, 0xc0, 0x58, 0, 0, 0, 0, 1, 0, 0, 0, ...empty],
      true,
    ],
    ['a window after a dictionary', [...magic, 3, 0x69, 0, 0, 0, 0, ...empty], false],
    ['a segment after a dictionary', [...magic, 0xa3, 0, 0, 0, 0, 1, 0, 0x80, 0, ...empty], false],
  ])('that take memory are whole or none: %s', (_what, bytes, whole) => {
    expect(zstdFrames(Uint8Array.from(bytes)) !== null).toBe(whole);
  });

  it.each([
    ['no zstd', [1, 2, 3, 4, 5, 6, 7, 8]],
    ['a frame of something else', [1, 2, 3, 4, ...raw.slice(4)]],
    ['a block of no kind', [...magic, 0x20, 5, ...block(3, 5, true), 1, 2, 3, 4, 5]],
    ['something after it', [...raw, 1, 2, 3, 4]],
  ])('%s', (_what, bytes) => {
    expect(zstdFrames(Uint8Array.from(bytes))).toBeNull();
  });
});

describe.each('createZstdDecompress' in zlib ? ['zstd' as const] : [])('a body in %s', (coding) => {
  const read = (bytes: readonly number[], maxDecodedBytes = 1e6) =>
    readBody(Readable.from([Buffer.from(bytes)]), { coding, maxWireBytes: 1e6, maxDecodedBytes });

  it('is undone, each frame of it', async () => {
    const { bytes } = await read([...raw, ...skippable, ...raw]);
    expect(Buffer.from(bytes).toString()).toBe('hellohello');
  });

  it('N15 that asks for more memory than HTTP allows is damaged', async () => {
    const large = [...magic, 0, 0x69, ...block(0, 5, true), ...Buffer.from('hello')];
    await expect(read(large)).rejects.toMatchObject({ reason: 'encoding_invalid' });
  });

  it('N15 is read where the zstd of Node made it, at its largest window', async () => {
    const { zstdCompressSync } = zlib as unknown as {
      zstdCompressSync: (data: Buffer, options: object) => Buffer;
    };
    const text = Buffer.from('text of a page '.repeat(1000));
    // 101 is ZSTD_c_windowLog: 23 bits are 8 MiB.
    const packed = zstdCompressSync(text, { params: { 101: 23 } });
    expect(Buffer.from((await read([...packed])).bytes)).toEqual(text);
  });

  it('N19 that breaks off is damaged', async () => {
    await expect(read(raw.slice(0, -1))).rejects.toMatchObject({ reason: 'encoding_invalid' });
  });

  it('N15 that unpacks to too much is stopped', async () => {
    const many = Array.from({ length: 100 }, () => [
      ...magic,
      0,
      0x58,
      ...block(1, 100_000, true),
      97,
    ]);
    await expect(read(many.flat())).rejects.toMatchObject({ reason: 'body_decoded_too_large' });
  });
});
