import assert from 'node:assert/strict';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { packageFaults } from './package-faults.ts';

/**
 * Checks an unpacked package by our own rules and by those of publint.
 *
 * @throws AssertionError that lists every fault.
 */
export async function checkPackage(folder: string): Promise<void> {
  const { messages, pkg } = await publint({ pkgDir: folder, pack: false, strict: true });
  const faults = [
    ...packageFaults(folder),
    ...messages.map((message) => formatMessage(message, pkg) ?? message.code),
  ];
  assert.deepEqual(faults, []);
}
