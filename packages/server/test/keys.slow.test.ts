import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createApiClient } from '../../../scripts/api-client.ts';
import type { ServerProcess } from '../../../scripts/server-process.ts';
import { runCommand, startCommand } from '../../../scripts/start-command.ts';
import { temporaryFolder } from '../../../scripts/temporary-folder.ts';

let folder: string;
let server: ServerProcess | undefined;

beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(async () => {
  server?.kill('SIGKILL');
  await server?.exited;
  server = undefined;
});

const environment = () => ({ DATABASE_FILE: join(folder, 'test.sqlite') });
const keys = (args: readonly string[], more: Record<string, string> = {}) =>
  runCommand(['keys', ...args], { ...environment(), ...more });

it('issues, lists and revokes keys while the server runs', async () => {
  server = startCommand(['serve'], environment());
  const address = await server.listening;
  const statusWith = async (key: string) =>
    (await createApiClient(address, key).send('GET', '/api/v1/reports')).status;

  const issue = ['issue', '--owner', 'ann', '--name', 'CI\x1b[31m', '--expires', '2999-01-31'];
  const issued = await keys(issue);
  expect([issued.code, issued.errors]).toEqual([0, '']);
  const key = /\bsitegrade_\w{38}\b/.exec(issued.output)?.[0] ?? '';
  const id = /^Key (\d+) of "ann"/.exec(issued.output)?.[1] ?? '';
  expect(await statusWith(key)).toBe(200);

  const listed = await keys(['list']);
  expect(listed.code).toBe(0);
  expect(listed.output).toMatch(
    new RegExp(`^${id} +works +${key.slice(0, 14)} .*2999-01-31T00:00:00Z .*"ann"`, 'm'),
  );
  expect(listed.output).toContain('first key');
  expect(listed.output).not.toContain(key);
  expect(listed.output).not.toContain('\x1b');
  expect((await keys(['list', '--owner', 'ann'])).output).not.toContain('first key');

  const revoked = await keys(['revoke', id]);
  expect([revoked.code, revoked.output]).toEqual([0, expect.stringContaining('is revoked')]);
  expect(await statusWith(key)).toBe(401);
  expect((await keys(['revoke', id])).output).toContain('already revoked');
  const unknown = await keys(['revoke', '77']);
  expect([unknown.code, unknown.errors]).toEqual([1, expect.stringContaining('no key 77.')]);
  expect((await keys(['list', '--owner', 'ann'])).output).toContain('revoked');
  expect(await statusWith(server.key() ?? '')).toBe(200);
});

it('prints errors, and exits with 2 for wrong usage and 1 for failures', async () => {
  const past = ['issue', '--owner', 'ann', '--name', 'x', '--expires', '2000-01-01'];
  const nowhere = { DATABASE_FILE: '/nowhere/a.sqlite' };
  const results = await Promise.all([
    keys(['erase']),
    keys(past),
    keys(['issue', '--owner', 'ann']),
    keys(['issue', '--owner', 'ann', '--name', 'x', '--expires', '31.1.2999']),
    keys(['issue', '--owner', 'ann', '--name', 'x', '--expires', '2999-02-30']),
    keys(['revoke', '1e3']),
    keys(['revoke', '7'], { DATABASE_FILE: join(folder, 'b.sqlite') }),
    keys(['issue', '--owner', 'ann', '--name', 'x'], nowhere),
    keys(['list', '--help'], nowhere),
  ]);
  const date = 'Use 2027-01-31 or 2027-01-31T12:00:00Z.';
  const expected = [
    [2, "unknown command 'erase'"],
    [2, '--expires must be in the future.'],
    [2, "'--name <text>' not specified"],
    [2, date],
    [2, date],
    [2, 'It must be an integer from 1'],
    [1, 'b.sqlite", which does not exist.'],
    [1, 'DATABASE_FILE (--database-file) is "/nowhere/a.sqlite", which cannot be used'],
    [0, ''],
  ] as const;
  for (const [index, [code, message]] of expected.entries()) {
    const result = results[index];
    expect([result?.code, result?.errors]).toEqual([code, expect.stringContaining(message)]);
    expect(result?.errors).not.toContain('    at ');
    expect(result?.output.includes('Examples:')).toBe(code === 0);
  }
});
