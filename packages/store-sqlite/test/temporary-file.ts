import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Path of a new database file, in a folder that is deleted after the test. */
export function temporaryFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sitegrade-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'reports.sqlite');
}
