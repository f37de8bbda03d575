import { join } from 'node:path';
import { bundleScript } from './bundle-script.ts';
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

/** Starts an example on a free port of 127.0.0.1. */
export function startExample(
  example: ServerExample,
  environment: Readonly<Record<string, string>>,
): ServerProcess {
  const folder = join(root, 'examples', example);
  return startServerProcess({
    name: example,
    folder,
    args: [bundleScript(join(folder, 'src', 'main.ts'))],
    environment: { HOST: '127.0.0.1', PORT: '0', ...environment },
  });
}
