import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createApiClient } from '../api-client.ts';
import { startServerProcess } from '../server-process.ts';
import type { QuickStart } from './quick-starts.ts';
import { runNode } from './run-node.ts';
import { freePort, untilItResponds } from './started-server.ts';
import { unexpectedWarnings } from './unexpected-warnings.ts';

/** The port of the servers in the READMEs, which may be in use here. */
const shownPort = '3000';

/** The custom store that a README mentions. */
const myStore = "export { memoryStore as myStore } from '@sitegrade/store-memory';\n";

/** The custom queue. */
const myQueue = `import { embeddedQueue } from '@sitegrade/core';
export const myQueue = (_: { name: string }) => embeddedQueue();
`;

/**
 * Runs a block of a README that is a server or a suite, in its own folder.
 *
 * @param project The project that the folder is in.
 * @param environment Environment variables of a server in addition to those of this process.
 * @throws Error if it fails.
 */
export async function runQuickStart(
  shown: QuickStart,
  project: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<void> {
  if (shown.kind === 'server') return runServer(shown, environment);
  writeFileSync(join(shown.folder, 'my-store.ts'), myStore);
  writeFileSync(join(shown.folder, 'my-queue.ts'), myQueue);
  const vitest = join(project, 'node_modules/vitest/vitest.mjs');
  return runNode(shown.folder, [vitest, 'run', '--root', shown.folder]);
}

/**
 * Starts a server with only its port changed, and uses its API with the key that it prints. Private
 * addresses must be refused.
 */
async function runServer(
  { location, code, folder, file }: QuickStart,
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  assert.ok(code.includes(shownPort), `${location} does not listen on ${shownPort}`);
  const port = String(await freePort());
  writeFileSync(join(folder, file), code.replaceAll(shownPort, port));
  const server = startServerProcess({ name: location, folder, args: [file], environment });
  try {
    const address = `http://127.0.0.1:${port}`;
    await untilItResponds(address, server.exited);
    const key = server.key();
    assert.ok(key, 'it printed no key');
    const api = createApiClient(address, key);
    const listed = await api.send('GET', '/api/v1/reports');
    assert.equal(listed.status, 200);
    const refused = await api.create('http://127.0.0.1/');
    assert.deepEqual([refused.status, refused.json.code], [422, 'url_not_allowed']);
    assert.deepEqual(unexpectedWarnings(server.output()), []);
  } catch (cause) {
    throw new Error(`${location} failed with this output:\n${server.output()}`, { cause });
  } finally {
    server.kill('SIGKILL');
    await server.exited;
  }
}
