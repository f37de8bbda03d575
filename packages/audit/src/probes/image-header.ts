/** The format and size of an image; `null` if unknown. */
interface ImageHeader {
  readonly format: 'png' | 'jpeg' | 'gif' | 'webp' | 'avif' | null;
  readonly size: Size | null;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Only the first pictures of an AVIF file are read: it can have thumbnails and tiles. */
const maxPictures = 100;

/** Reads the format and size of an image from its first bytes. */
export function readImageHeader(bytes: Uint8Array): ImageHeader {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = (from: number, to: number) => view.toString('latin1', from, to);
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return { format: 'png', size: pngSize(view) };
  if (text(0, 3) === '\xff\xd8\xff') return { format: 'jpeg', size: jpegSize(view) };
  if (/^GIF8[79]a$/.test(text(0, 6))) return { format: 'gif', size: gifSize(view) };
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') {
    return { format: 'webp', size: webpSize(view) };
  }
  if (/^ftypavi[fs]$/.test(text(4, 12))) return { format: 'avif', size: avifSize(view) };
  return { format: null, size: null };
}

function pngSize(view: Buffer): Size | null {
  if (view.length < 24) return null;
  return { width: view.readUInt32BE(16), height: view.readUInt32BE(20) };
}

function gifSize(view: Buffer): Size | null {
  if (view.length < 10) return null;
  return { width: view.readUInt16LE(6), height: view.readUInt16LE(8) };
}

/** Skips segments up to the one that starts a frame. */
function jpegSize(view: Buffer): Size | null {
  let at = 2;
  while (at + 9 <= view.length) {
    if (view[at] !== 0xff) return null;
    const marker = view[at + 1] ?? 0;
    if (marker === 0xff) at += 1;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else if (startsFrame(marker)) {
      return { height: view.readUInt16BE(at + 5), width: view.readUInt16BE(at + 7) };
    } else at += 2 + view.readUInt16BE(at + 2);
  }
  return null;
}

/** SOF0 to SOF15, except DHT, JPG and DAC (ITU-T T.81, table B.1). */
function startsFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

/** Lossy, lossless and extended files encode the size differently (RFC 9649 §2.5 to §2.7). */
function webpSize(view: Buffer): Size | null {
  if (view.length < 30) return null;
  const chunk = view.toString('latin1', 12, 16);
  if (chunk === 'VP8X') {
    return { width: view.readUIntLE(24, 3) + 1, height: view.readUIntLE(27, 3) + 1 };
  }
  if (chunk === 'VP8L') {
    const bits = view.readUInt32LE(21);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (chunk !== 'VP8 ') return null;
  return { width: view.readUInt16LE(26) & 0x3fff, height: view.readUInt16LE(28) & 0x3fff };
}

/** The largest size in its `ispe` boxes (ISO/IEC 23008-12 §6.5.3). */
function avifSize(view: Buffer): Size | null {
  let largest: Size | null = null;
  let at = view.indexOf('ispe');
  for (let seen = 0; at >= 0 && at + 16 <= view.length && seen < maxPictures; seen++) {
    const size = { width: view.readUInt32BE(at + 8), height: view.readUInt32BE(at + 12) };
    if (largest === null || size.width * size.height > largest.width * largest.height) {
      largest = size;
    }
    at = view.indexOf('ispe', at + 4);
  }
  return largest;
}
