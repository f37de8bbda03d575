import { randomBytes } from 'node:crypto';

/** The kinds of frames of a WebSocket connection (RFC 6455 section 5.2). */
export const opcodes = { continuation: 0, text: 1, close: 8, ping: 9, pong: 10 } as const;

/** What a frame of control may hold (RFC 6455 section 5.5). */
const maxControlBytes = 125;

/** What is read from a WebSocket connection. */
interface FrameEvents {
  /** A message. */
  readonly onText: (text: string) => void;
  readonly onPing: (payload: Buffer) => void;
  /** The connection is over: the server closes it, or does not keep to the protocol. Nothing is read after that. */
  readonly onEnd: () => void;
}

interface Frame {
  readonly opcode: number;
  readonly isLast: boolean;
  left: number;
}

/** Reads the frames that a server sends, chunk by chunk. Messages of more than `max` bytes are skipped. */
export function frameReader(
  max: number,
  { onText, onPing, onEnd }: FrameEvents,
): (chunk: Buffer) => void {
  let unread: Buffer = Buffer.alloc(0);
  let frame: Frame | undefined;
  let message: Parts | undefined;
  let control = collectParts(maxControlBytes);
  let hasEnded = false;

  const begin = (head: Frame): boolean => {
    if (head.opcode >= opcodes.close) {
      control = collectParts(maxControlBytes);
      return head.isLast && head.left <= maxControlBytes;
    }
    const isFirst = head.opcode === opcodes.text;
    if (isFirst === (message !== undefined)) return false;
    message ??= collectParts(max);
    return isFirst || head.opcode === opcodes.continuation;
  };
  const finish = ({ opcode, isLast }: Frame): void => {
    if (opcode === opcodes.close) hasEnded = true;
    if (opcode === opcodes.ping) onPing(control.take() ?? Buffer.alloc(0));
    if (opcode >= opcodes.close || !isLast) return;
    const text = message?.take();
    message = undefined;
    if (text) onText(text.toString('utf8'));
  };
  const read = (chunk: Buffer): void => {
    let rest = unread.length > 0 ? Buffer.concat([unread, chunk]) : chunk;
    unread = Buffer.alloc(0);
    while (!hasEnded) {
      if (frame === undefined) {
        const head = readHead(rest);
        if (head === 'incomplete') {
          unread = rest;
          return;
        }
        if (head === 'wrong' || !begin(head.frame)) {
          hasEnded = true;
          return;
        }
        frame = head.frame;
        rest = rest.subarray(head.bytes);
      }
      const part = rest.subarray(0, frame.left);
      rest = rest.subarray(part.length);
      frame.left -= part.length;
      (frame.opcode >= opcodes.close ? control : message)?.add(part);
      if (frame.left > 0) return;
      const finished = frame;
      frame = undefined;
      finish(finished);
    }
  };
  return (chunk) => {
    if (hasEnded) return;
    read(chunk);
    if (hasEnded) onEnd();
  };
}

/** The parts of a message. */
interface Parts {
  add(part: Buffer): void;
  /** All of them; `null` if they were too many bytes to be kept. */
  take(): Buffer | null;
}

function collectParts(max: number): Parts {
  let parts: Buffer[] = [];
  let size = 0;
  return {
    add(part) {
      size += part.length;
      if (size > max) parts = [];
      else parts.push(part);
    },
    take: () => (size > max ? null : Buffer.concat(parts)),
  };
}

/** Reads the head of a frame. One with bits of extensions, or with a mask, is wrong: servers send none. */
function readHead(
  bytes: Buffer,
): { readonly frame: Frame; readonly bytes: number } | 'incomplete' | 'wrong' {
  const [first, second] = bytes;
  if (first === undefined || second === undefined) return 'incomplete';
  if ((first & 0x70) !== 0 || second >= 0x80) return 'wrong';
  const lengthBytes = second === 126 ? 2 : second === 127 ? 8 : 0;
  if (bytes.length < 2 + lengthBytes) return 'incomplete';
  let left = second;
  if (lengthBytes === 2) left = bytes.readUInt16BE(2);
  if (lengthBytes === 8) left = Number(bytes.readBigUInt64BE(2));
  if (!Number.isSafeInteger(left)) return 'wrong';
  return {
    frame: { opcode: first & 0x0f, isLast: first >= 0x80, left },
    bytes: 2 + lengthBytes,
  };
}

/** A whole message, or a frame of control, as clients send it: masked. */
export function encodeFrame(opcode: number, payload: Buffer): Buffer {
  const { length } = payload;
  const lengthBytes = length < 126 ? 0 : length < 65_536 ? 2 : 8;
  const frame = Buffer.alloc(2 + lengthBytes + 4 + length);
  frame[0] = 0x80 | opcode;
  frame[1] = 0x80 | (lengthBytes === 0 ? length : lengthBytes === 2 ? 126 : 127);
  if (lengthBytes === 2) frame.writeUInt16BE(length, 2);
  if (lengthBytes === 8) frame.writeBigUInt64BE(BigInt(length), 2);
  const mask = randomBytes(4);
  const start = 2 + lengthBytes + 4;
  mask.copy(frame, start - 4);
  for (let index = 0; index < length; index += 1)
    frame[start + index] = (payload[index] ?? 0) ^ (mask[index & 3] ?? 0);
  return frame;
}
