import { vi } from 'vitest';

// A wait ends as soon as its condition holds. Vitest gives up after a second, which a busy machine can need
// for a request.
const maxWaitMs = 15_000;

const { waitFor } = vi;

// The files of a process share `vi`.
if (waitFor.name !== 'waitLonger') {
  vi.waitFor = function waitLonger(callback, options = {}) {
    const given = typeof options === 'number' ? { timeout: options } : options;
    return waitFor(callback, { timeout: maxWaitMs, ...given });
  };
}
