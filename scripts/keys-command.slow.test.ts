import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApiClient } from './api-client.ts';
import type { ServerProcess } from './server-process.ts';
import { type Standalone, startExample } from './start-example.ts';

let folder: string;
let server: ServerProcess | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sitegrade-keys-'));
});
afterEach(async () => {
  server?.kill('SIGKILL');
  await server?.exited;
  server = undefined;
  rmSync(folder, { recursive: true, force: true });
});

const environment = () => ({ DATABASE_FILE: join(folder, 'test.sqlite') });

/** Runs the command like `npm run keys`. */
async function keys(
  example: Standalone,
  args: readonly string[],
  more: Record<string, string> = {},
) {
  const child = spawn(
    process.execPath,
    ['--conditions=@sitegrade/source', '--import', 'tsx', '../shared/src/keys.ts', ...args],
    {
      cwd: join(import.meta.dirname, '..', 'examples', example),
      env: { ...process.env, ...environment(), ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const code = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, output, errors };
}

describe.each(['standalone-express', 'standalone-fastify'] as const)(
  'npm run keys of %s',
  (example) => {
    it('issues, lists and revokes keys while the server runs', { timeout: 60_000 }, async () => {
      server = startExample(example, environment());
      const address = await server.listening;
      const statusWith = async (key: string) =>
        (await createApiClient(address, key).send('GET', '/api/v1/reports')).status;

      const issue = ['issue', '--owner', 'ann', '--name', 'CI\x1b[31m', '--expires', '2999-01-31'];
      const issued = await keys(example, issue);
      expect([issued.code, issued.errors]).toEqual([0, '']);
      const key = /\bsitegrade_\w{38}\b/.exec(issued.output)?.[0] ?? '';
      const id = /^Key (\d+) of "ann"/.exec(issued.output)?.[1] ?? '';
      expect(await statusWith(key)).toBe(200);

      const listed = await keys(example, ['list']);
      expect(listed.code).toBe(0);
      expect(listed.output).toMatch(
        new RegExp(`^${id} +works +${key.slice(0, 14)} .*2999-01-31T00:00:00Z .*"ann"`, 'm'),
      );
      expect(listed.output).toContain('first key');
      expect(listed.output).not.toContain(key);
      expect(listed.output).not.toContain('\x1b');
      expect((await keys(example, ['list', '--owner', 'ann'])).output).not.toContain('first key');

      const revoked = await keys(example, ['revoke', id]);
      expect([revoked.code, revoked.output]).toEqual([0, expect.stringContaining('is revoked')]);
      expect(await statusWith(key)).toBe(401);
      expect((await keys(example, ['revoke', id])).output).toContain('already revoked');
      const unknown = await keys(example, ['revoke', '77']);
      expect([unknown.code, unknown.errors]).toEqual([1, expect.stringContaining('no key 77.')]);
      expect((await keys(example, ['list', '--owner', 'ann'])).output).toContain('revoked');
      expect(await statusWith(server.key() ?? '')).toBe(200);
    });
  },
);

it('prints errors, and exits with 2 for wrong usage and 1 for failures', {
  timeout: 60_000,
}, async () => {
  const past = ['issue', '--owner', 'ann', '--name', 'x', '--expires', '2000-01-01'];
  const nowhere = { DATABASE_FILE: '/nowhere/a.sqlite' };
  const results = await Promise.all([
    keys('standalone-express', ['erase']),
    keys('standalone-express', past, { DATABASE_FILE: join(folder, 'a.sqlite') }),
    keys('standalone-express', ['revoke', '7'], { DATABASE_FILE: join(folder, 'b.sqlite') }),
    keys('standalone-express', ['list'], nowhere),
    keys('standalone-express', ['list', '--help'], nowhere),
  ]);
  expect(results.map(({ code, output }) => [code, output])).toEqual([
    [2, ''],
    [2, ''],
    [1, ''],
    [1, ''],
    [0, expect.stringContaining('Usage:')],
  ]);
  const [wrong, early, missing, broken] = results.map(({ errors }) => errors);
  expect(wrong).toContain('"erase" must be issue, list or revoke.\n\nUsage:');
  expect(early).toContain('--expires must be in the future.');
  expect(missing).toContain('b.sqlite", which does not exist: there are no keys.');
  expect(broken).toContain('DATABASE_FILE is "/nowhere/a.sqlite"');
  for (const { errors } of results) expect(errors).not.toContain('    at ');
});
