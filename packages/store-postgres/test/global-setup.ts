import type { TestProject } from 'vitest/node';
import { startPostgres } from './start-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server of all tests, which use a schema or a database each. */
    readonly postgres: string;
  }
}

/** One server for all tests of a run. Starting it takes longer than most of them. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  project.provide('postgres', server.connectionString);
  return () => server.remove();
}
