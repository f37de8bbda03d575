import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from '../logger.ts';

/** A request as an adapter hands it over: Node's own, and what only the framework knows. */
export interface ApiRequest<HostRequest = unknown> {
  /** The framework's own request, for the host's `authenticate`. */
  readonly native: HostRequest;
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  /** Path and query as sent, mount path included. */
  readonly url: string;
  /** The path's `:id`, decoded, on routes that have one. */
  readonly id: string | undefined;
  /** `http` or `https`, by the framework's rules for proxies. */
  readonly protocol: string;
  /** Host name and port, by the framework's rules for proxies. */
  readonly host: string;
  /**
   * The body where the framework has it: a stream to read it from, its bytes, or what a parser of
   * the host made of it. It counts only where `incoming` was read already.
   */
  readonly body: unknown;
  /** Where the host wants the request logged. */
  readonly logger: Logger;
}

/** Every value of a header as sent. Node's own `headers` keeps one of several for some names. */
export function headerValues(incoming: IncomingMessage, name: string): readonly string[] {
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
