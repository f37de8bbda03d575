import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SampleSite, startSampleSite } from '@sitegrade/example-sample-site';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { embeddedLines, shownLines } from './embedded-lines.ts';
import { embeddings } from './embeddings.ts';
import type { ServerProcess } from './server-process.ts';
import { type EmbeddingName, startExample } from './start-example.ts';
import { useEmbedding } from './use-embedding.ts';

/** Tests an example of embedding as a process, over HTTP. */
export function describeEmbedding(example: EmbeddingName): void {
  describe(example, { timeout: 60_000 }, () => {
    let site: SampleSite;
    let folder: string;
    let server: ServerProcess;

    beforeEach(async () => {
      site = await startSampleSite();
      folder = mkdtempSync(join(tmpdir(), 'sitegrade-test-'));
      server = startExample(example, {
        DATABASE_FILE: join(folder, 'test.sqlite'),
        ALLOW_ADDRESSES: '127.0.0.1',
      });
    });
    afterEach(async () => {
      server.kill('SIGKILL');
      await server.exited;
      await site.close();
      rmSync(folder, { recursive: true, force: true });
    });

    it('creates, lists, returns and deletes reports, and does not change the server', async () => {
      const address = await server.listening;
      await useEmbedding({ address, ...embeddings[example] }, `${site.url}/prices`);
      server.kill('SIGTERM');
      expect(await server.exited, server.output()).toBe(0);
    });
  });

  describe(`${example} in its README`, () => {
    it('equals the code in the README', () => {
      const { imports, lines } = shownLines(`examples/${example}/README.md`, example);
      expect(lines).toBe(embeddedLines(example));
      const app = readFileSync(`examples/${example}/src/app.ts`, 'utf8');
      for (const line of imports) {
        const [, names = '', from = ''] = /^import \{ (.+) \} (from '.+';)$/.exec(line) ?? [];
        const imported = app.split('\n').find((line) => line.endsWith(from)) ?? '';
        for (const name of names.split(', ')) expect(imported.split(/\W+/)).toContain(name);
      }
    });
  });
}
