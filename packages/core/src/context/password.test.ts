import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { hashPassword, verifyPassword } from './password.ts';

it('accepts only the same password', async () => {
  const hash = await hashPassword('correct horse', randomBytes);
  expect(hash).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$[\w-]{22}\$[\w-]{43}$/);
  expect(await verifyPassword('correct horse', hash)).toBe(true);
  expect(await verifyPassword('correct horses', hash)).toBe(false);
});

it('accepts another Unicode form of the same password', async () => {
  const hash = await hashPassword('caf\u00e9', randomBytes, { logN: 1 });
  expect(await verifyPassword('cafe\u0301', hash)).toBe(true);
});

it('salts: two hashes of the same password differ', async () => {
  const hashes = await Promise.all(
    [1, 2, 3].map(() => hashPassword('same', randomBytes, { logN: 1 })),
  );
  expect(new Set(hashes).size).toBe(3);
});

it('rejects a malformed hash', async () => {
  expect(await verifyPassword('any', 'plain')).toBe(false);
});
