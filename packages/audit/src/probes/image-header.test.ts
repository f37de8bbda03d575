import { describe, expect, it } from 'vitest';
import { readImageHeader } from './image-header.ts';

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');

const png = Buffer.concat([
  latin1('\x89PNG\r\n\x1a\n'),
  hex('0000000d 49484452 000004b0 00000276'),
]);
const gif = hex('474946383961 2c01 c800 80');
const exif = Buffer.concat([hex('ffe1 0402'), Buffer.alloc(1024, 0xff)]);
const jpeg = Buffer.concat([
  hex('ffd8'),
  exif,
  hex('ffff db 0004 0102 ffc4 0004 0102 ffc2 0011 08 0276 04b0 03'),
]);
const riff = (chunk: string, data: string) =>
  Buffer.concat([latin1('RIFF\0\0\0\0WEBP'), latin1(chunk), hex(`00000000 ${data}`)]);
const lossy = riff('VP8 ', '300100 9d012a b044 7602');
const lossless = riff('VP8L', `2f ${losslessBits(1200, 630)} 0000000000`);
const extended = riff('VP8X', '00000000 af0400 750200');
const avif = Buffer.concat([
  hex('0000001c'),
  latin1('ftypavif\0\0\0\0'),
  hex('00000014'),
  latin1('ispe'),
  hex('00000000 00000040 00000040 00000014'),
  latin1('ispe'),
  hex('00000000 000004b0 00000276'),
]);

function losslessBits(width: number, height: number): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE((width - 1) | ((height - 1) << 14));
  return bytes.toString('hex');
}

const big = { width: 1200, height: 630 };

it.each([
  ['png', png, big],
  ['gif', gif, { width: 300, height: 200 }],
  ['jpeg', jpeg, big],
  ['webp', lossy, big],
  ['webp', lossless, big],
  ['webp', extended, big],
  ['avif', avif, big],
])('%s', (format, bytes, size) => {
  expect(readImageHeader(bytes)).toEqual({ format, size });
});

describe('incomplete data', () => {
  it.each([png, gif, jpeg, lossy, lossless, extended, avif])(
    'has no invalid size (%#)',
    (bytes) => {
      for (let length = 0; length < bytes.length; length++) {
        const { size } = readImageHeader(bytes.subarray(0, length));
        if (size !== null) expect(Object.values(size).every(Number.isInteger)).toBe(true);
      }
    },
  );

  it.each([
    ['a page', latin1('<!doctype html><title>Not found</title>')],
    ['nothing', Buffer.alloc(0)],
    ['SVG', latin1('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ])('%s is not an image', (_what, bytes) => {
    expect(readImageHeader(bytes)).toEqual({ format: null, size: null });
  });

  it('terminates for any declared length', () => {
    const endless = Buffer.concat([hex('ffd8'), Buffer.alloc(65_536, 0xff)]);
    expect(readImageHeader(endless)).toEqual({ format: 'jpeg', size: null });
    const empty = Buffer.concat([hex('ffd8'), hex('ffe00000'.repeat(9000))]);
    expect(readImageHeader(empty).size).toBeNull();
    const many = Buffer.concat([avif, latin1('ispe'.repeat(16_000))]);
    expect(readImageHeader(many).format).toBe('avif');
  });
});
