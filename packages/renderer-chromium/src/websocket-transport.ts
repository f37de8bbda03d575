import type { Socket } from 'node:net';
import { maxMessageBytes, type ProtocolTransport } from './protocol-connection.ts';
import { encodeFrame, frameReader, opcodes } from './websocket-frames.ts';

/**
 * The DevTools protocol over a WebSocket that is open.
 *
 * @param head - What it has received already.
 */
export function webSocketTransport(socket: Socket, head: Buffer): ProtocolTransport {
  const write = (opcode: number, payload: Buffer): void => {
    if (socket.writable) socket.write(encodeFrame(opcode, payload));
  };
  return {
    send: (message) => write(opcodes.text, Buffer.from(message)),
    start(receive, onEnd) {
      socket.setNoDelay(true).on('error', onEnd).on('close', onEnd).on('end', onEnd);
      const read = frameReader(maxMessageBytes, {
        onText: receive,
        onPing: (payload) => write(opcodes.pong, payload),
        onEnd,
      });
      if (head.length > 0) read(head);
      socket.on('data', read);
    },
    end() {
      write(opcodes.close, Buffer.alloc(0));
      // A browser that is frozen would never close it.
      socket.destroy();
    },
  };
}
