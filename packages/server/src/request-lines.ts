/** Where lines of JSON go. */
interface LogStream {
  write(line: string): unknown;
}

/**
 * Passes the log of Fastify on with one line for each request. Fastify writes one when a request arrives and one when it
 * has ended; the API and the pages write one that says more, which is then the only one. A write that was refused because
 * the database accepts no changes has none: the outage has one for all of them, with their number when it is over.
 *
 * @param stream - Where the lines go.
 */
export function requestLines(stream: LogStream): LogStream {
  /** Requests that have a line of the API or the pages. */
  const shown = new Set<string>();
  return {
    write(line) {
      // In JSON, what a client sends cannot contain these quotes without a backslash.
      if (line.includes('"msg":"incoming request"')) return;
      const id = /"reqId":"([^"\\]+)"/.exec(line)?.[1];
      if (id !== undefined) {
        const isRefused = line.includes('"msg":"sitegrade: write refused"');
        if (isRefused || line.includes('"msg":"sitegrade: request ')) shown.add(id);
        if (isRefused) return;
        else if (line.includes('"msg":"request completed"') && shown.delete(id)) return;
      }
      stream.write(line);
    },
  };
}
