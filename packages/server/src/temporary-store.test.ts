import { expect, it, onTestFinished } from 'vitest';
import { openTemporaryStore } from './temporary-store.ts';

it('says which folder for temporary files cannot be used', async () => {
  const { TMPDIR } = process.env;
  onTestFinished(() => {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  });
  process.env.TMPDIR = `${import.meta.filename}/tmp`;
  await expect(openTemporaryStore()).rejects.toThrow(
    `${import.meta.filename}/tmp cannot be used (ENOTDIR). Set TMPDIR to a folder that this user may write.`,
  );
});
