import type { Socket } from 'node:net';
import { fetchError } from './fetch-error.ts';

/** Sixteen digits are a petabyte, and more than some parsers can count. */
const absurdLength = /^content-length:[ \t]*\d{16,}[ \t]*$/im;

/**
 * Ends a connection whose first response announces a length that no parser can hold. undici reports
 * that as the same error as two lengths, so that a large page would pass for broken HTTP.
 */
export function refuseAbsurdLength(socket: Socket): void {
  socket.once('readable', () => {
    const chunk: Buffer | null = socket.read();
    if (chunk === null) return;
    socket.unshift(chunk);
    const [head = ''] = chunk.toString('latin1', 0, 64 * 1024).split('\r\n\r\n', 1);
    if (absurdLength.test(head)) socket.destroy(fetchError('body_too_large'));
  });
}
