import assert from 'node:assert/strict';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { embeddings } from '../embeddings.ts';
import { startServerProcess } from '../server-process.ts';
import type { EmbeddingName } from '../start-example.ts';
import { useEmbedding } from '../use-embedding.ts';
import { unexpectedWarnings } from './unexpected-warnings.ts';

const root = join(import.meta.dirname, '../..');

/** The module types of JavaScript. */
type ModuleType = 'module' | 'commonjs';

/** An example of embedding, copied into a project as code of one module type. */
interface EmbeddingCopy {
  readonly name: EmbeddingName;
  readonly type: ModuleType;
  /** Its folder, relative to the project. */
  readonly folder: string;
}

/** Copies the sources of each example of embedding for each module type; only `type` differs. */
export function copyEmbeddings(project: string): EmbeddingCopy[] {
  return (['module', 'commonjs'] as const).flatMap((type) =>
    (Object.keys(embeddings) as EmbeddingName[]).map((name) => {
      const folder = `${name}-${type}`;
      const copy = join(project, folder);
      mkdirSync(copy);
      cpSync(join(root, 'examples', name, 'src'), join(copy, 'src'), {
        recursive: true,
        filter: (file) => !file.endsWith('.test.ts'),
      });
      writeFileSync(join(copy, 'package.json'), JSON.stringify({ private: true, type }));
      return { name, type, folder };
    }),
  );
}

/**
 * Starts a compiled copy and uses it: see `useEmbedding`.
 *
 * @param page A page to analyse.
 * @throws Error if that fails, or Node prints an unexpected warning.
 */
export async function tryEmbedding(
  project: string,
  { name, folder }: EmbeddingCopy,
  page: string,
): Promise<void> {
  const server = startServerProcess({
    name: folder,
    folder: join(project, folder),
    args: ['src/main.js'],
    environment: { PORT: '0', DATABASE_FILE: 'app.sqlite', ALLOW_ADDRESSES: '127.0.0.1' },
  });
  try {
    const address = await server.listening;
    await useEmbedding({ address, ...embeddings[name] }, page);
    server.kill('SIGTERM');
    assert.equal(await server.exited, 0);
    assert.deepEqual(unexpectedWarnings(server.output()), []);
  } catch (cause) {
    throw new Error(`${folder} failed with this output:\n${server.output()}`, { cause });
  } finally {
    server.kill('SIGKILL');
  }
}
