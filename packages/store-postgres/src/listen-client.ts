import type { ErrorSource, HostQuery } from './host-pool.ts';

/** The part of a `Client` of pg that the queue uses. A structural type, so that any version of the driver matches. */
export interface ListenClient extends ErrorSource {
  connect(): Promise<unknown>;
  query(query: HostQuery): Promise<{ readonly rows: unknown[] }>;
  end(): Promise<unknown>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'end', listener: () => void): unknown;
  on(event: 'notification', listener: (notification: Notification) => void): unknown;
}

/** What a client has heard. */
interface Notification {
  readonly channel: string;
  readonly payload?: string | undefined;
}
