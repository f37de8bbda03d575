import { expect, it } from 'vitest';
import { encodeFrame, frameReader, opcodes } from './websocket-frames.ts';

/** A frame as servers send it. */
function frame(opcode: number, payload: string | Buffer, isLast = true): Buffer {
  const bytes = Buffer.from(payload);
  const head = Buffer.alloc(bytes.length < 126 ? 2 : bytes.length < 65_536 ? 4 : 10);
  head[0] = (isLast ? 0x80 : 0) | opcode;
  head[1] = head.length === 2 ? bytes.length : head.length === 4 ? 126 : 127;
  if (head.length === 4) head.writeUInt16BE(bytes.length, 2);
  if (head.length === 10) head.writeBigUInt64BE(BigInt(bytes.length), 2);
  return Buffer.concat([head, bytes]);
}

/** What is read from bytes that come in chunks of a size. */
function read(bytes: Buffer, size: number, max = 1_000_000): string[] {
  const found: string[] = [];
  const take = frameReader(max, {
    onText: (text) => found.push(text),
    onPing: (payload) => found.push(`ping ${payload}`),
    onEnd: () => found.push('end'),
  });
  for (let start = 0; start < bytes.length; start += size)
    take(bytes.subarray(start, start + size));
  return found;
}

const { continuation, text, close, ping, pong } = opcodes;
const long = 'ä'.repeat(40_000);

it.each([1, 2, 3, 5, 7, 10, 127, 1_000_000])('reads messages in chunks of %i bytes', (size) => {
  const bytes = Buffer.concat([
    frame(text, 'one'),
    frame(text, ''),
    frame(text, 'x'.repeat(300)),
    frame(text, 'tw', false),
    frame(ping, 'there?'),
    frame(continuation, '', false),
    frame(pong, ''),
    frame(continuation, 'o'),
    frame(text, long),
    frame(close, Buffer.from([3, 232])),
    frame(text, 'later'),
  ]);
  expect(read(bytes, size)).toEqual([
    'one',
    '',
    'x'.repeat(300),
    'ping there?',
    'two',
    long,
    'end',
  ]);
});

it.each([1, 4, 1_000])('skips messages that are too long, in chunks of %i bytes', (size) => {
  const bytes = Buffer.concat([
    frame(text, '1234567'),
    frame(text, '1234', false),
    frame(continuation, '56', false),
    frame(continuation, '7', false),
    frame(ping, 'x'),
    frame(continuation, ''),
    frame(text, '123456'),
    frame(text, '123', false),
    frame(continuation, '456'),
    frame(text, 'x'.repeat(70_000)),
    frame(text, 'last'),
  ]);
  expect(read(bytes, size, 6)).toEqual(['ping x', '123456', '123456', 'last']);
});

it('keeps nothing of a message without end', () => {
  const head = Buffer.alloc(10);
  head[0] = 0x80 | text;
  head[1] = 127;
  head.writeBigUInt64BE(2n ** 52n, 2);
  const found: string[] = [];
  const take = frameReader(1_000, {
    onText: (message) => found.push(message),
    onPing: () => {},
    onEnd: () => found.push('end'),
  });
  take(head);
  const before = process.memoryUsage().arrayBuffers;
  for (let count = 0; count < 200; count += 1) take(Buffer.alloc(1_000_000));
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(150_000_000);
  expect(found).toEqual([]);
});

it.each([
  ['bits of extensions', Buffer.from([0xc1, 0])],
  ['a mask', Buffer.from([0x81, 0x80, 0, 0, 0, 0])],
  ['a kind that is not of the protocol', frame(3, '')],
  ['binary data', frame(2, '')],
  ['a part without a beginning', frame(continuation, 'x')],
  ['a message within another one', Buffer.concat([frame(text, 'x', false), frame(text, 'y')])],
  ['a frame of control in parts', frame(ping, 'x', false)],
  ['a long frame of control', frame(ping, 'x'.repeat(126))],
  ['an invalid length', Buffer.from([0x81, 127, 255, 255, 255, 255, 255, 255, 255, 255])],
])('ends with %s', (_, bytes) => {
  const found: string[] = [];
  const take = frameReader(100, {
    onText: (message) => found.push(message),
    onPing: () => found.push('ping'),
    onEnd: () => found.push('end'),
  });
  take(bytes);
  take(frame(text, 'later'));
  expect(found).toEqual(['end']);
});

it.each([0, 1, 125, 126, 65_535, 65_536, 200_000])('masks %i bytes', (size) => {
  const payload = Buffer.alloc(size, 'abcde');
  const [first, second] = [encodeFrame(text, payload), encodeFrame(text, payload)];
  const headBytes = size < 126 ? 2 : size < 65_536 ? 4 : 10;
  expect(first.length).toBe(headBytes + 4 + size);
  const mask = first.subarray(headBytes, headBytes + 4);
  const unmasked = first
    .subarray(headBytes + 4)
    .map((byte, index) => byte ^ (mask[index % 4] ?? 0));
  expect(Buffer.from(unmasked).equals(payload)).toBe(true);
  // Without the mask, servers read it.
  const head = Buffer.from(first.subarray(0, headBytes));
  head[1] = (head[1] ?? 0) & 0x7f;
  expect(read(Buffer.concat([head, unmasked]), 1_000)).toEqual([payload.toString()]);
  if (size > 8) expect(first.equals(second)).toBe(false);
});
