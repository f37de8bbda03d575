import type { Server } from 'node:http';

/**
 * Follows a server's requests, so that connections do not outlive its closing: idle ones would hold
 * the process until the clients let go of them. The function it returns is to be called when
 * closing begins: what is idle is cut off from then on, and what is not done within the grace time
 * (in milliseconds) is cut off then. Done is a request once it is answered and has come in whole:
 * who is still sending could not read the answer otherwise.
 */
export function followConnections(server: Server): (graceMs: number) => void {
  let open = 0;
  let closing = false;
  const cutOffIdle = () => {
    if (!closing) return;
    // Connections that never asked anything do not count as idle.
    if (open === 0) server.closeAllConnections();
    else server.closeIdleConnections();
  };
  server.prependListener('request', (request, response) => {
    open += 1;
    let parts = 2;
    const onPart = () => {
      parts -= 1;
      if (parts > 0) return;
      open -= 1;
      setImmediate(cutOffIdle);
    };
    request.once('close', onPart);
    response.once('close', onPart);
  });
  return (graceMs) => {
    closing = true;
    cutOffIdle();
    setTimeout(() => server.closeAllConnections(), graceMs).unref();
  };
}
