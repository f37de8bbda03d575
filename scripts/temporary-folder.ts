import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/**
 * A folder for tests.
 *
 * @param onEnd - When it is deleted. Default: after the test; `afterAll` for one of a whole file.
 */
export function temporaryFolder(
  onEnd: (remove: () => void) => void = (remove) => onTestFinished(remove),
): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sitegrade-test-')));
  onEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
