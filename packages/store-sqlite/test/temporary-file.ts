import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Path of a database file that does not exist yet, in a folder that goes with the test. */
export function temporaryFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sitegrade-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'reports.sqlite');
}
