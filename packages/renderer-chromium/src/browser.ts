import type { ProtocolConnection } from './protocol-connection.ts';
import { RenderFault } from './render-ending.ts';

/** A browser that pages can be opened in. */
export interface Browser {
  readonly connection: ProtocolConnection;
  /** Whether others use it, too. Only the targets of our own pages may be touched then. */
  readonly isShared: boolean;
  /** Resolves when it has ended, or the connection to it. */
  readonly exited: Promise<void>;
  /** Ends it, or the connection to it, without asking it. */
  kill(): Promise<void>;
}

/** The oldest version with all that is used here. */
const oldestVersion = 120;

/**
 * Asks a browser for its version.
 *
 * @param name - What messages call it.
 * @throws RenderFault `renderer_unavailable` if it is too old.
 */
export async function requireVersion(connection: ProtocolConnection, name: string): Promise<void> {
  const { product } = await connection.send(null, 'Browser.getVersion', {});
  const version = Number(/\/(\d+)/.exec(product)?.[1]);
  if (version >= oldestVersion) return;
  throw new RenderFault(
    'renderer_unavailable',
    `${name} is ${product.slice(0, 100)}, and version ${oldestVersion} or newer is needed. Update it.`,
  );
}
