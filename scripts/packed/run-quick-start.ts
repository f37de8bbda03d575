import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createApiClient } from '../api-client.ts';
import { startServerProcess } from '../server-process.ts';
import type { QuickStart } from './quick-starts.ts';
import { runNode } from './run-node.ts';
import { unexpectedWarnings } from './unexpected-warnings.ts';

/** The port that the READMEs' servers listen on, which may be taken here. */
const shownPort = '3000';

/** The store of one's own that a README speaks of: one that passes for it. */
const myStore = "export { memoryStore as myStore } from '@sitegrade/core';\n";

/**
 * Runs a block of a README that is a server or a suite, in its own folder.
 *
 * @param project The project that the folder is in.
 * @throws Error where that fails.
 */
export async function runQuickStart(shown: QuickStart, project: string): Promise<void> {
  if (shown.kind === 'server') return runServer(shown);
  writeFileSync(join(shown.folder, 'my-store.ts'), myStore);
  const vitest = join(project, 'node_modules/vitest/vitest.mjs');
  return runNode(shown.folder, [vitest, 'run', '--root', shown.folder]);
}

/**
 * Starts a server, changed in nothing but its port, and asks it for what it is there for: with the key
 * that it prints, past its guard against private addresses.
 */
async function runServer({ place, code, folder, file }: QuickStart): Promise<void> {
  assert.ok(code.includes(shownPort), `${place} does not listen on ${shownPort}`);
  const port = String(await freePort());
  writeFileSync(join(folder, file), code.replaceAll(shownPort, port));
  const server = startServerProcess({ name: place, folder, args: [file], environment: {} });
  try {
    const address = `http://127.0.0.1:${port}`;
    await untilItAnswers(address, server.exited);
    const key = server.key();
    assert.ok(key, 'it printed no key');
    const api = createApiClient(address, key);
    const listed = await api.send('GET', '/api/v1/reports');
    assert.equal(listed.status, 200);
    const refused = await api.create('http://127.0.0.1/');
    assert.deepEqual([refused.status, refused.json.code], [422, 'url_not_allowed']);
    assert.deepEqual(unexpectedWarnings(server.output()), []);
  } catch (cause) {
    throw new Error(`${place} failed; it said:\n${server.output()}`, { cause });
  } finally {
    server.kill('SIGKILL');
    await server.exited;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Resolves once there is an answer, whichever; rejects where the server ends or ten seconds pass. */
async function untilItAnswers(address: string, exited: Promise<unknown>): Promise<void> {
  let ended = false;
  void exited.then(() => {
    ended = true;
  });
  for (let tries = 0; tries < 100 && !ended; tries += 1) {
    const answered = await fetch(address).then(
      () => true,
      () => false,
    );
    if (answered) return;
    await wait(100);
  }
  throw new Error(`Nothing answers at ${address}.`);
}
