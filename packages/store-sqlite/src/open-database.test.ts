import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase, openError } from './open-database.ts';

const errorOf = (fail: () => unknown): unknown => {
  try {
    fail();
  } catch (error) {
    return error;
  }
  throw new Error('It did not fail.');
};

describe('a database that cannot be opened', () => {
  it.each([
    [
      join(tmpdir(), 'no-such-folder', 'a.sqlite'),
      'Cannot open database because the directory does not exist. Its folder must exist, and',
    ],
    [tmpdir(), 'unable to open database file. It is a folder: name a file in it.'],
    [join(tmpdir(), 'a'.repeat(300)), 'unable to open database file. Its folder must exist, and'],
    [
      join(import.meta.filename, 'a.sqlite'),
      'unable to open database file. Its folder must exist, and',
    ],
  ])('is named if it is the reason: %s', (filename, message) => {
    expect(errorOf(() => openDatabase(filename))).toMatchObject({
      code: 'internal',
      message: expect.stringContaining(
        `The SQLite database "${filename}" could not be opened: ${message}`,
      ),
    });
  });

  it('is not blamed for a native part that is missing or for another version of Node', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sitegrade-native-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const wrong = join(folder, 'wrong.node');
    writeFileSync(wrong, 'not a library');
    const requireOfSqlite = createRequire(createRequire(import.meta.url).resolve('better-sqlite3'));
    for (const cause of [
      errorOf(() => new Database(':memory:', { nativeBinding: join(folder, 'missing.node') })),
      errorOf(() => new Database(':memory:', { nativeBinding: wrong })),
      errorOf(() => requireOfSqlite('bindings')({ bindings: 'missing.node', module_root: folder })),
    ]) {
      const error = openError('a.sqlite', cause);
      expect(error).toMatchObject({ code: 'internal', reason: 'native_part_missing', cause });
      expect(error.message).toMatch(/^The native part of better-sqlite3 is missing.*npm rebuild/);
      expect(error.message).toMatch(/`pnpm approve-builds`.*`yarn rebuild better-sqlite3`/);
      expect(error.message).not.toContain('a.sqlite');
    }
  });
});
