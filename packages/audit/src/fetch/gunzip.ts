import { createInflateRaw, type InflateRaw } from 'node:zlib';

/** How many bytes are decoded at a time. */
const chunkSize = 64 * 1024;

/** The fixed part of a header (RFC 1952 §2.3), and the checksum and the length at the end of a member. */
const sizes = { header: 10, footer: 8 } as const;

/** The longest header. Those of servers have a file name at most. */
const maxHeaderSize = 4 * 1024;

/** Files that are made of many parts have one for each 64 KB. Each costs a decoder, also without any content. */
const maxMembers = 10_000;

const flags = { checksum: 2, extra: 4, name: 8, comment: 16 } as const;

/**
 * Decodes gzip (RFC 1952) as browsers do: without comparing its checksums, also if the last one is missing, and
 * without what follows the last member.
 *
 * @throws Error with a code of zlib for bytes that are damaged or incomplete.
 */
export async function* gunzip(
  source: AsyncIterator<Uint8Array, unknown>,
): AsyncGenerator<Uint8Array> {
  let rest: Uint8Array = new Uint8Array();
  /** Appends bytes until there are `size`; returns whether there are. */
  const has = async (size: number): Promise<boolean> => {
    while (rest.length < size) {
      const { value, done } = await source.next();
      if (done === true) return false;
      rest = rest.length === 0 ? value : Buffer.concat([rest, value]);
    }
    return true;
  };
  /** Passes bytes to a decoder until it has enough; `rest` is what it has left. */
  const feed = async (decoder: InflateRaw): Promise<void> => {
    while (await has(1)) {
      const before = decoder.bytesWritten;
      await written(decoder, rest);
      rest = rest.subarray(decoder.bytesWritten - before);
      // It needs no more. Its reader may not have read all of it, and may never do so.
      if (rest.length > 0) return;
    }
    decoder.end();
  };
  for (let member = 0; ; member += 1) {
    const size = await headerSize(() => rest, has);
    if (size === null && member > 0) return;
    if (size === null) throw damaged('It does not start as gzip.');
    if (member === maxMembers) throw damaged(`It has more than ${maxMembers} members.`);
    rest = rest.subarray(size);
    const decoder = createInflateRaw({ chunkSize });
    const fed = feed(decoder);
    // The reader of the decoder gets its errors.
    fed.catch((error: Error) => decoder.destroy(error));
    yield* decoder;
    await fed;
    if (!(await has(sizes.footer))) return;
    rest = rest.subarray(sizes.footer);
  }
}

/** Passes bytes to a decoder, and waits until it needs none of them any more. */
function written(decoder: InflateRaw, chunk: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    decoder.write(chunk, (error) => (error ? reject(error) : resolve()));
  });
}

/** The size of the header of a member; `null` if none begins here. */
async function headerSize(
  bytes: () => Uint8Array,
  has: (size: number) => Promise<boolean>,
): Promise<number | null> {
  if (!(await has(sizes.header))) return null;
  const [first, second, method, flag = 0] = bytes();
  if (first !== 0x1f || second !== 0x8b || method !== 8) return null;
  let size: number = sizes.header;
  if (flag & flags.extra) {
    if (!(await has(size + 2))) return null;
    size += 2 + (bytes()[size] ?? 0) + 256 * (bytes()[size + 1] ?? 0);
    if (size > maxHeaderSize || !(await has(size))) return null;
  }
  for (const text of [flags.name, flags.comment]) {
    if (!(flag & text)) continue;
    let end = bytes().indexOf(0, size);
    while (end < 0) {
      const { length } = bytes();
      if (length > maxHeaderSize || !(await has(length + 1))) return null;
      end = bytes().indexOf(0, length);
    }
    if (end > maxHeaderSize) return null;
    size = end + 1;
  }
  if (flag & flags.checksum) size += 2;
  return (await has(size)) ? size : null;
}

function damaged(message: string): Error {
  return Object.assign(new Error(message), { code: 'Z_DATA_ERROR' });
}
