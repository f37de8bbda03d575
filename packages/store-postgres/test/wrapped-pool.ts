import type { HostClient, HostPool, HostQuery } from '../src/host-pool.ts';

/** The same pool, whose connections do this with each query. */
export function wrappedPool(
  pool: HostPool,
  run: (query: HostQuery, client: HostClient) => ReturnType<HostClient['query']>,
): HostPool {
  return {
    on: () => undefined,
    async connect() {
      const client = await pool.connect();
      return {
        on: () => undefined,
        release: (destroy) => client.release(destroy),
        query: (query) => run(query, client),
      };
    },
  };
}
