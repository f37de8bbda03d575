import { join } from 'node:path';
import { type ServerProcess, startServerProcess } from './server-process.ts';

/** The standalone servers. */
export type Standalone = 'standalone-fastify' | 'standalone-express';

/** The examples of servers that sitegrade is embedded in. */
export type EmbeddingName = 'embed-fastify' | 'embed-express';

const root = join(import.meta.dirname, '..');

/** Starts an example as its own `npm start` does, on a free port of 127.0.0.1. */
export function startExample(
  example: Standalone | EmbeddingName,
  environment: Readonly<Record<string, string>>,
): ServerProcess {
  return startServerProcess({
    name: example,
    folder: join(root, 'examples', example),
    args: ['--conditions=@sitegrade/source', '--import', 'tsx', 'src/main.ts'],
    environment: { HOST: '127.0.0.1', PORT: '0', ...environment },
  });
}
