import { join } from 'node:path';
import { temporaryFolder } from '../../../scripts/temporary-folder.ts';

/** Path of a new database file, in a folder that is deleted after the test. */
export function temporaryFile(): string {
  return join(temporaryFolder(), 'reports.sqlite');
}
