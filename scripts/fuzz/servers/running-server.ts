/** A server of a framework that serves the API on loopback. */
export interface RunningServer {
  /** The framework's. */
  readonly name: string;
  readonly port: number;
  /** Hangs up on everybody. */
  readonly close: () => Promise<void>;
}
