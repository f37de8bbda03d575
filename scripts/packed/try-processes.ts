import assert from 'node:assert/strict';
import { join } from 'node:path';
import { startServerProcess } from '../server-process.ts';

/** Runs `sitegrade work` with two processes, which it starts by the path that npm has linked, and stops it. */
export async function tryProcesses(project: string): Promise<void> {
  const work = startServerProcess({
    name: 'sitegrade work --processes 2',
    folder: project,
    args: [join(project, 'node_modules/.bin/sitegrade'), 'work', '--processes', '2'],
    environment: { DATABASE_FILE: 'processes.sqlite', METRICS_PORT: '0' },
  });
  await work.printed('it had started', () => /"msg":"Started"/.exec(work.output())?.[0]);
  work.kill('SIGTERM');
  assert.equal(await work.exited, 0, work.output());
  assert.equal(work.output().split('"msg":"Stopping"').length, 4, work.output());
}
