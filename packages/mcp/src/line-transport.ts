import type { Readable, Writable } from 'node:stream';
import {
  INVALID_REQUEST,
  isJSONRPCRequest,
  type JSONRPCMessage,
  PARSE_ERROR,
  parseJSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/server';

/** Options of {@link lineTransport}. */
interface LineTransportOptions {
  readonly stdin: Readable;
  readonly stdout: Writable;
  /** Bytes of a line, which is one message or one batch. */
  readonly maxLineBytes: number;
}

/** The responses to a batch, which wait for the last one. */
interface Batch {
  /** Requests without a response, and 1 while it is read. */
  open: number;
  readonly responses: object[];
}

type RequestId = string | number;

/** The only version of the protocol with batches: that of 2025-06-18 has none any more. */
const versionWithBatches = '2025-03-26';

/**
 * Messages on standard input and output, each on a line. That of the SDK sends no response to a line that is not JSON or
 * not a message, so that a client waits for ever, and knows no batches.
 */
export function lineTransport({ stdin, stdout, maxLineBytes }: LineTransportOptions): Transport {
  let version: unknown;
  const batches = new Map<RequestId, Batch>();
  const write = (value: object) =>
    new Promise<void>((resolve, reject) => {
      stdout.write(`${JSON.stringify(value)}\n`, (error) => (error ? reject(error) : resolve()));
    });
  const report = (error: Error) => transport.onerror?.(error);
  const respond = (value: object) => void write(value).catch(report);

  const leave = (batch: Batch) => {
    batch.open -= 1;
    // What has only notifications gets no response, not even an empty one.
    if (batch.open === 0 && batch.responses.length > 0) respond(batch.responses);
  };
  const settle = (id: RequestId, response?: object) => {
    const batch = batches.get(id);
    if (batch === undefined) return false;
    batches.delete(id);
    if (response !== undefined) batch.responses.push(response);
    leave(batch);
    return true;
  };
  const deliver = (message: JSONRPCMessage) => {
    const { method, params } = 'method' in message ? message : { method: '', params: undefined };
    if (method === 'initialize') version = params?.protocolVersion;
    transport.onmessage?.(message);
    // A canceled request gets no response.
    const canceled = method === 'notifications/cancelled' ? params?.requestId : undefined;
    if (typeof canceled === 'string' || typeof canceled === 'number') settle(canceled);
  };
  const readBatch = (values: readonly unknown[]) => {
    if (version !== versionWithBatches) {
      const remedy = `Send each message on a separate line: only version ${versionWithBatches} of the protocol has batches.`;
      return respond(invalidRequest(null, remedy));
    }
    if (values.length === 0) return respond(invalidRequest(null, 'The batch is empty.'));
    const batch: Batch = { open: 1, responses: [] };
    const messages = values.flatMap((value) => {
      const message = messageOf(value, report);
      if ('problem' in message) {
        if (message.problem !== null) batch.responses.push(message.problem);
        return [];
      }
      if (!isJSONRPCRequest(message)) return [message];
      if (batches.has(message.id)) {
        batch.responses.push(invalidRequest(message.id, 'Another request has this id.'));
        return [];
      }
      batches.set(message.id, batch);
      batch.open += 1;
      return [message];
    });
    for (const message of messages) deliver(message);
    leave(batch);
  };
  const readLine = (line: string) => {
    // Some shells begin what they pipe with a byte order mark, which a parser of JSON may ignore (RFC 8259, section 8.1).
    const text = line.replace(/^\ufeff/, '').trim();
    if (text === '') return;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      const message = 'The line is not valid JSON. Send each message in UTF-8 on one line.';
      return respond(errorOf(null, PARSE_ERROR, message));
    }
    if (Array.isArray(value)) return readBatch(value);
    const message = messageOf(value, report);
    if (!('problem' in message)) deliver(message);
    else if (message.problem !== null) respond(message.problem);
  };

  const tooLong = `The line has more than ${maxLineBytes} bytes.`;
  let parts: Buffer[] = [];
  let size = 0;
  const keep = (part: Buffer) => {
    size += part.length;
    if (size > maxLineBytes) parts = [];
    else parts.push(part);
  };
  const read = (chunk: Buffer) => {
    let start = 0;
    for (let end = chunk.indexOf(0x0a); end !== -1; end = chunk.indexOf(0x0a, start)) {
      keep(chunk.subarray(start, end));
      if (size > maxLineBytes) respond(invalidRequest(null, tooLong));
      else readLine(Buffer.concat(parts).toString('utf8'));
      [parts, size, start] = [[], 0, end + 1];
    }
    keep(chunk.subarray(start));
  };
  const transport: Transport = {
    async start() {
      stdin.on('data', read);
    },
    async send(message) {
      const isResponse = 'result' in message || 'error' in message;
      if (isResponse && message.id !== undefined && settle(message.id, message)) return;
      await write(message);
    },
    async close() {
      stdin.off('data', read);
      transport.onclose?.();
    },
  };
  return transport;
}

/** The message that a value is, or the response to a value that is not a message: `null` if it is a response itself. */
function messageOf(
  value: unknown,
  report: (error: Error) => void,
): JSONRPCMessage | { readonly problem: object | null } {
  try {
    return parseJSONRPCMessage(value);
  } catch (error) {
    const { id, result, error: failed } = Object(value) as Readonly<Record<string, unknown>>;
    if (result !== undefined || failed !== undefined) {
      // Two sides that respond to each other's errors would never end.
      report(error instanceof Error ? error : new Error(String(error)));
      return { problem: null };
    }
    const isId = typeof id === 'string' || typeof id === 'number';
    const message =
      'This is not a message of JSON-RPC 2.0: an object with jsonrpc "2.0", a method, an id unless it is a notification, and params that are an object.';
    return { problem: invalidRequest(isId ? id : null, message) };
  }
}

function invalidRequest(id: RequestId | null, message: string): object {
  return errorOf(id, INVALID_REQUEST, message);
}

/** JSON-RPC 2.0, section 5: the id is `null` where it could not be read. */
function errorOf(id: RequestId | null, code: number, message: string): object {
  return { jsonrpc: '2.0', id, error: { code, message } };
}
