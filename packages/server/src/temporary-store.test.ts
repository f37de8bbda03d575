import { expect, it, onTestFinished, vi } from 'vitest';
import { openTemporaryStore } from './temporary-store.ts';

it('says which folder for temporary files cannot be used', async () => {
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  vi.stubEnv('TMPDIR', `${import.meta.filename}/tmp`);
  await expect(openTemporaryStore()).rejects.toThrow(
    `${import.meta.filename}/tmp cannot be used (ENOTDIR). Set TMPDIR to a folder that this user may write.`,
  );
});
