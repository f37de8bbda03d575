import { vi } from 'vitest';

// A wait ends as soon as its condition holds, so a long limit costs nothing. A busy machine can need minutes for what
// takes a second elsewhere; shorter limits of single waits do not count.
const maxWaitMs = 200_000;

const { waitFor } = vi;

// The files of a process share `vi`.
if (waitFor.name !== 'waitLonger') {
  vi.waitFor = function waitLonger(callback, options = {}) {
    const given = typeof options === 'number' ? { timeout: options } : options;
    return waitFor(callback, { ...given, timeout: Math.max(maxWaitMs, given.timeout ?? 0) });
  };
}
