import type { Readable, Writable } from 'node:stream';
import { maxMessageBytes, type ProtocolTransport } from './protocol-connection.ts';

/** The DevTools protocol over two pipes: messages end with a NUL. */
export function pipeTransport(toBrowser: Writable, fromBrowser: Readable): ProtocolTransport {
  return {
    send: (message) => void toBrowser.write(`${message}\0`),
    start(receive, onEnd) {
      for (const pipe of [toBrowser, fromBrowser]) pipe.on('error', onEnd).on('close', onEnd);
      fromBrowser.on('data', splitAtNul(receive, maxMessageBytes));
    },
    end() {
      toBrowser.destroy();
      fromBrowser.destroy();
    },
  };
}

/** Collects chunks to the messages that they consist of. Longer messages than `max` are skipped. */
export function splitAtNul(receive: (text: string) => void, max: number): (chunk: Buffer) => void {
  let parts: Buffer[] = [];
  let size = 0;
  const add = (part: Buffer): void => {
    size += part.length;
    if (size > max) parts = [];
    else parts.push(part);
  };
  return (chunk) => {
    let start = 0;
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      add(chunk.subarray(start, end));
      start = end + 1;
      const text = size > max ? null : Buffer.concat(parts).toString('utf8');
      parts = [];
      size = 0;
      if (text !== null) receive(text);
    }
    add(chunk.subarray(start));
  };
}
