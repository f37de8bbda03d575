import { join } from 'node:path';
import { type ServerProcess, startServerProcess } from './server-process.ts';

/** The examples of embedding. */
export type EmbeddingName = 'embed-fastify' | 'embed-express';

/** Every example that is a server. */
type ServerExample =
  | EmbeddingName
  | 'standalone-fastify'
  | 'standalone-express'
  | 'prometheus-metrics';

const root = join(import.meta.dirname, '..');

/** Starts an example like its `npm start`, on a free port of 127.0.0.1. */
export function startExample(
  example: ServerExample,
  environment: Readonly<Record<string, string>>,
): ServerProcess {
  return startServerProcess({
    name: example,
    folder: join(root, 'examples', example),
    args: ['--conditions=@sitegrade/source', '--import', 'tsx', 'src/main.ts'],
    environment: { HOST: '127.0.0.1', PORT: '0', ...environment },
  });
}
