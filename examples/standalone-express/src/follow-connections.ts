import type { Server, ServerResponse } from 'node:http';

/**
 * Follows a server's requests, so that connections do not outlive its closing: idle ones would hold
 * the process until the clients let go of them. The function it returns is to be called when
 * closing begins: answers from then on end their connection, what is idle is cut off at once, and
 * what is not answered within the grace time (in milliseconds) is cut off then.
 */
export function followConnections(server: Server): (graceMs: number) => void {
  const open = new Set<ServerResponse>();
  let closing = false;
  const cutOffIdle = () => {
    if (closing && open.size === 0) server.closeAllConnections();
  };
  server.prependListener('request', (_request, response) => {
    open.add(response);
    if (closing) response.setHeader('connection', 'close');
    response.once('close', () => {
      open.delete(response);
      setImmediate(cutOffIdle);
    });
  });
  return (graceMs) => {
    closing = true;
    for (const response of open) {
      if (!response.headersSent) response.setHeader('connection', 'close');
    }
    cutOffIdle();
    setTimeout(() => server.closeAllConnections(), graceMs).unref();
  };
}
