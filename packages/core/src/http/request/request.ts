import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from '../logger.ts';

/** The head of a request as sent. Node's own request has it. */
export type RequestHead = Pick<IncomingMessage, 'method' | 'headers' | 'rawHeaders'>;

/** A request as an adapter passes it: Node's own objects where the host has them, and what only the framework knows. */
export interface ApiRequest<HostRequest = unknown> {
  /** The framework's own request, for the host's `authenticate`. */
  readonly native: HostRequest;
  /** Node's own request; only its head on a host that has a `Request` of the Fetch standard instead. */
  readonly incoming: IncomingMessage | RequestHead;
  /** Node's own response. Missing on such a host, whose connections are its own matter. */
  readonly outgoing?: ServerResponse;
  /** Aborts when the client disconnects: needed without `outgoing`. */
  readonly signal?: AbortSignal;
  /** Path and query as sent, including the mount path. */
  readonly url: string;
  /** The decoded parameters of the path, by name. Those of the host's mount path are ignored. */
  readonly params: Readonly<Record<string, string>>;
  /** `http` or `https`, by the framework's rules for proxies. */
  readonly protocol: string;
  /** Host name and port, by the framework's rules for proxies. */
  readonly host: string;
  /** The client's IP address, by the framework's rules for proxies; empty if it is not known. */
  readonly clientAddress: string;
  /**
   * The body that the framework has, if any: a stream, its bytes, or the value that the host's parser
   * returned. It is used only if `incoming` was already read.
   */
  readonly body: unknown;
  /** The logger for this request. */
  readonly logger: Logger;
}

/** All values of a header as sent. Node's `headers` keeps only one of several for some names. */
export function headerValues(
  incoming: Pick<RequestHead, 'rawHeaders'>,
  name: string,
): readonly string[] {
  const { rawHeaders } = incoming;
  const values: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() === name) values.push(rawHeaders[index + 1] ?? '');
  }
  return values;
}

/** The query of a URL, without the question mark. */
export function rawQueryOf(url: string): string {
  const mark = url.indexOf('?');
  return mark === -1 ? '' : url.slice(mark + 1);
}

/** Whether the client has disconnected before the response was written. */
export interface Disconnect {
  readonly aborted: boolean;
  /** The reason of the signal, if there is one. */
  readonly reason: unknown;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
}

/**
 * Watches whether the client disconnects before the response is written. It may have done so earlier, in a slow hook of
 * the host. The signal is created when it is wanted: most requests need none, and it takes a tenth of a short one.
 */
export function watchDisconnect({
  outgoing,
  signal,
}: Pick<ApiRequest, 'outgoing' | 'signal'>): Disconnect {
  if (outgoing === undefined) return disconnectOf(signal ?? new AbortController().signal);
  return new ClosedResponse(outgoing);
}

/** A class, as an object with its own getters would have a separate shape for each request. */
class ClosedResponse implements Disconnect {
  #aborted = false;
  #controller: AbortController | undefined;

  constructor(outgoing: ServerResponse) {
    const abort = () => {
      if (outgoing.writableFinished) return;
      this.#aborted = true;
      this.#controller?.abort();
    };
    if (outgoing.destroyed) abort();
    else outgoing.on('close', abort);
  }

  get aborted() {
    return this.#aborted;
  }

  get reason() {
    return this.#controller?.signal.reason;
  }

  get signal() {
    this.#controller ??= new AbortController();
    if (this.#aborted) this.#controller.abort();
    return this.#controller.signal;
  }
}

function disconnectOf(signal: AbortSignal): Disconnect {
  return {
    get aborted() {
      return signal.aborted;
    },
    get reason() {
      return signal.reason;
    },
    signal,
  };
}
